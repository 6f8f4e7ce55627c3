import { admins } from '#contract/admins.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '#server/modules/people/index.ts'
import { adminTable } from './queries.ts'

export default serve(admins)(accounts(adminTable, 'invited'))
