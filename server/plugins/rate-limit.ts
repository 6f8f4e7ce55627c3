import limiter from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { v7 as uuid } from 'uuid'
import type { Endpoint, Pace } from '#contract/endpoint.ts'
import type { Db } from '../db/open.ts'
import { Problem } from '../kit/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Calls a minute, by person where one is signed in, else by address. */
const perMinute: Record<Pace, number> = {
  read: 6000,
  write: 1200,
  telemetry: 600_000,
  credentials: 120,
  mail: 30,
}

/**
 * Holds every endpoint to its pace, in Redis over all instances when there is one. Answers carry the fields of the
 * IETF draft "RateLimit header fields for HTTP"; a refused call is recorded.
 */
export const rateLimit = fp(
  async (app: FastifyInstance, { db, redis, factor }: { db: Db; redis: Redis | null; factor: number }) => {
    if (factor === 0) return
    await app.register(limiter, {
      global: true,
      timeWindow: '1 minute',
      ...(redis && { redis, nameSpace: 'voicedeck:rate:' }),
      skipOnError: true,
      max: request => Math.ceil(perMinute[request.routeOptions.config.endpoint?.pace ?? 'read'] * factor),
      keyGenerator: request => {
        const pace = request.routeOptions.config.endpoint?.pace ?? 'read'
        return `${pace}:${request.actor?.id ?? request.program?.id ?? request.ip}`
      },
      addHeaders: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
      },
      onExceeded: request => {
        const { endpoint } = request.routeOptions.config
        db.insertInto('rate_limit_violations')
          .values({
            id: uuid(),
            endpoint: `${request.method} ${endpoint?.path ?? request.url.split('?')[0]}`,
            ip_address: request.ip,
            user_id: request.actor?.userId ?? null,
            limit: Math.ceil(perMinute[endpoint?.pace ?? 'read'] * factor),
          })
          .execute()
          .catch((error: unknown) =>
            request.log.error({ err: error }, 'a rate-limit violation was not recorded'),
          )
      },
      errorResponseBuilder: (_request, { ttl }) =>
        new Problem(429, 'Too many requests. Please wait a moment and try again.', {
          kind: 'too-many-requests',
          headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
        }),
    })
  },
)
