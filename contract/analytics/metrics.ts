import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Region } from '../kit/fields.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { Latencies } from './latency.ts'
import { SystemHealth } from './operational-metrics.ts'

const access = may('analytics', 'list')

/** Current activity. */
export const LiveMetrics = z.object({
  active_translation_sessions: z.int(),
  active_conversations: z.int(),
  online_devices: z.int(),
  open_alerts: z.int(),
  /** Counts of the last 60 seconds. */
  last_minute: z.object({
    translation_sessions: z.int(),
    conversation_turns: z.int(),
    device_events: z.int(),
    activities: z.int(),
  }),
  as_of: Instant,
})
export type LiveMetrics = z.infer<typeof LiveMetrics>

const Probe = z.object({
  name: z.enum(['api', 'database', 'redis']),
  state: z.enum(['healthy', 'unhealthy', 'not_configured']),
  /** Probe duration in milliseconds. */
  took_ms: z.number().nullable(),
})

export const metrics = {
  live: endpoint({
    method: 'GET',
    path: '/api/metrics/live',
    summary: 'Get current activity',
    access,
    reply: LiveMetrics,
  }),
  performance: endpoint({
    method: 'GET',
    path: '/api/metrics/performance',
    summary: 'Get latencies of translations and conversations by stage and hour',
    access,
    mayLag: true,
    query: z.strictObject({ hours_back: z.coerce.number().int().min(1).max(720).prefault(24) }),
    reply: z.object({
      period: Period,
      translation: Latencies,
      conversation: Latencies,
      /** Oldest first; each hour is identified by its start. */
      hours: z.array(
        z.object({
          at: Instant,
          translation_sessions: z.int(),
          conversation_turns: z.int(),
          average_translation_ms: z.number().nullable(),
          average_conversation_ms: z.number().nullable(),
        }),
      ),
    }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/metrics/health',
    summary: 'Probe the database, Redis and the API',
    access,
    reply: SystemHealth.extend({
      status: z.enum(['healthy', 'unhealthy']),
      probes: z.array(Probe),
      as_of: Instant,
    }),
  }),
  geo: endpoint({
    method: 'GET',
    path: '/api/metrics/geo/analytics',
    summary: 'Count translation sessions by region, most first',
    access,
    mayLag: true,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      regions: z.array(
        z.object({
          region: Region,
          sessions: z.int(),
          success_rate: z.number().nullable(),
          /** Percent of all sessions. */
          share: z.number().nullable(),
        }),
      ),
    }),
  }),
}
