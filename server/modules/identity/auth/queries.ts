import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { idleDays } from '#server/plugins/session.ts'
import { hashLinkToken, type Purpose } from './mailed-links.ts'
import type { Backoff } from './sign-in-limits.ts'

const now = sql<string>`now()`
/** Absolute lifetime of a session, regardless of activity. */
const sessionDays = 30
const inDays = (days: number) => sql<string>`now() + make_interval(days => ${days})`

/** Finds an account by username or e-mail address, ignoring case. */
export const findAccountByLogin = (db: Db, login: string) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id as userId',
      'people.email',
      'people.role',
      'people.organization_id as organizationId',
      'people.password_hash as passwordHash',
      'people.status',
      'organizations.status as organizationStatus',
    ])
    .where(({ or, eb, fn }) =>
      or([
        eb(fn('lower', ['people.username']), '=', login.toLowerCase()),
        eb(fn('lower', ['people.email']), '=', login.toLowerCase()),
      ]),
    )
    .where('people.deleted_at', 'is', null)
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirst()

/** The account that may receive e-mail at this address. */
export const findEmailRecipient = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'username', 'email', 'email_verified_at', 'locale', 'time_zone'])
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .where('status', '<>', 'suspended')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Recipient of an account notification. */
export const findAccountOwner = (db: Db, personId: string) =>
  db
    .selectFrom('people')
    .select(['name', 'username', 'email', 'locale', 'time_zone'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The current user as returned by `GET /api/auth/me`. */
export async function findUser(db: Db, personId: string) {
  const { organization_id, organization_name, kind, organization_time_zone, role, ...user } = await db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id',
      'people.name',
      'people.username',
      'people.email',
      'people.role',
      'people.locale',
      'people.time_zone',
      'people.organization_id',
      'organizations.name as organization_name',
      'organizations.kind',
      'organizations.time_zone as organization_time_zone',
    ])
    .select(({ eb }) => eb('people.email_verified_at', 'is not', null).as('email_verified'))
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    role: role as Role,
    email_verified: Boolean(user.email_verified),
    organization: {
      id: organization_id,
      name: organization_name,
      kind,
      time_zone: organization_time_zone,
    },
  }
}

export const findPasswordHash = async (db: Db, personId: string) =>
  (await db.selectFrom('people').select('password_hash').where('id', '=', personId).executeTakeFirstOrThrow())
    .password_hash

// Sessions ----------------------------------------------------------------------------------------

/** Truncated to what is stored. */
const truncatedUserAgent = (userAgent: string | null) => userAgent?.slice(0, 300) ?? null

