import { sql } from 'kysely'
import { ApiKey, apiKeys } from '#contract/identity/api-keys.ts'
import type { Scope } from '#contract/kit/permissions.ts'
import { generateApiKey } from '#server/kit/api-key.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
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
    if (row.organization_id === serviceOrganization && (row.scopes as Scope[]).includes('scim'))
      throw invalidField('organization_id', 'Staff are not provisioned. Choose a customer organization.')
    if (before?.status === 'revoked')
      throw new Problem(409, 'This API key is already revoked', { kind: 'key-revoked' })
  },
})

/** Scopes that carry alarms: such a key is only revoked by a person, who first replaces it in the devices. */
const alarmScopes: readonly Scope[] = ['device-events:write', 'alerts:write']

export const revokeKey = (call: AuthenticatedCall, id: string) =>
  apiKeyTable.remove({ ...call, ifMatch: null }, id)

/** Revokes the keys that a person made and may know, except the calling key and those that carry alarms. */
export async function revokeKeysOf(call: AuthenticatedCall, personId: string): Promise<void> {
  const keys = await call.db
    .selectFrom('api_keys')
    .select('id')
    .where('created_by', '=', personId)
    .where('organization_id', '=', call.actor.organizationId)
    .where('revoked_at', 'is', null)
    .where('id', '<>', call.actor.id)
    .where(sql<boolean>`not scopes && ${alarmScopes}::text[]`)
    .execute()
  for (const { id } of keys) await revokeKey(call, id)
}

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
