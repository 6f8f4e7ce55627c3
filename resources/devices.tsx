import { Device, devices } from '#contract/devices.ts'
import { ago } from '#kit/resource/ago.tsx'
import { badge } from '#kit/resource/badge.tsx'
import { gauge } from '#kit/resource/gauge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'devices',
  path: '/devices',
  group: 'users',
  area: 'devices',
  schema: Device,
  api: devices,
  title: 'name',
  list: {
    columns: ['name', 'kind', 'status', 'battery', 'organization_id', 'person_id', 'last_seen_at'],
    filters: ['status', 'kind', 'organization_id', 'battery', 'last_seen_at', 'serial', 'created_at'],
    sort: 'name',
  },
  fields: {
    status: badge({ registered: 'blue', online: 'green', offline: 'yellow', faulty: 'red', retired: 'grey' }),
    battery: gauge(20),
    last_seen_at: ago,
  },
})
