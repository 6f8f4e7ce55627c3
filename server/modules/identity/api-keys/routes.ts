import { apiKeys } from '#contract/identity/api-keys.ts'
import { makeApiKey } from '#server/kit/api-key.ts'
import { serve } from '#server/kit/serve.ts'
import { apiKeyTable } from './queries.ts'

export default serve(apiKeys)({
  list: apiKeyTable.list,
  show: call => apiKeyTable.find(call, call.params.id),
  create: async call => {
    const { key, prefix, hash } = makeApiKey()
    const row = { ...call.body, prefix, key_hash: hash, created_by: call.actor.id }
    return { ...(await apiKeyTable.insert(call, row)), key }
  },
  remove: call => apiKeyTable.remove(call, call.params.id),
})
