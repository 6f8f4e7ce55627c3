import { fleet } from '#contract/devices/fleet.ts'
import { serve } from '#server/kit/serve.ts'
import { coverageTable, fleetStatus } from './queries.ts'

export default serve(fleet)({
  status: call => fleetStatus(call),
  coverage: coverageTable.list,
})
