import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { isApiKey, programsOf } from '../kit/api-key.ts'
import type { Actor, Program } from '../kit/call.ts'
import { deviceProgramsOf, isDeviceKey } from '../kit/device-key.ts'
import { gathered } from '../kit/gathered.ts'
import { peopleInForce } from '../kit/in-force.ts'
import { sharedSecret } from '../kit/shared-secret.ts'
import { redeemTicket } from '../kit/stream-tickets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, by a bearer token whose session is open; null without one. */
    actor: Actor | null
    /** The program that calls by an API key in force; null without one. */
    program: Program | null
  }
  interface FastifyInstance {
    /** The person behind a session, or null when it is not, or no longer, in force. */
    actorOf(sessionId: string): Promise<Actor | null>
  }
}

const algorithm = 'HS256'
/** Whom a token is for; without it, it is none of ours. */
const audience = 'voicedeck'
/** For so long after a proof of who holds it, a session opens what asks for one. */
const provenMinutes = 10
/** A session that was not used for so long is over, whatever its absolute end. */
export const idleDays = 7

/** Tokens that are remembered at most. */
const maxRead = 10_000

export interface Tokens {
  /** A JSON Web Token (RFC 7519) that names the session; the session's row decides whether it still counts. */
  issue(sessionId: string, expiresAt: Date): Promise<string>
  /** The session that a token names, or null when the token is not ours or is over. */
  read(token: string): Promise<string | null>
}

export async function openTokens(db: Db): Promise<Tokens> {
  const key = await sharedSecret(db, 'token_key')
  /** Tokens whose signature was found good: it stays good, and a check costs more than all else of a quick call. */
  const read = new Map<string, { sessionId: string; until: number }>()
  return {
    issue: (sessionId, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token) {
      const found = read.get(token)
      if (found) return found.until > Date.now() ? found.sessionId : null
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience })
        if (typeof payload.sid !== 'string' || !isUuid(payload.sid)) return null
        if (read.size >= maxRead) read.clear()
        read.set(token, { sessionId: payload.sid, until: (payload.exp ?? Number.POSITIVE_INFINITY) * 1000 })
        return payload.sid
      } catch {
        return null
      }
    },
  }
}

/** The people behind those sessions that are open, where the session, the person and their organization are in force. */
async function actorsOf(
  db: Db,
  { SECOND_FACTOR }: Config,
  sessionIds: readonly string[],
): Promise<Map<string, Actor>> {
  const rows = await peopleInForce(db, SECOND_FACTOR === 'required')
    .innerJoin('sessions', 'sessions.person_id', 'people.id')
    .select([
      'sessions.id as sessionId',
      sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as('stale'),
      sql<boolean>`sessions.proved_at > now() - make_interval(mins => ${provenMinutes})`.as('provenLately'),
    ])
    .where('sessions.id', '=', sql<string>`any(${sessionIds})`)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('sessions.last_used_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`)
    .execute()
  const stale = rows.filter(row => row.stale).map(({ sessionId }) => sessionId)
  if (stale.length > 0) {
    await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', 'in', stale).execute()
  }
  return new Map(rows.map(({ stale: _, ...actor }) => [actor.sessionId, actor]))
}

/** The ticket in a stream's address: a browser sends no header with one. */
function ticketOf({ routeOptions, query }: FastifyRequest): string | null {
  if (routeOptions.config.endpoint?.kind !== 'stream') return null
  const { ticket } = query as { ticket?: unknown }
  return typeof ticket === 'string' ? ticket : null
}

/** What stands for a session in a stream's address under `token`, which may be a bearer token or a ticket. */
function tokenOf({ routeOptions, query }: FastifyRequest): string | null {
  if (routeOptions.config.endpoint?.kind !== 'stream') return null
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : null
}

/**
 * Finds out who calls, before anything else looks at the request: by the bearer token, on a stream by a ticket or
 * the token in its address; where there is no session, by an API key or a device's key as the bearer token or in
 * `x-api-key`.
 */
export const session = fp(
  async (app: FastifyInstance, { db, tokens, config }: { db: Db; tokens: Tokens; config: Config }) => {
    // A screen asks a dozen things at once, a gateway that sends for many devices thousands of times a second.
    const personOf = gathered(sessionIds => actorsOf(db, config, sessionIds))
    const programOf = gathered(keys => programsOf(db, keys))
    const deviceOf = gathered(keys => deviceProgramsOf(db, keys))

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
