import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, TargetPersonQuery } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

const access = may('care', 'list')

export const mobileMetrics = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/metrics/dashboard',
    summary: 'Get today’s counts for a carer, for all people in scope or one person',
    access,
    query: TargetPersonQuery,
    reply: z.object({
      people: z.int(),
      /** People with a check-in since midnight in their own zone. */
      checked_in_today: z.int(),
      open_alerts: z.int(),
      /** People who cannot currently raise an alarm. */
      not_covered: z.int(),
      open_tasks: z.int(),
      overdue_tasks: z.int(),
      messages_24h: z.int(),
      as_of: Instant,
    }),
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/metrics/live',
    summary: 'Get current activity, for all people in scope or one person',
    access,
    query: TargetPersonQuery,
    reply: z.object({
      active_conversations: z.int(),
      open_alerts: z.int(),
      devices_heard: z.int(),
      devices_silent: z.int(),
      /** Counts of the last 60 seconds. */
      last_minute: z.object({ device_events: z.int(), messages: z.int(), entries: z.int() }),
      as_of: Instant,
    }),
  }),
  systemHealth: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/metrics/system-health',
    summary: 'Get the health of the services that the app depends on',
    access: 'signed-in',
    query: TargetPersonQuery,
    reply: z.object({
      status: z.enum(['healthy', 'unhealthy']),
      api_healthy: z.boolean(),
      database_healthy: z.boolean(),
      redis_healthy: z.boolean().nullable(),
      /** Whether alarms are delivered in time. */
      alarms_healthy: z.boolean(),
      as_of: Instant,
    }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/health',
    summary: 'Liveness check with the server time',
    access: 'public',
    query: TargetPersonQuery,
    reply: z.object({ status: z.literal('ok'), version: z.string(), time: Instant }),
  }),
}
