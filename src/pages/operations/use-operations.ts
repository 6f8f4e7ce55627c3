import { useQueryClient } from '@tanstack/react-query'
import type { LiveTopic } from '#contract/live-metrics.ts'
import { type LiveMetrics, metrics } from '#contract/metrics.ts'
import {
  type OperationalMetrics,
  operationalMetrics,
  operationalRanges,
} from '#contract/operational-metrics.ts'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { useLiveSocket } from '#kit/live-socket/use-live-socket.ts'
import { keyOf, useCall } from '#kit/use-call.ts'

/** Milliseconds between two readings. */
const every = 30_000
/** The time whose figures the socket tells as they change. */
const told = { query: { time_range: '24h' } } as const

/** What the screen shows: read each 30 seconds, and told by the live socket in between. */
export function useOperations() {
  const range = useRange(operationalRanges, '24h')
  const query = byName(range)
  const queries = useQueryClient()
  const connection = useLiveSocket({
    live_metrics: now => queries.setQueryData(keyOf(metrics.live), now as LiveMetrics),
    operational_metrics: now =>
      queries.setQueryData<OperationalMetrics>(
        keyOf(operationalMetrics.overview, told),
        known => known && { ...known, metrics: now as OperationalMetrics['metrics'] },
      ),
  } satisfies Record<LiveTopic, (payload: unknown) => void>)
  const overview = useCall(operationalMetrics.overview, { query }, { every })
  const earlier = useCall(
    operationalMetrics.overview,
    { query: { ...query, previous: 'true' } },
    { every, enabled: range.compared },
  )
  const now = useCall(metrics.live, {}, { every })
  const before = range.compared ? (earlier.data?.metrics ?? null) : undefined
  return { range, query, connection, overview, before, now }
}
