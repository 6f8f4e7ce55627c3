import type { RateLimitClass } from '#contract/kit/endpoint.ts'
import { EndpointStatus, rateLimits } from '#contract/platform/rate-limits.ts'
import { serve } from '#server/kit/serve.ts'
import type { RateLimits } from '#server/plugins/rate-limit/index.ts'
import { countRecentViolations, listViolations } from './queries.ts'

/** Fractions of a limit from which the status is warning or critical. */
const warningFrom = 0.75
const criticalFrom = 0.95

const severityOf = (used: number) =>
  used >= criticalFrom ? 'critical' : used >= warningFrom ? 'warning' : ('healthy' as const)

type Counts = Awaited<ReturnType<RateLimits['counts']>>

function statusOf(pace: RateLimitClass, limit: number, counts: Counts): EndpointStatus {
  const callers = counts.filter(({ key }) => key.startsWith(`${pace}:`))
  const busiest = callers.reduce((one, other) => (other.current > one.current ? other : one), {
    current: 0,
    ttl: 0,
  })
  return {
    endpoint: pace,
    limit,
    current_requests: busiest.current,
    remaining_requests: Math.max(0, limit - busiest.current),
    reset_time: busiest.ttl > 0 ? new Date(Date.now() + busiest.ttl).toISOString() : null,
    callers: callers.length,
    status: severityOf(busiest.current / limit),
  }
}

export default serve(rateLimits)({
  violations: async ({ db, query }) => ({
    violations: await listViolations(db, query.limit),
    last_day: await countRecentViolations(db),
  }),

  status: async ({ request }) => {
    const { limits, counts } = request.server.rates
    if (!limits) return { endpoints: [] }
    const counted = await counts()
    return {
      endpoints: EndpointStatus.shape.endpoint.options.map(pace => statusOf(pace, limits[pace], counted)),
    }
  },
})
