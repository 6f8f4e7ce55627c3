import { search } from '#contract/platform/search.ts'
import { serve } from '#server/kit/serve.ts'
import { searchRecords } from './queries.ts'

export default serve(search)({
  find: async call => ({ hits: await searchRecords(call, call.query.q) }),
})
