import { CoverageGap, fleet } from '#contract/devices/fleet.ts'
import { badge } from '#kit/resource/badge.tsx'
import { ago } from '#kit/resource/field-views.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'coverage',
  path: '/devices/coverage',
  group: 'emergency',
  area: 'devices',
  schema: CoverageGap,
  api: { list: fleet.coverage },
  title: 'name',
  list: {
    columns: ['person_id', 'reason', 'reasons', 'devices', 'last_seen_at', 'contacts', 'organization_id'],
    filters: ['reason', 'person_id', 'organization_id', 'devices', 'contacts', 'last_seen_at'],
    lasting: { field: 'reason', values: ['silent'], since: 'last_seen_at' },
    sort: 'name',
  },
  fields: {
    reason: badge({
      no_device: 'red',
      silent: 'red',
      never_reported: 'red',
      faulty: 'red',
      battery_empty: 'red',
      no_contact: 'yellow',
    }),
    last_seen_at: ago,
  },
})
