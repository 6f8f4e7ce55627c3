import { Invite, invites } from '#contract/people/invites.ts'
import { badge } from '#kit/resource/badge.tsx'
import { ago } from '#kit/resource/field-views.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'invites',
  path: '/invites',
  group: 'users',
  area: 'care_team',
  schema: Invite,
  api: invites,
  title: 'email',
  list: {
    columns: ['email', 'role', 'organization_id', 'status', 'inviter_name', 'created_at', 'expires_at'],
    filters: ['status', 'role', 'email', 'organization_id', 'created_at', 'expires_at'],
    sort: '-created_at',
  },
  fields: {
    status: badge({ pending: 'blue', accepted: 'green', revoked: 'red', expired: 'grey' }),
    created_at: ago,
    expires_at: ago,
  },
})
