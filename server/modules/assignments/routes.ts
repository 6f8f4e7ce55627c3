import { assignments, carerRoles } from '#contract/assignments.ts'
import { maxPage } from '#contract/listing.ts'
import { personInReach } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { assignmentTable } from './queries.ts'

const everyone = { _end: maxPage }

export default serve(assignments)({
  list: assignmentTable.list,
  create: call => assignmentTable.insert(call, call.body),
  remove: call => assignmentTable.remove(call, call.params.id),
  ofElderly: async call => {
    const { id } = await personInReach(call, call.params.id, ['elderly_user'])
    return assignmentTable.page(call, { ...everyone, elderly_id: [id] })
  },
  ofCaregiver: async call => {
    const { id } = await personInReach(call, call.params.id, carerRoles)
    return assignmentTable.page(call, { ...everyone, caregiver_id: [id] })
  },
})
