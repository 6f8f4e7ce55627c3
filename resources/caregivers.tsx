import { assignments } from '#contract/people/assignments.ts'
import { caregivers } from '#contract/people/carers.ts'
import { Person } from '#contract/people/people.ts'
import { personFields, personParts } from '#kit/person-data/person-actions.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'caregivers',
  path: '/users/caregivers',
  group: 'users',
  area: 'care_team',
  schema: Person,
  api: caregivers,
  title: 'name',
  describe: ({ email }) => [email],
  list: {
    columns: ['user_id', 'name', 'email', 'phone', 'organization_id', 'status', 'last_login'],
    filters: ['status', 'organization_id', 'name', 'email', 'user_id', 'last_login', 'created_at'],
    sort: 'name',
  },
  related: [related('assignments', assignments.list, 'caregiver_id')],
  ...personParts('/users/caregivers'),
  fields: personFields,
})
