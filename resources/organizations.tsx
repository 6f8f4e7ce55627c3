import { Organization, organizations } from '#contract/organizations.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'organizations',
  path: '/users/organizations',
  group: 'users',
  area: 'organizations',
  schema: Organization,
  api: organizations,
  title: 'name',
  list: {
    columns: ['name', 'kind', 'status', 'region', 'time_zone', 'email', 'created_at'],
    filters: ['status', 'kind', 'region', 'time_zone', 'name', 'created_at'],
    sort: 'name',
  },
  fields: {
    status: badge({ active: 'green', suspended: 'yellow', closed: 'grey' }),
  },
})
