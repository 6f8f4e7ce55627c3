import { z } from 'zod'
import { CapabilityMode, TranslationSession } from '../conversations/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Region } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { Period, rangeQuery } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Latencies, stages } from './latency.ts'

export const operationalRanges = ['1h', '24h', '7d', '30d'] as const

/** Milliseconds below which the mean latency is on target. */
export const latencyTarget = 1_200
/** Percent above which the success rate is on target. */
export const successTarget = 90

/** The parts that translation figures sum up; their rows are in `server/modules/analytics/metrics/parts.ts`. */
export type OperationalPart =
  | 'sessions'
  | 'active_sessions'
  | 'completed'
  | 'ended'
  | 'languages'
  | 'pairs'
  | 'latencies'

const figure = <const F extends Figure<OperationalPart>>(definition: F) => definition
const count = <const Part extends OperationalPart>(part: Part) =>
  figure({ unit: 'count', formula: { sum: part } })
const percentile = (share: number) =>
  figure({ unit: 'milliseconds', formula: { percentile: 'latencies', share } })

/** All figures of translation sessions. Each can be drilled into and filtered by the facets below. */
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

/** Filters of the figures. A pair is written `en → es`; a stage is a latency stage. */
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

/** Percent completed of the sessions that ended; null if none ended. */
const SuccessRate = z.number().nullable()

/** Current probe results; null if not configured. */
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
    /** Of these, sessions still active. */
    active_sessions: z.int(),
    /** Mean milliseconds from the last word spoken to the first translated word. */
    avg_latency_ms: z.number().nullable(),
    success_rate: SuccessRate,
    /** Distinct source and target languages. */
    languages_used: z.int(),
    /** Distinct language pairs; each direction counts separately. */
    active_language_pairs: z.int(),
    sessions_by_mode: z.record(CapabilityMode, z.int()),
    /** Top ten, written `en → es`. */
    top_language_pairs: z.array(z.object({ pair: z.string(), count: z.int(), success_rate: SuccessRate })),
    /** Most sessions first. */
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
    mayLag: true,
    scope: 'analytics:read',
    query: rangeQuery(operationalRanges, '24h'),
    reply: OperationalMetrics,
  }),
  open: drillDownEndpoint(`${path}/figures`, access, operationalFacets),
}
