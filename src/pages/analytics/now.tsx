import { metrics } from '#contract/analytics/metrics.ts'
import { LiveActivity } from '#kit/analytics/live-activity.tsx'
import { useCall } from '#kit/use-call.ts'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 30_000

/** Current activity; loaded after the attention list above it. */
export default function Now() {
  return <LiveActivity of={useCall(metrics.live, {}, { refetchIntervalMs })} />
}
