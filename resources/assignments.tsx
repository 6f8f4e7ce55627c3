import { Assignment, assignments } from '#contract/people/assignments.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'assignments',
  path: '/assignments',
  group: 'users',
  area: 'care_team',
  schema: Assignment,
  api: assignments,
  title: 'relationship',
  edit: 'drawer',
  list: {
    columns: [
      'relationship',
      'caregiver_name',
      'caregiver_role',
      'elderly_id',
      'organization_id',
      'created_at',
    ],
    filters: ['elderly_id', 'caregiver_role', 'relationship', 'organization_id', 'created_at'],
    sort: '-created_at',
  },
  fields: {
    caregiver_role: badge({ caregiver: 'blue', family_member: 'purple' }),
    elderly_user_id: { exact: true },
    caregiver_user_id: { exact: true },
  },
})
