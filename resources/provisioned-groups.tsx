import { ProvisionedGroup, provisionedGroups } from '#contract/people/provisioning.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'provisioned-groups',
  path: '/users/provisioned-groups',
  group: 'users',
  area: 'admins',
  schema: ProvisionedGroup,
  api: provisionedGroups,
  title: 'display_name',
  list: {
    columns: ['display_name', 'role', 'member_count', 'organization_id', 'created_at'],
    filters: ['role', 'display_name', 'organization_id', 'created_at'],
    sort: 'display_name',
  },
})
