import { ladders } from '#contract/alerts/ladders.ts'
import { devices } from '#contract/devices/devices.ts'
import { admins } from '#contract/people/admins.ts'
import { assignments } from '#contract/people/assignments.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { invites } from '#contract/people/invites.ts'
import { Organization, organizations } from '#contract/people/organizations.ts'
import { NewSetupLink, SetupPanel, SingleSignOnLink } from '#kit/people/organization-links.tsx'
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
  describe: ({ email, address, phone }) => [email ?? phone, address],
  list: {
    columns: ['name', 'kind', 'status', 'region', 'time_zone', 'email', 'created_at'],
    filters: ['status', 'kind', 'region', 'time_zone', 'name', 'created_at'],
    sort: 'name',
    actions: <NewSetupLink />,
  },
  related: [
    related('elderly', elderly.list, 'organization_id'),
    related('caregivers', caregivers.list, 'organization_id'),
    related('family', family.list, 'organization_id'),
    related('admins', admins.list, 'organization_id'),
    related('devices', devices.list, 'organization_id'),
    related('assignments', assignments.list, 'organization_id'),
    related('invites', invites.list, 'organization_id'),
    related('ladders', ladders.list, 'organization_id'),
  ],
  texts: ['single-sign-on', 'setup'],
  below: ({ id }) => (
    <>
      <SetupPanel organizationId={id} />
      <SingleSignOnLink organizationId={id} />
    </>
  ),
  fields: {
    status: badge({ active: 'green', suspended: 'yellow', closed: 'grey' }),
  },
})
