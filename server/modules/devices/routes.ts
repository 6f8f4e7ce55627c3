import { devices } from '#contract/devices/devices.ts'
import { fleet } from '#contract/devices/fleet.ts'
import { generateDeviceKey } from '#server/kit/device-key.ts'
import { serve } from '#server/kit/serve.ts'
import { toDeviceHealth } from './health.ts'
import { coverageTable, deviceTable, fleetStatus } from './queries.ts'

export default serve(devices)({
  list: deviceTable.list,
  show: deviceTable.show,
  create: async call => {
    const { key, hash } = generateDeviceKey()
    return { ...(await deviceTable.insert(call, { ...call.body, key_hash: hash })), key }
  },
  update: call => deviceTable.update(call, call.params.id, call.body),
  remove: call => deviceTable.remove(call, call.params.id),
  restore: call => deviceTable.restore(call, call.params.id),
  renewKey: async call => {
    const { key, hash } = generateDeviceKey()
    await deviceTable.update(call, call.params.id, { key_hash: hash })
    return { key }
  },
  health: async call => toDeviceHealth(await deviceTable.find(call, call.params.id), new Date()),
  setStatus: call => deviceTable.update(call, call.params.id, call.body),
})

export const fleetRoutes = serve(fleet)({
  status: call => fleetStatus(call),
  coverage: coverageTable.list,
})
