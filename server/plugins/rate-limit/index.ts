import limiter from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { Endpoint, Pace } from '#contract/kit/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { Problem } from '../../kit/problem.ts'
import { type Count, localCounters, namespace, readRedis } from './counters.ts'
import { openViolations } from './violations.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    rates: Rates
  }
}

/** The limits in force, and who has called how often within the current minute. */
export interface Rates {
  /** Null while they are switched off. */
  limits: Readonly<Record<Pace, number>> | null
  counts(): Promise<Count[]>
}

/** Calls a minute, by person where one is signed in, else by address. */
const perMinute: Record<Pace, number> = {
  read: 6000,
  write: 1200,
  telemetry: 600_000,
  credentials: 120,
  mail: 30,
}
const windowSeconds = 60

const paceOf = ({ routeOptions }: FastifyRequest): Pace => routeOptions.config.endpoint?.pace ?? 'read'
const callerOf = ({ actor, program, ip }: FastifyRequest) => actor?.id ?? program?.id ?? ip

/** Says in the fields of the IETF draft "RateLimit header fields for HTTP" what the limiter says in its own. */
function tellInFields(request: FastifyRequest, reply: FastifyReply): void {
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
 * Holds every endpoint to its pace, in Redis over all instances when there is one. Answers say what is left; a refused
 * call is recorded.
 */
export const rateLimit = fp(
  async (app: FastifyInstance, { db, redis, factor }: { db: Db; redis: Redis | null; factor: number }) => {
    if (factor === 0) {
      app.decorate('rates', { limits: null, counts: async () => [] })
      return
    }
    const limits = Object.fromEntries(
      Object.entries(perMinute).map(([pace, limit]) => [pace, Math.ceil(limit * factor)]),
    ) as Record<Pace, number>
    const local = localCounters()
    app.decorate('rates', { limits, counts: () => (redis ? readRedis(redis) : local.read()) })

    const violations = openViolations(db, app.log)
    app.addHook('onClose', violations.flush)
    app.addHook('onSend', async (request, reply) => tellInFields(request, reply))
    await app.register(limiter, {
      global: true,
      timeWindow: windowSeconds * 1000,
      ...(redis ? { redis, nameSpace: namespace } : { store: local.Store }),
      skipOnError: true,
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
