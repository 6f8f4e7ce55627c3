import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import { idleDays } from '#server/plugins/session.ts'
import type { SessionOrigin } from '../sign-in.ts'

const now = sql<string>`now()`

/** Absolute lifetime of a session, regardless of activity. */
const sessionDays = 30

const inDays = (days: number) => sql<string>`now() + make_interval(days => ${days})`

/** Truncated to what is stored. */
const truncatedUserAgent = (userAgent: string | null) => userAgent?.slice(0, 300) ?? null

/** Creates a session and records the sign-in. */
export async function openSession(
  db: Db,
  personId: string,
  ip: string,
  userAgent: string | null,
  origin?: SessionOrigin,
) {
  await db.updateTable('people').set({ last_login: now }).where('id', '=', personId).execute()
  return db
    .insertInto('sessions')
    .values({
      id: uuid(),
      person_id: personId,
      ip,
      user_agent: truncatedUserAgent(userAgent),
      expires_at: inDays(sessionDays),
      identity_provider_id: origin?.providerId ?? null,
      has_provider_factor: origin?.hasSecondFactor ?? false,
      // A provider may sign in a person who proved their identity to it long ago.
      ...(origin?.authenticatedAt && {
        proved_at: sql<string>`least(now(), ${origin.authenticatedAt.toISOString()}::timestamptz)`,
      }),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Stores the ID token that opened a session, sealed. */
export const storeIdToken = (db: Db, sessionId: string, sealed: Buffer) =>
  db.updateTable('sessions').set({ id_token: sealed }).where('id', '=', sessionId).execute()

export const listSessions = (db: Db, personId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`)
    .orderBy('last_used_at', 'desc')
    .execute()

/** Whether the user has signed in before, but never with this user agent. */
export async function isNewDevice(db: Db, personId: string, userAgent: string | null): Promise<boolean> {
  const { before, known } = await db
    .selectFrom('sessions')
    .select([
      sql<boolean>`count(*) > 0`.as('before'),
      sql<boolean>`coalesce(bool_or(user_agent is not distinct from ${truncatedUserAgent(userAgent)}), false)`.as(
        'known',
      ),
    ])
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return before && !known
}

/** Records that step-up authentication succeeded in this session. */
export const recordStepUp = (db: Db, sessionId: string) =>
  db.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute()

/** Ends one session of a person. @returns whether it was active. */
export async function endSession(db: Db, personId: string, sessionId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends all sessions of a person, optionally except one. */
export const endSessions = (db: Db, personId: string, except?: string) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, query => query.where('id', '<>', except as string))
    .execute()

/** Whether an account had a session from this address and user agent within the last 90 days. */
export async function isKnownDevice(
  db: Db,
  personId: string | null,
  ip: string,
  userAgent: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from sessions where person_id = ${personId} and ip = ${ip}
      and user_agent is not distinct from ${truncatedUserAgent(userAgent)}
      and created_at > now() - interval '90 days') as known`.execute(db)
  return rows[0]?.known ?? false
}

/** Deletes sessions and mailed tokens that ended more than `days` days ago. */
export async function pruneSignIn(db: Db, days: number): Promise<void> {
  const limit = sql<string>`now() - make_interval(days => ${days})`
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('expires_at', '<', limit), eb('revoked_at', '<', limit)]))
    .execute()
  await db
    .deleteFrom('mailed_tokens')
    .where(({ or, eb }) => or([eb('expires_at', '<', limit), eb('used_at', '<', limit)]))
    .execute()
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
