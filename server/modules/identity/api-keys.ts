import { ApiKey, apiKeys } from '#contract/identity/api-keys.ts'
import { generateApiKey } from '#server/kit/api-key.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { table } from '#server/kit/table/table.ts'

const apiKeyTable = table({
  table: 'api_keys',
  view: 'issued_api_keys',
  resource: 'api-keys',
  schema: ApiKey,
  list: apiKeys.list,
  owner: { organization: 'organization_id' },
  removal: { markedBy: 'revoked_at', isShown: true },
  check({ actor }, row, before, act) {
    if (act === 'create') row.organization_id ??= actor.organizationId
    if (before?.status === 'revoked')
      throw new Problem(409, 'This API key is already revoked', { kind: 'key-revoked' })
  },
})

export default serve(apiKeys)({
  list: apiKeyTable.list,
  show: call => apiKeyTable.find(call, call.params.id),
  create: async call => {
    const { key, prefix, hash } = generateApiKey()
    const row = { ...call.body, prefix, key_hash: hash, created_by: call.actor.id }
    return { ...(await apiKeyTable.insert(call, row)), key }
  },
  remove: call => apiKeyTable.remove(call, call.params.id),
})
