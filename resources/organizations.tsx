import { admins } from '#contract/admins.ts'
import { caregivers } from '#contract/caregivers.ts'
import { devices } from '#contract/devices.ts'
import { elderly } from '#contract/elderly.ts'
import { family } from '#contract/family.ts'
import { ladders } from '#contract/ladders.ts'
import { Organization, organizations } from '#contract/organizations.ts'
import { badge } from '#kit/resource/badge.tsx'
import { related } from '#kit/resource/related.ts'
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
  related: [
    related('elderly', elderly.list, 'organization_id'),
    related('caregivers', caregivers.list, 'organization_id'),
    related('family', family.list, 'organization_id'),
    related('admins', admins.list, 'organization_id'),
    related('devices', devices.list, 'organization_id'),
    related('ladders', ladders.list, 'organization_id'),
  ],
  fields: {
    status: badge({ active: 'green', suspended: 'yellow', closed: 'grey' }),
  },
})
