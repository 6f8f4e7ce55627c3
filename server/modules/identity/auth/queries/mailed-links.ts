import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { hashLinkToken, type Purpose } from '../mailed-links.ts'

const now = sql<string>`now()`

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
