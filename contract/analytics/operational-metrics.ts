import { z } from 'zod'
import { CapabilityMode, TranslationSession } from '../conversations/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { Period, rangeQuery } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Region } from '../kit/region.ts'
import { Latencies, stages } from './latency.ts'

export const operationalRanges = ['1h', '24h', '7d', '30d'] as const

/** Milliseconds below which the mean latency is on target. */
export const latencyTarget = 1_200
/** Percent above which the success rate is on target. */
export const successTarget = 90

/** What the figures of translation are made of; the rows of each are in `server/modules/analytics/metrics/parts.ts`. */
export type OperationalPart =
  | 'sessions'
  | 'active_sessions'
  | 'completed'
  | 'ended'
  | 'languages'
  | 'pairs'
  | 'latencies'

const figure = <const F extends Figure<OperationalPart>>(given: F) => given
const count = <const Part extends OperationalPart>(part: Part) =>
  figure({ unit: 'count', formula: { sum: part } })
const percentile = (share: number) =>
  figure({ unit: 'milliseconds', formula: { percentile: 'latencies', share } })

/** Every figure of translation sessions. Each can be opened, and filtered by the facets below. */
export const operationalFigures = {
  total_sessions: count('sessions'),
  active_sessions: count('active_sessions'),
  success_rate: figure({ unit: 'percent', formula: { ratio: ['completed', 'ended'] } }),
  active_language_pairs: count('pairs'),
  languages_used: count('languages'),
  average_latency: figure({ unit: 'milliseconds', formula: { mean: 'latencies' } }),
  p50: percentile(0.5),
  p95: percentile(0.95),
  p99: percentile(0.99),
} as const satisfies Record<string, Figure<OperationalPart>>
export type OperationalFigure = keyof typeof operationalFigures

/** By what they can be filtered. A pair is written `en → es`; a stage is one of a latency. */
export const operationalFacets = {
  mode: CapabilityMode.optional(),
  region: Region.optional(),
  status: TranslationSession.shape.status.optional(),
  pair: z.string().max(40).optional(),
  stage: z.enum(stages).optional(),
}
export type OperationalFacet = keyof typeof operationalFacets

const path = '/api/operational-metrics'
const access = may('analytics', 'list')

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
    path: `${path}/overview`,
    summary:
      'Show translation sessions, their latency and success over a time, and whether the system is well',
    access,
    query: rangeQuery(operationalRanges, '24h'),
    reply: OperationalMetrics,
  }),
  open: drillDownEndpoint(`${path}/figures`, access, operationalFacets),
}
