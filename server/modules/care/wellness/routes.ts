import { wellness } from '#contract/care/wellness.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { logEntry } from './log-entry.ts'
import { listEntries } from './queries.ts'

export default serve(wellness)({
  show: async call => {
    const person = await findAccessiblePerson(call, call.params.id, ['elderly_user'])
    return { user_id: person.user_id, entries: await listEntries(call.db, person, call.query) }
  },
  log: async call => {
    const { user_id, ...entry } = call.body
    return logEntry(call, await findAccessiblePerson(call, String(user_id), ['elderly_user']), entry)
  },
})
