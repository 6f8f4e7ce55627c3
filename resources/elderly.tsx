import { ElderlyPerson, elderly } from '#contract/elderly.ts'
import { ago } from '#kit/resource/ago.tsx'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'elderly',
  path: '/users/elderly',
  group: 'users',
  area: 'elderly',
  schema: ElderlyPerson,
  api: elderly,
  title: 'name',
  list: {
    columns: ['user_id', 'name', 'preferred_name', 'phone', 'conditions', 'organization_id', 'status'],
    filters: ['status', 'organization_id', 'name', 'user_id', 'last_login', 'created_at'],
    sort: 'name',
  },
  fields: {
    user_id: { exact: true },
    status: badge({ active: 'green', invited: 'blue', suspended: 'red' }),
    last_login: ago,
    medications: {
      show: list =>
        list
          .map(({ name, dose, times }) => [name, dose, times.join(' · ')].filter(Boolean).join(' '))
          .join(', '),
    },
  },
})
