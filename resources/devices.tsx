import { deviceEvents } from '#contract/devices/device-events.ts'
import { Device, devices } from '#contract/devices/devices.ts'
import {
  deviceBattery,
  deviceLastSeen,
  deviceStatus,
  registrationCode,
} from '#kit/resource/device-health.tsx'
import { ago } from '#kit/resource/field-views.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'devices',
  path: '/devices',
  group: 'users',
  area: 'devices',
  schema: Device,
  api: devices,
  title: 'name',
  describe: ({ serial }) => [serial],
  edit: 'drawer',
  reveals: 'key',
  revealing: registrationCode,
  related: [related('device-events', deviceEvents.list, 'device_id')],
  list: {
    columns: ['name', 'kind', 'status', 'battery', 'organization_id', 'person_id', 'last_seen_at'],
    filters: [
      'state',
      'status',
      'kind',
      'organization_id',
      'battery',
      'last_seen_at',
      'serial',
      'created_at',
    ],
    lasting: { field: 'state', values: ['silent', 'late'], since: 'last_seen_at' },
    sort: 'name',
  },
  fields: {
    status: deviceStatus,
    battery: deviceBattery,
    battery_at: ago,
    last_seen_at: deviceLastSeen,
  },
})
