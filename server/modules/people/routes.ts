import { people } from '#contract/people.ts'
import { serve } from '#server/kit/serve.ts'
import { endSessions } from '#server/modules/auth/index.ts'
import { personTable } from './queries.ts'

export default serve(people)({
  assignRole: async call => {
    const before = await personTable.find(call, call.params.id)
    const after = await personTable.update(call, before.id, call.body)
    if (after.role !== before.role) await endSessions(call.db, after.id)
    return after
  },
})
