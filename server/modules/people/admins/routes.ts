import { admins } from '#contract/people/admins.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '../accounts.ts'
import { adminTable } from './queries.ts'

const { list, ...calls } = accounts(adminTable, 'invited')

export default serve(admins)({
  ...calls,
  list: {
    ...list,
    page: async call => ({ ...(await list.page(call)), status: 'success' }),
  },
})
