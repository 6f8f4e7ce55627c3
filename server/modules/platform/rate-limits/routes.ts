import { sql } from 'kysely'
import type { RateLimitClass } from '#contract/kit/endpoint.ts'
import { EndpointStatus, rateLimits } from '#contract/platform/rate-limits.ts'
import type { Db } from '#server/db/open.ts'
import { serve } from '#server/kit/serve.ts'
import type { RateLimits } from '#server/plugins/rate-limit/index.ts'

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

const listViolations = (db: Db, limit: number) =>
  db
    .selectFrom('rate_limit_violations')
    .select(['id', 'timestamp', 'endpoint', 'ip_address', 'user_id', 'limit'])
    .orderBy('timestamp', 'desc')
    .limit(limit)
    .execute()

async function countRecentViolations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rate_limit_violations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('timestamp', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return count
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
