import { DeviceEvent, deviceEvents, testEventType } from '#contract/devices/device-events.ts'
import { Badge } from '#kit/resource/badge.tsx'
import { gauge } from '#kit/resource/field-views.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'device-events',
  path: '/device-events',
  group: 'emergency',
  area: 'devices',
  schema: DeviceEvent,
  api: { list: deviceEvents.list },
  title: 'type',
  texts: ['device-events'],
  list: {
    columns: ['ts', 'type', 'device_id', 'person_id', 'battery', 'organization_id'],
    filters: ['type', 'device_id', 'person_id', 'organization_id', 'battery', 'ts', 'received_at'],
    sort: '-ts',
  },
  fields: {
    type: {
      show: (type, label) => (type === testEventType ? <Badge tone="yellow">{label}</Badge> : label),
      choices: async () => ['button', 'fall', 'test', 'heartbeat', 'battery', 'motion', 'fault'],
    },
    battery: gauge(20),
  },
})
