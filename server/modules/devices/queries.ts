import { Device, devices } from '#contract/devices.ts'
import { table } from '#server/kit/table/table.ts'

export const deviceTable = table({
  table: 'devices',
  resource: 'devices',
  schema: Device,
  list: devices.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  removal: { marks: 'deleted_at', shows: false },
})
