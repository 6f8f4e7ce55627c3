import { metrics } from '#contract/analytics/metrics.ts'
import { RightNow } from '#kit/right-now/right-now.tsx'
import { useCall } from '#kit/use-call.ts'

/** Milliseconds between two readings. */
const every = 30_000

/** What goes on right now; fetched after what needs attention, below which it stands. */
export default function Now() {
  return <RightNow of={useCall(metrics.live, {}, { every })} />
}
