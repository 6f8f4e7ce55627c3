import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { Latencies } from './latency.ts'
import { Region } from './organizations.ts'
import { byRange, Period } from './period.ts'
import { may } from './permissions.ts'
import { CapabilityMode } from './translation-sessions.ts'

export const operationalRanges = ['1h', '24h', '7d', '30d'] as const

/** Hundredths of the sessions that ended, those that completed; null where none ended. */
const SuccessRate = z.number().nullable()

/** What a probe found just now; null of a part that is not set up. */
export const SystemHealth = z.object({
  api_healthy: z.boolean(),
  database_healthy: z.boolean(),
  redis_healthy: z.boolean().nullable(),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const OperationalMetrics = z.object({
  period: Period,
  metrics: z.object({
    /** Translation sessions that started in the period. */
    total_sessions: z.int(),
    /** Of these, those that still go on. */
    active_sessions: z.int(),
    /** The mean from the last spoken word to the first translated one, in milliseconds. */
    avg_latency_ms: z.number().nullable(),
    success_rate: SuccessRate,
    /** Languages translated from or into. */
    languages_used: z.int(),
    /** Pairs translated between, each direction for itself. */
    active_language_pairs: z.int(),
    sessions_by_mode: z.record(CapabilityMode, z.int()),
    /** The ten most used, as `en → es`. */
    top_language_pairs: z.array(z.object({ pair: z.string(), count: z.int(), success_rate: SuccessRate })),
    /** By sessions, the most first. */
    sessions_by_region: z.array(z.object({ region: Region, count: z.int(), success_rate: SuccessRate })),
    latency: Latencies,
  }),
  system_health: SystemHealth,
  as_of: Instant,
})
export type OperationalMetrics = z.infer<typeof OperationalMetrics>

export const operationalMetrics = {
  overview: endpoint({
    method: 'GET',
    path: '/api/operational-metrics/overview',
    summary:
      'Show translation sessions, their latency and success over a time, and whether the system is well',
    access: may('analytics', 'list'),
    query: byRange(operationalRanges, '24h'),
    reply: OperationalMetrics,
  }),
}