/** Creates a session and records the sign-in. */
export async function openSession(db: Db, personId: string, ip: string, userAgent: string | null) {
  await db.updateTable('people').set({ last_login: now }).where('id', '=', personId).execute()
  return db
    .insertInto('sessions')
    .values({
      id: uuid(),
      person_id: personId,
      ip,
      user_agent: truncatedUserAgent(userAgent),
      expires_at: inDays(sessionDays),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

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

// Accounts ----------------------------------------------------------------------------------------

interface NewAccount {
  username: string
  email: string | null
  passwordHash: string
  name: string
  organizationId: string
  role: Role
  locale?: string
  timeZone?: string
  emailVerified?: boolean
}

export const insertAccount = (db: Db, account: NewAccount) =>
  db
    .insertInto('people')
    .values({
      id: uuid(),
      organization_id: account.organizationId,
      role: account.role,
      name: account.name,
      username: account.username,
      email: account.email,
      email_verified_at: account.emailVerified ? now : null,
      password_hash: account.passwordHash,
      locale: account.locale ?? 'en',
      time_zone: account.timeZone ?? 'UTC',
    })
    .returning(['id', 'user_id as userId', 'email', 'role', 'organization_id as organizationId'])
    .executeTakeFirstOrThrow()

/** Creates a household for a new sign-up, in the region of the service organization by default. */
export async function insertHousehold(
  db: Db,
  name: string,
  locale = 'en',
  timeZone = 'UTC',
): Promise<string> {
  const { region } = await db
    .selectFrom('organizations')
    .select('region')
    .where('id', '=', serviceOrganization)
    .executeTakeFirstOrThrow()
  const id = uuid()
  await db
    .insertInto('organizations')
    .values({ id, name, kind: 'household', region, locale, time_zone: timeZone })
    .execute()
  return id
}

/** Sets a password and activates an invited account. */
export const setPassword = (db: Db, personId: string, passwordHash: string) =>
  db
    .updateTable('people')
    .set({
      password_hash: passwordHash,
      status: sql`case status when 'invited' then 'active' else status end`,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', personId)
    .execute()

/** Stores a rehash of the same password, unless the password was changed concurrently. */
export const replaceHash = (db: Db, personId: string, before: string, after: string) =>
  db
    .updateTable('people')
    .set({ password_hash: after })
    .where('id', '=', personId)
    .where('password_hash', '=', before)
    .execute()

export const setEmailVerified = (db: Db, personId: string, verified: boolean) =>
  db
    .updateTable('people')
    .set({ email_verified_at: verified ? now : null })
    .where('id', '=', personId)
    .execute()

export const updateOwnAccount = (
  db: Db,
  personId: string,
  changes: { name?: string; locale?: string; time_zone?: string },
) =>
  db
    .updateTable('people')
    .set({ ...changes, version: sql`version + 1`, updated_at: now })
    .where('id', '=', personId)
    .execute()

// Mailed tokens -----------------------------------------------------------------------------------

/** Stores the hash of a token; idempotent. */
export const storeMailedToken = (
  db: Db,
  token: { token_hash: Buffer; person_id: string; purpose: Purpose; created_at: string; expires_at: string },
) =>
  db
    .insertInto('mailed_tokens')
    .values(token)
    .onConflict(conflict => conflict.column('token_hash').doNothing())
    .execute()

/** Unused, not expired, of an active person, and the latest of its purpose: a newer link invalidates older ones. */
const isValidToken = (token: string, purpose: Purpose) => sql<boolean>`
  mailed_tokens.token_hash = ${hashLinkToken(token)} and mailed_tokens.purpose = ${purpose}
  and mailed_tokens.used_at is null and mailed_tokens.expires_at > now()
  and mailed_tokens.person_id in (select id from people where deleted_at is null and status <> 'suspended')
  and not exists (select from mailed_tokens newer where newer.person_id = mailed_tokens.person_id
    and newer.purpose = mailed_tokens.purpose and newer.created_at > mailed_tokens.created_at)`

/** The username and e-mail address that a valid token belongs to. */
export const findMailedToken = (db: Db, token: string, purpose: Purpose) =>
  db
    .selectFrom('mailed_tokens')
    .innerJoin('people', 'people.id', 'mailed_tokens.person_id')
    .select(['people.username', 'people.email'])
    .where(isValidToken(token, purpose))
    .executeTakeFirst()

/** Consumes a valid token; of several concurrent calls, only one gets the person. */
export async function redeemMailedToken(db: Db, token: string, purpose: Purpose) {
  const used = await db
    .updateTable('mailed_tokens')
    .set({ used_at: now })
    .where(isValidToken(token, purpose))
    .returning('person_id')
    .executeTakeFirst()
  if (!used) return null
  return db
    .selectFrom('people')
    .select(['id', 'user_id as userId', 'email', 'role', 'organization_id as organizationId'])
    .where('id', '=', used.person_id)
    .executeTakeFirstOrThrow()
}

/** Invalidates all links mailed to a person. */
export const voidMailedTokens = (db: Db, personId: string) =>
  db.deleteFrom('mailed_tokens').where('person_id', '=', personId).execute()

// Sign-in limits ----------------------------------------------------------------------------------

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

/**
 * Counts an attempt, unless the delay after the previous failures is still running.
 * @returns the number of failures including this one, and for a refused attempt the remaining delay
 */
export async function countAttempt(
  db: Db,
  key: Buffer,
  { freeFailures, baseDelaySeconds, maxDelaySeconds, windowMinutes }: Backoff,
): Promise<{ failures: number; allowed: boolean; waitSeconds: number }> {
  const delay = sql`case when sign_in_attempts.failures < ${freeFailures} then 0
    else least(${maxDelaySeconds}, ${baseDelaySeconds} * power(2, least(sign_in_attempts.failures - ${freeFailures}, 20))) end`
  const isExpired = sql`sign_in_attempts.last_at < now() - make_interval(mins => ${windowMinutes})`
  const waits = sql`not ${isExpired} and sign_in_attempts.last_at + make_interval(secs => ${delay}) > now()`
  const { rows } = await sql<{ failures: number; allowed: boolean; waitSeconds: number }>`
    insert into sign_in_attempts (key, failures, last_at, allowed) values (${key}, 1, now(), true)
    on conflict (key) do update set
      failures = case when ${isExpired} then 1 when ${waits} then sign_in_attempts.failures
        else sign_in_attempts.failures + 1 end,
      last_at = case when ${waits} then sign_in_attempts.last_at else now() end,
      allowed = not (${waits})
    returning failures, allowed,
      extract(epoch from last_at + make_interval(secs => ${delay}) - now())::float8 as "waitSeconds"`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Forgets the failures of these keys. */
export const resetAttempts = (db: Db, keys: readonly Buffer[]) =>
  db.deleteFrom('sign_in_attempts').where('key', 'in', keys).execute()

/** Takes one failure off these keys. */
export const forgiveAttempt = (db: Db, keys: readonly Buffer[]) =>
  db
    .updateTable('sign_in_attempts')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', 'in', keys)
    .execute()

/** @returns true once a day, to the caller that is to send the notification. */
export async function claimNotification(db: Db, key: Buffer): Promise<boolean> {
  const claimed = await db
    .updateTable('sign_in_attempts')
    .set({ notified_at: now })
    .where('key', '=', key)
    .where(({ or, eb }) =>
      or([eb('notified_at', 'is', null), eb('notified_at', '<', sql<string>`now() - interval '1 day'`)]),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

// Pruning -----------------------------------------------------------------------------------------

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

// The first admin ---------------------------------------------------------------------------------

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Serialises creation of the first admin across instances until the transaction ends. */
export const lockFirstAdmin = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('voicedeck first admin'))`.execute(db)
