import { maxPageSize } from '#contract/kit/listing.ts'
import { assignments, carerRoles } from '#contract/people/assignments.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { assignmentTable } from './queries.ts'

const allRows = { _end: maxPageSize }

export default serve(assignments)({
  list: assignmentTable.list,
  show: call => assignmentTable.find(call, call.params.id),
  create: call => {
    const { caregiver_id, family_member_id, ...pair } = call.body
    const [carer, another] = [caregiver_id, family_member_id].filter(id => id !== undefined)
    if (!carer || another) throw invalidField('caregiver_id', 'Choose a caregiver or a family member')
    return assignmentTable.insert(call, { ...pair, caregiver_id: carer })
  },
  update: call => assignmentTable.update(call, call.params.id, call.body),
  remove: call => assignmentTable.remove(call, call.params.id),
  ofElderly: async call => {
    const { id } = await findAccessiblePerson(call, call.params.id, ['elderly_user'])
    return assignmentTable.page(call, { ...allRows, elderly_id: [id] })
  },
  ofCaregiver: async call => {
    const { id } = await findAccessiblePerson(call, call.params.id, carerRoles)
    return assignmentTable.page(call, { ...allRows, caregiver_id: [id] })
  },
})
