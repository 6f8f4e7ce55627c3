import { attention } from '#contract/alerts/attention.ts'
import { serve } from '#server/kit/serve.ts'
import { attentionOf } from './queries.ts'

export default serve(attention)({
  list: async call => {
    const now = new Date()
    return { items: await attentionOf(call, now), as_of: now.toISOString() }
  },
})
