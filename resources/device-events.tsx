import { DeviceEvent, deviceEvents } from '#contract/devices/device-events.ts'
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
      show: (_, label) => label,
      choices: async () => ['button', 'fall', 'test', 'heartbeat', 'battery', 'motion', 'fault'],
    },
    battery: gauge(20),
  },
})
