import { contacts } from '#contract/contacts.ts'
import { personInReach } from '#server/kit/person.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { contactTable } from './queries.ts'

export default serve(contacts)({
  list: contactTable.list,
  show: call => contactTable.find(call, call.params.id),
  create: async call => {
    const whose = call.query.user_id ?? call.body.person_id
    if (!whose) throw invalid('person_id', 'Specify whose contact this is')
    const { id, organization_id } = await personInReach(call, whose)
    return contactTable.insert(call, { ...call.body, person_id: id, organization_id })
  },
  update: call => contactTable.update(call, call.params.id, call.body),
  remove: call => contactTable.remove(call, call.params.id),
})
