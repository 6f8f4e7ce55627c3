import { organizations } from '#contract/organizations.ts'
import { serve } from '#server/kit/serve.ts'
import { organizationTable } from './queries.ts'

export default serve(organizations)({
  list: organizationTable.list,
  show: call => organizationTable.find(call, call.params.id),
  create: call => organizationTable.insert(call, call.body),
  update: call => organizationTable.update(call, call.params.id, call.body),
  remove: call => organizationTable.remove(call, call.params.id),
  restore: call => organizationTable.restore(call, call.params.id),
})
