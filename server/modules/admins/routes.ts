import { admins } from '#contract/admins.ts'
import { serve } from '#server/kit/serve.ts'
import { adminTable } from './queries.ts'

export default serve(admins)({
  list: adminTable.list,
  show: call => adminTable.find(call, call.params.id),
  create: call => adminTable.insert(call, call.body),
  update: call => adminTable.update(call, call.params.id, call.body),
  remove: call => adminTable.remove(call, call.params.id),
})
