import { search } from '#contract/platform/search.ts'
import { serve } from '#server/kit/serve.ts'
import { hitsFor } from './queries.ts'

export default serve(search)({
  find: async call => ({ hits: await hitsFor(call, call.query.q) }),
})
