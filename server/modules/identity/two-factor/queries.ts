import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'

const now = sql<string>`now()`

// Authenticator app -------------------------------------------------------------------------------

export const findTwoFactorStatus = (db: Db, personId: string) =>
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

/** Stores a secret that is not enabled yet, replacing an earlier one that was never enabled. */
export const storeTotpSecret = (db: Db, personId: string, secret: Buffer) =>
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

export const findTotpSecret = (db: Db, personId: string) =>
  db
    .selectFrom('totp_secrets')
    .select(['secret', 'enabled_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** A page of secrets that are encrypted with another key, ordered by person. */
export const listSecretsOfOtherKeys = (db: Db, mark: Buffer, behind: string, limit: number) =>
  db
    .selectFrom('totp_secrets')
    .select(['person_id', 'secret'])
    .where(sql`substring(secret for ${mark.length})`, '<>', mark)
    .where('person_id', '>', behind)
    .orderBy('person_id')
    .limit(limit)
    .execute()

/** Replaces a secret unless it was changed concurrently. */
export const replaceTotpSecret = (db: Db, personId: string, before: Buffer, after: Buffer) =>
  db
    .updateTable('totp_secrets')
    .set({ secret: after })
    .where('person_id', '=', personId)
    .where('secret', '=', before)
    .execute()

/**
 * Consumes the code of a time step and of all earlier steps; the first one enables the secret.
 * @returns whether the code was unused; true for only one of several concurrent calls.
 */
export async function consumeTotpStep(db: Db, personId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step, enabled_at: sql`coalesce(enabled_at, now())` })
    .where('person_id', '=', personId)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Disables two-factor authentication. @returns whether it was enabled. */
export async function deleteTotpSecret(db: Db, personId: string): Promise<boolean> {
  await db.deleteFrom('backup_codes').where('person_id', '=', personId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('totp_secrets')
    .where('person_id', '=', personId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

// Backup codes ------------------------------------------------------------------------------------

/** Replaces all backup codes of a person. */
export async function replaceBackupCodes(db: Db, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('backup_codes').where('person_id', '=', personId).execute()
  await db
    .insertInto('backup_codes')
    .values(hashes.map(code_hash => ({ person_id: personId, code_hash, used_at: null })))
    .execute()
}

/** Consumes a backup code, which is valid only once two-factor authentication is enabled. @returns whether it was valid. */
export async function consumeBackupCode(db: Db, personId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backup_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('totp_secrets')
          .select('person_id')
          .where('person_id', '=', personId)
          .where('enabled_at', 'is not', null),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// Passkeys ----------------------------------------------------------------------------------------

const passkeyColumns = ['id', 'name', 'created_at', 'last_used_at'] as const

export const listPasskeys = (db: Db, personId: string) =>
  db
    .selectFrom('passkeys')
    .select([...passkeyColumns, 'credential_id', 'transports'])
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

/** @returns undefined if the passkey is already registered. */
export const insertPasskey = (db: Db, passkey: NewPasskey) =>
  db
    .insertInto('passkeys')
    .values({ id: uuid(), ...passkey })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()

export const renamePasskey = async (db: Db, personId: string, id: string, name: string) =>
  isUuid(id)
    ? db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .returning(passkeyColumns)
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

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'person_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export const recordPasskeyUse = (db: Db, id: string, counter: number) =>
  db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()

/** Removes the authenticator app, backup codes and passkeys of a person. */
export async function deleteSecondFactors(db: Db, personId: string): Promise<void> {
  await deleteTotpSecret(db, personId)
  await db.deleteFrom('passkeys').where('person_id', '=', personId).execute()
}

// Challenges and guesses --------------------------------------------------------------------------

/** What a challenge may be used for. */
export type Purpose = 'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'step_up'

export const storeChallenge = (
  db: Db,
  challenge: {
    challenge_hash: Buffer
    purpose: Purpose
    person_id: string | null
    identity_provider_id: string | null
  },
  minutes: number,
) =>
  db
    .insertInto('challenges')
    .values({ ...challenge, expires_at: sql<string>`now() + make_interval(mins => ${minutes})` })
    .execute()

export const findChallenge = (db: Db, hash: Buffer, purpose: Purpose) =>
  db
    .selectFrom('challenges')
    .select(['person_id', 'identity_provider_id'])
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Consumes a challenge; only one of several concurrent calls gets it. */
export const takeChallenge = (db: Db, hash: Buffer, purpose: Purpose) =>
  db
    .deleteFrom('challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()

export const pruneChallenges = (db: Db) => db.deleteFrom('challenges').where('expires_at', '<', now).execute()

/** Counts a guess before it is checked, so that concurrent guesses are counted too. @returns the count within `minutes`. */
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

export const clearGuesses = (db: Db, personId: string) =>
  db.deleteFrom('guesses').where('person_id', '=', personId).execute()
