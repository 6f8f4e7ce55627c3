import limiter from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { Endpoint, RateLimitClass } from '#contract/kit/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { Problem } from '../../kit/problem.ts'
import { type Count, createLocalCounters, namespace, readRedis } from './counters.ts'
import { createViolationRecorder } from './violations.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    rates: RateLimits
  }
}

/** The active limits, and the counters of the current minute. */
export interface RateLimits {
  /** Null if rate limits are disabled. */
  limits: Readonly<Record<RateLimitClass, number>> | null
  counts(): Promise<Count[]>
}

/** Calls per minute; counted per person, API key or, without either, IP address. */
const perMinute: Record<RateLimitClass, number> = {
  read: 6000,
  write: 1200,
  telemetry: 600_000,
  credentials: 120,
  mail: 30,
  model: 30,
}
const windowSeconds = 60

const paceOf = ({ routeOptions }: FastifyRequest): RateLimitClass =>
  routeOptions.config.endpoint?.rateLimit ?? 'read'
const callerOf = ({ actor, program, ip }: FastifyRequest) => actor?.id ?? program?.id ?? ip

/** Replaces the limiter's headers by those of the IETF draft "RateLimit header fields for HTTP". */
function writeRateLimitHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name => {
    const value = reply.getHeader(`x-ratelimit-${name}`)
    reply.removeHeader(`x-ratelimit-${name}`)
    return value
  })
  if (limit === undefined) return
  const policy = JSON.stringify(paceOf(request))
  reply.header('ratelimit-policy', `${policy};q=${limit};w=${windowSeconds}`)
  reply.header('ratelimit', `${policy};r=${remaining};t=${reset}`)
}

/**
 * Applies the rate limit of each endpoint's pace, shared between instances if Redis is configured. Violations are
 * recorded.
 */
export const rateLimit = fp(
  async (app: FastifyInstance, { db, redis, factor }: { db: Db; redis: Redis | null; factor: number }) => {
    if (factor === 0) {
      app.decorate('rates', { limits: null, counts: async () => [] })
      return
    }
    const limits = Object.fromEntries(
      Object.entries(perMinute).map(([pace, limit]) => [pace, Math.ceil(limit * factor)]),
    ) as Record<RateLimitClass, number>
    const local = createLocalCounters()
    app.decorate('rates', { limits, counts: () => (redis ? readRedis(redis) : local.read()) })

    const violations = createViolationRecorder(db, app.log)
    app.addHook('onClose', violations.flush)
    app.addHook('onSend', async (request, reply) => writeRateLimitHeaders(request, reply))
    await app.register(limiter, {
      global: true,
      timeWindow: windowSeconds * 1000,
      ...(redis ? { redis, nameSpace: namespace } : { store: local.Store }),
      skipOnError: true,
      allowList: request => request.routeOptions.config.endpoint?.unlimited === true,
      max: request => limits[paceOf(request)],
      keyGenerator: request => `${paceOf(request)}:${callerOf(request)}`,
      onExceeded: request => {
        const { endpoint } = request.routeOptions.config
        violations.add({
          endpoint: `${request.method} ${endpoint?.path ?? request.url.split('?')[0]}`,
          ip_address: request.ip,
          user_id: request.actor?.userId ?? null,
          limit: limits[paceOf(request)],
        })
      },
      errorResponseBuilder: (_request, { ttl }) =>
        new Problem(429, 'Too many requests. Please wait a moment and try again.', {
          kind: 'too-many-requests',
          headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
        }),
    })
  },
)
