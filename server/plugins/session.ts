import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared-statements.ts'
import { findProgramsByKey, isApiKey } from '../kit/api-key.ts'
import { batchLoader } from '../kit/batch-loader.ts'
import type { Actor, Program } from '../kit/call.ts'
import { findDevicesByKey, isDeviceKey } from '../kit/device-key.ts'
import { isUseStale, recordUse } from '../kit/last-use.ts'
import { activeUsers } from '../kit/person.ts'
import { redeemTicket } from '../kit/stream-tickets.ts'
import { sharedSecret } from '../kit/vault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; null without an active session. */
    actor: Actor | null
    /** The program that calls with a valid API key; null without one. */
    program: Program | null
  }
  interface FastifyInstance {
    /** The person of a session, or null if the session or the person is not active. */
    actorOf(sessionId: string): Promise<Actor | null>
  }
}

const algorithm = 'HS256'
/** Audience claim of our tokens. */
const audience = 'voicedeck'
/** Minutes for which step-up authentication stays valid. */
const provenMinutes = 10
/** Days of inactivity after which a session expires. */
export const idleDays = 7

/** Maximum number of cached tokens. */
const maxRead = 10_000

export interface Tokens {
  /** Issues a JSON Web Token (RFC 7519) with the session id; the session's row decides whether it is still valid. */
  issue(sessionId: string, expiresAt: Date): Promise<string>
  /** The session id in a token, or null if the token is invalid or expired. */
  read(token: string): Promise<string | null>
}

export async function openTokens(db: Db): Promise<Tokens> {
  const key = await sharedSecret(db, 'token_key')
  /** Tokens with a verified signature: verification costs more than the rest of a fast call. */
  const verified = new Map<string, { sessionId: string; until: number }>()
  return {
    issue: (sessionId, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token) {
      const cached = verified.get(token)
      if (cached) return cached.until > Date.now() ? cached.sessionId : null
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience })
        if (typeof payload.sid !== 'string' || !isUuid(payload.sid)) return null
        if (verified.size >= maxRead) verified.clear()
        verified.set(token, {
          sessionId: payload.sid,
          until: (payload.exp ?? Number.POSITIVE_INFINITY) * 1000,
        })
        return payload.sid
      } catch {
        return null
      }
    },
  }
}

/** The people of active sessions: neither the session nor the person or their organization has ended or is suspended. */
async function actorsOf(
  db: Db,
  { SECOND_FACTOR }: Config,
  sessionIds: readonly string[],
): Promise<Map<string, Actor>> {
  const rows = await activeUsers(db, SECOND_FACTOR === 'required')
    .innerJoin('sessions', 'sessions.person_id', 'people.id')
    .modifyFront(prepared)
    .select([
      'sessions.id as sessionId',
      isUseStale('sessions').as('stale'),
      sql<boolean>`sessions.proved_at > now() - make_interval(mins => ${provenMinutes})`.as(
        'hasRecentStepUp',
      ),
      'sessions.has_provider_factor as hasProviderFactor',
    ])
    .where('sessions.id', '=', sql<string>`any(${sessionIds})`)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('sessions.last_used_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`)
    .execute()
  const stale = rows.filter(row => row.stale).map(({ sessionId }) => sessionId)
  await recordUse(db, 'sessions', stale)
  return new Map(
    rows.map(({ stale: _, hasProviderFactor, isSecondFactorMissing, ...actor }) => [
      actor.sessionId,
      { ...actor, isSecondFactorMissing: isSecondFactorMissing && !hasProviderFactor },
    ]),
  )
}

/** The ticket in the query of a stream: browsers cannot send headers with an EventSource. */
function ticketOf({ routeOptions, query }: FastifyRequest): string | null {
  if (routeOptions.config.endpoint?.kind !== 'stream') return null
  const { ticket } = query as { ticket?: unknown }
  return typeof ticket === 'string' ? ticket : null
}

/** The `token` query parameter of a stream: a bearer token or a ticket. */
function tokenOf({ routeOptions, query }: FastifyRequest): string | null {
  if (routeOptions.config.endpoint?.kind !== 'stream') return null
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : null
}

/**
 * Authenticates each request: by bearer token, on a stream by ticket or token in the query, and without a session by
 * an API key or device key in the bearer token or `x-api-key`.
 */
export const session = fp(
  async (app: FastifyInstance, { db, tokens, config }: { db: Db; tokens: Tokens; config: Config }) => {
    // Batched: a screen makes a dozen calls at once, and a device gateway thousands per second.
    const personOf = batchLoader(sessionIds => actorsOf(db, config, sessionIds))
    const programOf = batchLoader(keys => findProgramsByKey(db, keys))
    const deviceOf = batchLoader(keys => findDevicesByKey(db, keys))

    async function sessionOf(request: FastifyRequest, bearer: string | undefined): Promise<string | null> {
      const ticket = ticketOf(request)
      if (ticket) return redeemTicket(db, ticket)
      const token = tokenOf(request)
      if (token) return (await tokens.read(token)) ?? redeemTicket(db, token)
      return bearer ? tokens.read(bearer) : null
    }

    const actorOf = async (sessionId: string) => (await personOf(sessionId)) ?? null
    app.decorate('actorOf', actorOf)
    app.decorateRequest('actor', null)
    app.decorateRequest('program', null)
    app.decorateRequest('grant', null)
    app.addHook('onRequest', async request => {
      const bearer = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
      const sessionId = await sessionOf(request, bearer)
      request.actor = sessionId ? await actorOf(sessionId) : null
      if (request.actor) return
      const keys = [bearer, request.headers['x-api-key'], tokenOf(request)]
      const key = keys.find(isApiKey)
      const deviceKey = keys.find(isDeviceKey)
      const program = key ? await programOf(key) : deviceKey && (await deviceOf(deviceKey))
      request.program = program || null
    })
  },
)
