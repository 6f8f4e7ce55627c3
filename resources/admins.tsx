import { Admin, admins } from '#contract/people/admins.ts'
import { personFields, personParts } from '#kit/person-data/person-actions.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'admins',
  path: '/users/admins',
  alias: { path: '/users/travelers', title: 'clients' },
  group: 'users',
  area: 'admins',
  schema: Admin,
  api: admins,
  title: 'name',
  list: {
    columns: ['user_id', 'name', 'email', 'role', 'organization_id', 'status', 'last_login'],
    filters: ['status', 'role', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
    sort: 'name',
  },
  ...personParts('/users/admins'),
  fields: personFields,
})
