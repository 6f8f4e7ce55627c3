import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { type LiveMetrics, metrics } from '#contract/analytics/metrics.ts'
import {
  type OperationalMetrics,
  operationalMetrics,
  operationalRanges,
} from '#contract/analytics/operational-metrics.ts'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { useLiveSocket } from '#kit/live-socket/use-live-socket.ts'
import { keyOf, useCall } from '#kit/use-call.ts'

/** Milliseconds between two readings. */
const every = 30_000
/** The range whose figures the socket tells as they change. */
const toldRange = '24h'

/** Figures that the socket told, and when. */
interface Told {
  metrics: OperationalMetrics['metrics']
  at: number
}

/** A reading, with what was told since in its place. It goes on being read: the socket does not tell how the system is. */
function renewed(reading: UseQueryResult<OperationalMetrics>, told: Told | undefined) {
  if (!reading.data || !told || told.at <= reading.dataUpdatedAt) return reading
  return { ...reading, data: { ...reading.data, metrics: told.metrics }, dataUpdatedAt: told.at }
}

/** What goes on right now, as the screen reads it and the socket tells it. */
export const useNow = () => useCall(metrics.live, {}, { every })

/** What the screen shows: read each 30 seconds, and told by the live socket in between. */
export function useOperations() {
  const range = useRange(operationalRanges, toldRange)
  const query = byName(range)
  const queries = useQueryClient()
  const [told, setTold] = useState<Told>()
  const connection = useLiveSocket({
    live_metrics: now => queries.setQueryData(keyOf(metrics.live), now as LiveMetrics),
    operational_metrics: now => setTold({ metrics: now as Told['metrics'], at: Date.now() }),
  } satisfies Record<LiveTopic, (payload: unknown) => void>)
  const overview = useCall(operationalMetrics.overview, { query }, { every })
  const earlier = useCall(
    operationalMetrics.overview,
    { query: { ...query, previous: 'true' } },
    { every, enabled: range.compared },
  )
  const isTold = !range.days && range.name === toldRange
  const before = range.compared ? (earlier.data?.metrics ?? null) : undefined
  return { range, query, connection, overview: renewed(overview, isTold ? told : undefined), before }
}
