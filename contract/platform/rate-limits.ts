import { z } from 'zod'
import { endpoint, rateLimitClasses } from '../kit/endpoint.ts'
import { Id, Instant, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** A call refused by a rate limit. */
export const RateLimitViolation = z.object({
  id: Id,
  timestamp: Instant,
  endpoint: z.string(),
  ip_address: z.string().nullable(),
  user_id: UserId.nullable(),
  /** Allowed calls per minute. */
  limit: z.int(),
})
export type RateLimitViolation = z.output<typeof RateLimitViolation>

/** Usage of one rate limit class by its busiest caller in the current minute. */
export const EndpointStatus = z.object({
  endpoint: z.enum(rateLimitClasses),
  limit: z.int(),
  /** Of the busiest caller; limits apply per caller. */
  current_requests: z.int(),
  remaining_requests: z.int(),
  /** End of the busiest caller's window. */
  reset_time: Instant.nullable(),
  /** Number of people, API keys and addresses that called within the last minute. */
  callers: z.int(),
  /** Warning from 75 % of the limit, critical from 95 %. */
  status: z.enum(['healthy', 'warning', 'critical']),
})
export type EndpointStatus = z.output<typeof EndpointStatus>

export const rateLimits = {
  violations: endpoint({
    method: 'GET',
    path: '/api/rate-limits/violations',
    summary: 'List rate limit violations, newest first',
    access: may('monitoring', 'list'),
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    reply: z.object({
      violations: z.array(RateLimitViolation),
      /** Number of violations in the last 24 hours. */
      last_day: z.int(),
    }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/rate-limits/status',
    summary: 'Get the current usage of rate limits',
    access: may('monitoring', 'list'),
    reply: z.object({
      /** Empty if rate limits are disabled. */
      endpoints: z.array(EndpointStatus),
    }),
  }),
}
