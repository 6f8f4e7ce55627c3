import { ApiKey, apiKeys } from '#contract/api-keys.ts'
import { Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'

export const apiKeyTable = table({
  table: 'api_keys',
  reads: 'issued_api_keys',
  resource: 'api-keys',
  schema: ApiKey,
  list: apiKeys.list,
  owner: { organization: 'organization_id' },
  removal: { marks: 'revoked_at', shows: true },
  check({ actor }, row, before, act) {
    if (act === 'create') row.organization_id ??= actor.organizationId
    if (before?.status === 'revoked')
      throw new Problem(409, 'This API key is already revoked', { kind: 'key-revoked' })
  },
})
