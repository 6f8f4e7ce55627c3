import { ApiKey, apiKeys } from '#contract/identity/api-keys.ts'
import { badge } from '#kit/resource/badge.tsx'
import { ago } from '#kit/resource/field-views.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'api-keys',
  path: '/api-keys',
  group: 'system',
  area: 'api_keys',
  schema: ApiKey,
  api: apiKeys,
  title: 'name',
  reveals: 'key',
  list: {
    columns: ['name', 'prefix', 'scopes', 'status', 'organization_id', 'last_used_at', 'created_at'],
    filters: ['status', 'name', 'prefix', 'organization_id', 'last_used_at', 'created_at'],
    sort: 'name',
  },
  fields: {
    status: badge({ active: 'green', revoked: 'red' }),
    last_used_at: ago,
  },
})
