import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'

const now = sql<string>`now()`

// Authenticator app -------------------------------------------------------------------------------

export const statusOf = (db: Db, personId: string) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .leftJoin('totp_secrets', 'totp_secrets.person_id', 'people.id')
    .select([
      'people.username',
      'organizations.requires_second_factor as required',
      sql<boolean>`totp_secrets.enabled_at is not null`.as('enabled'),
      sql<number>`(select count(*)::int from backup_codes
        where person_id = people.id and used_at is null)`.as('backupCodes'),
      sql<number>`(select count(*)::int from passkeys where person_id = people.id)`.as('passkeys'),
      sql<boolean>`people.password_hash is not null`.as('password'),
    ])
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow()

/** Keeps a secret that is not asked for yet; one that was set up before and not enabled is forgotten. */
export const keepSecret = (db: Db, personId: string, secret: Buffer) =>
  db
    .insertInto('totp_secrets')
    .values({ person_id: personId, secret, enabled_at: null, last_step: null })
    .onConflict(conflict =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret, created_at: now, last_step: null })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .execute()

export const secretOf = (db: Db, personId: string) =>
  db
    .selectFrom('totp_secrets')
    .select(['secret', 'enabled_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** Some secrets that are not sealed so, behind a person, in the order of people. */
export const sealedOtherwise = (db: Db, mark: Buffer, behind: string, most: number) =>
  db
    .selectFrom('totp_secrets')
    .select(['person_id', 'secret'])
    .where(sql`substring(secret for ${mark.length})`, '<>', mark)
    .where('person_id', '>', behind)
    .orderBy('person_id')
    .limit(most)
    .execute()

/** Puts a secret in the place of one, unless that was set up anew meanwhile. */
export const replaceSecret = (db: Db, personId: string, before: Buffer, after: Buffer) =>
  db
    .updateTable('totp_secrets')
    .set({ secret: after })
    .where('person_id', '=', personId)
    .where('secret', '=', before)
    .execute()

/**
 * Uses up the code of a step, and those of all steps before it; enables the secret with the first.
 * @returns whether it was still good: of several calls with one code, one is told so.
 */
export async function spendStep(db: Db, personId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step, enabled_at: sql`coalesce(enabled_at, now())` })
    .where('person_id', '=', personId)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Asks the person for their password alone again. @returns whether they were asked for more. */
export async function forgetSecret(db: Db, personId: string): Promise<boolean> {
  await db.deleteFrom('backup_codes').where('person_id', '=', personId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('totp_secrets')
    .where('person_id', '=', personId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

// Backup codes ------------------------------------------------------------------------------------

/** Keeps these codes in the place of all that the person had. */
export async function keepBackupCodes(db: Db, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('backup_codes').where('person_id', '=', personId).execute()
  await db
    .insertInto('backup_codes')
    .values(hashes.map(code_hash => ({ person_id: personId, code_hash, used_at: null })))
    .execute()
}

/** @returns whether it was an unused code of the person; now it is used. */
export async function spendBackupCode(db: Db, personId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backup_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// Passkeys ----------------------------------------------------------------------------------------

const shown = ['id', 'name', 'created_at', 'last_used_at'] as const

export const passkeysOf = (db: Db, personId: string) =>
  db
    .selectFrom('passkeys')
    .select([...shown, 'credential_id', 'transports'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()

interface NewPasskey {
  person_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

/** @returns nothing when somebody has this very passkey already. */
export const insertPasskey = (db: Db, passkey: NewPasskey) =>
  db
    .insertInto('passkeys')
    .values({ id: uuid(), ...passkey })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()

export const renamePasskey = async (db: Db, personId: string, id: string, name: string) =>
  isUuid(id)
    ? db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .returning(shown)
        .executeTakeFirst()
    : undefined

export const deletePasskey = async (db: Db, personId: string, id: string) =>
  isUuid(id)
    ? db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .returning('name')
        .executeTakeFirst()
    : undefined

export const passkeyBy = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'person_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export const noteUse = (db: Db, id: string, counter: number) =>
  db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()

/** Takes everything from a person by which they could prove more than their password. */
export async function forgetFactors(db: Db, personId: string): Promise<void> {
  await forgetSecret(db, personId)
  await db.deleteFrom('passkeys').where('person_id', '=', personId).execute()
}

// Challenges and guesses --------------------------------------------------------------------------

/** What a challenge is for: an answer to one kind is none to another. */
export type Purpose = 'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'step_up'

export const keepChallenge = (
  db: Db,
  challenge: { challenge_hash: Buffer; purpose: Purpose; person_id: string | null },
  minutes: number,
) =>
  db
    .insertInto('challenges')
    .values({ ...challenge, expires_at: sql<string>`now() + make_interval(mins => ${minutes})` })
    .execute()

export const readChallenge = (db: Db, hash: Buffer, purpose: Purpose) =>
  db
    .selectFrom('challenges')
    .select('person_id')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses a challenge up; of several calls at once, one gets it and the others nothing. */
export const takeChallenge = (db: Db, hash: Buffer, purpose: Purpose) =>
  db
    .deleteFrom('challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()

export const pruneChallenges = (db: Db) => db.deleteFrom('challenges').where('expires_at', '<', now).execute()

/** Counts a guess before it is looked at, so that many at once are counted too. @returns how many there were in so many minutes. */
export async function countGuess(db: Db, personId: string, minutes: number): Promise<number> {
  const over = sql<boolean>`guesses.since < now() - make_interval(mins => ${minutes})`
  const { count } = await db
    .insertInto('guesses')
    .values({ person_id: personId, count: 1, since: now })
    .onConflict(conflict =>
      conflict.column('person_id').doUpdateSet({
        count: sql`case when ${over} then 1 else guesses.count + 1 end`,
        since: sql`case when ${over} then now() else guesses.since end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

export const forgetGuesses = (db: Db, personId: string) =>
  db.deleteFrom('guesses').where('person_id', '=', personId).execute()
