import { Assignment, assignments } from '#contract/people/assignments.ts'
import { badge } from '#kit/resource/badge.tsx'
import { consent } from '#kit/resource/field-views.tsx'
import { Reference } from '#kit/resource/reference.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'assignments',
  path: '/assignments',
  group: 'users',
  area: 'care_team',
  schema: Assignment,
  api: assignments,
  title: 'caregiver_name',
  displayName: ({ elderly_name, caregiver_name }) => `${elderly_name} · ${caregiver_name}`,
  edit: 'drawer',
  list: {
    columns: [
      'caregiver_name',
      'elderly_id',
      'relationship',
      'caregiver_role',
      'organization_id',
      'created_at',
    ],
    filters: ['elderly_id', 'caregiver_role', 'relationship', 'organization_id', 'created_at'],
    sort: '-created_at',
  },
  fields: {
    caregiver_role: badge({ caregiver: 'blue', family_member: 'purple' }),
    elderly_user_id: { exact: true, hidden: true },
    elderly_name: { hidden: true },
    caregiver_id: {
      show: (id, _, row) => (
        <Reference resource={row?.caregiver_role === 'family_member' ? 'family' : 'caregivers'} id={id} />
      ),
    },
    caregiver_user_id: { exact: true, hidden: true },
    caregiver_name: { hidden: true },
    relationship: {
      suggestions: ['daughter', 'son', 'spouse', 'sibling', 'friend', 'neighbor', 'key_worker'],
    },
    consent,
  },
})
