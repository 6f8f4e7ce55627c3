import { z } from 'zod'
import { endpoint, paces } from '../kit/endpoint.ts'
import { Id, Instant, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** A call that was refused because too many came before it. */
export const RateLimitViolation = z.object({
  id: Id,
  timestamp: Instant,
  endpoint: z.string(),
  ip_address: z.string().nullable(),
  user_id: UserId.nullable(),
  /** Calls a minute that were allowed. */
  limit: z.int(),
})
export type RateLimitViolation = z.output<typeof RateLimitViolation>

/** How near to its limit the busiest caller of a class of endpoints is in the current minute. */
export const EndpointStatus = z.object({
  endpoint: z.enum(paces),
  limit: z.int(),
  /** Of the busiest caller; each caller is held to the limit by itself. */
  current_requests: z.int(),
  remaining_requests: z.int(),
  /** When the busiest caller's minute is over. */
  reset_time: Instant.nullable(),
  /** People, API keys and addresses that called within the last minute. */
  callers: z.int(),
  /** Warning from 75 % of the limit, critical from 95 %. */
  status: z.enum(['healthy', 'warning', 'critical']),
})
export type EndpointStatus = z.output<typeof EndpointStatus>

export const rateLimits = {
  violations: endpoint({
    method: 'GET',
    path: '/api/rate-limits/violations',
    summary: 'List the newest calls that were refused by a rate limit',
    access: may('monitoring', 'list'),
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    reply: z.object({
      violations: z.array(RateLimitViolation),
      /** How many there were in the last 24 hours. */
      last_day: z.int(),
    }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/rate-limits/status',
    summary: 'Show how near callers are to the rate limits',
    access: may('monitoring', 'list'),
    reply: z.object({
      /** Empty while rate limits are switched off. */
      endpoints: z.array(EndpointStatus),
    }),
  }),
}
