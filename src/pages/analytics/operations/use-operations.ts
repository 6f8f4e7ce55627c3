import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { type LiveMetrics, metrics } from '#contract/analytics/metrics.ts'
import {
  type OperationalMetrics,
  operationalMetrics,
  operationalRanges,
} from '#contract/analytics/operational-metrics.ts'
import { rangeQuery, useRange } from '#kit/analytics/use-range.ts'
import { useLiveSocket } from '#kit/live-socket/live-connection.tsx'
import { queryKeyOf, useCall } from '#kit/use-call.ts'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 30_000
/** The range that the live socket updates. */
const liveRange = '24h'

/** Figures from the live socket, and when they arrived. */
interface LiveUpdate {
  metrics: OperationalMetrics['metrics']
  at: number
}

/** Overlays live figures on the query result. Polling continues, as the socket does not carry system health. */
function withLiveUpdate(reading: UseQueryResult<OperationalMetrics>, liveUpdate: LiveUpdate | undefined) {
  if (!reading.data || !liveUpdate || liveUpdate.at <= reading.dataUpdatedAt) return reading
  return { ...reading, data: { ...reading.data, metrics: liveUpdate.metrics }, dataUpdatedAt: liveUpdate.at }
}

/** Current activity from the query and the live socket. */
export const useNow = () => useCall(metrics.live, {}, { refetchIntervalMs })

/** Data of the screen: polled every 30 seconds and updated by the live socket in between. */
export function useOperations() {
  const range = useRange(operationalRanges, liveRange)
  const query = rangeQuery(range)
  const queries = useQueryClient()
  const [liveUpdate, setLiveUpdate] = useState<LiveUpdate>()
  const connection = useLiveSocket({
    live_metrics: now => queries.setQueryData(queryKeyOf(metrics.live), now as LiveMetrics),
    operational_metrics: now => setLiveUpdate({ metrics: now as LiveUpdate['metrics'], at: Date.now() }),
  } satisfies Record<LiveTopic, (payload: unknown) => void>)
  const overview = useCall(operationalMetrics.overview, { query }, { refetchIntervalMs })
  const earlier = useCall(
    operationalMetrics.overview,
    { query: { ...query, previous: 'true' } },
    { refetchIntervalMs, enabled: range.compared },
  )
  const isLiveRange = !range.days && range.name === liveRange
  const before = range.compared ? (earlier.data?.metrics ?? null) : undefined
  return {
    range,
    query,
    connection,
    overview: withLiveUpdate(overview, isLiveRange ? liveUpdate : undefined),
    before,
  }
}
