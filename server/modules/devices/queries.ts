import { Device, devices } from '#contract/devices/devices.ts'
import { table } from '#server/kit/table/table.ts'
import { mustHaveRoom } from '#server/modules/billing/index.ts'

export const deviceTable = table({
  table: 'devices',
  resource: 'devices',
  schema: Device,
  list: devices.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  removal: { marks: 'deleted_at', shows: false },
  async check(call, row, before, act) {
    const home = row.organization_id ?? before?.organization_id
    const isOneMore = act === 'create' || act === 'restore' || home !== before?.organization_id
    if (isOneMore) await mustHaveRoom(call.db, home as string, 'devices')
  },
})
