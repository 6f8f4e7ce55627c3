import { createHash, randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SecondFactor } from '#contract/identity/auth.ts'
import type { Assertion } from '#contract/identity/two-factor.ts'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Vault } from '#server/kit/vault.ts'
import type { Services } from '#server/services.ts'
import { relyingParty, verifyPasskey } from './passkeys.ts'
import {
  clearGuesses,
  consumeBackupCode,
  consumeTotpStep,
  countGuess,
  findTotpSecret,
  findTwoFactorStatus,
  listSecretsOfOtherKeys,
  replaceTotpSecret,
} from './queries.ts'
import { findTotpStep } from './totp.ts'

const codeCount = 10
/** Without look-alike characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 7
const groupLength = 4

const generateCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Ten codes of 138 bits each: `k3v9-dm2x-…`. Shown once. */
export const generateBackupCodes = () => Array.from({ length: codeCount }, generateCode)

/** Only this hash of a code is stored; case and dashes are ignored. Codes of 138 random bits need no salt. */
export const hashBackupCode = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()

type Method = z.output<typeof SecondFactor>

/** The second factors of a person; empty while two-factor authentication is disabled. */
export async function listSecondFactors(db: Db, personId: string): Promise<Method[]> {
  const { enabled, backupCodes, passkeys } = await findTwoFactorStatus(db, personId)
  if (!enabled) return []
  return [
    'totp',
    ...(backupCodes > 0 ? (['backup_code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

/** Guesses per person within `guessMinutes`. With three valid codes at a time, ten guesses succeed once in 33,000. */
const maxGuesses = 10
const guessMinutes = 15

/**
 * Limits guesses per person, whatever their address. Counts before checking; a correct guess resets the count with
 * {@link clearGuesses}.
 * @throws Problem 429 of kind `too-many-guesses`.
 */
export async function enforceGuessLimit({ database }: Services, personId: string): Promise<void> {
  if ((await countGuess(database.reserved['sign-in'], personId, guessMinutes)) <= maxGuesses) return
  throw new Problem(429, 'Too many incorrect codes. Wait 15 minutes or use a passkey.', {
    kind: 'too-many-guesses',
    headers: { 'retry-after': String(guessMinutes * 60) },
  })
}

/**
 * Consumes a code from an authenticator app; the first valid code enables the app.
 * @param state whether the secret must be enabled already, or only set up.
 * @returns whether the code was valid.
 */
export async function consumeTotpCode(
  { vault, database }: Services,
  personId: string,
  code: string,
  state: 'enabled' | 'set up',
): Promise<boolean> {
  const db = database.reserved['sign-in']
  const secret = await findTotpSecret(db, personId)
  if (!secret || (secret.enabled_at !== null) !== (state === 'enabled')) return false
  const step = findTotpStep(vault.open(secret.secret, personId), code, Date.now())
  return step !== null && consumeTotpStep(db, personId, step)
}

export interface GivenFactor {
  code?: string | undefined
  backup_code?: string | undefined
  credential?: z.output<typeof Assertion> | undefined
}

/**
 * Verifies a second factor and consumes the code or challenge. Runs outside the transaction of the call, so that the
 * count of wrong guesses survives a refusal, and on the connections of sign-in, which nothing else can take.
 * @throws Problem 429 after too many guesses, 409 for an expired challenge.
 */
export async function verifySecondFactor(
  services: Services,
  personId: string,
  { code, backup_code, credential }: GivenFactor,
  { purpose, request }: { purpose: 'second_factor' | 'step_up'; request: FastifyRequest },
): Promise<boolean> {
  const { config, database } = services
  const db = database.reserved['sign-in']
  if (credential) {
    const expected = { purpose, personId, verified: false }
    return (await verifyPasskey(db, relyingParty(config, request), credential, expected)) === personId
  }
  await enforceGuessLimit(services, personId)
  const right = code
    ? await consumeTotpCode(services, personId, code, 'enabled')
    : backup_code !== undefined && (await consumeBackupCode(db, personId, hashBackupCode(backup_code)))
  if (right) await clearGuesses(db, personId)
  return right
}

/** Secrets re-encrypted per query. */
const batchSize = 500
const smallestId = '00000000-0000-0000-0000-000000000000'

/**
 * Re-encrypts secrets of former keys with the current key, so that former keys can be removed. Safe to run on several
 * instances at the same time.
 * @returns how many secrets were re-encrypted, and how many no configured key can decrypt.
 */
export async function reencryptTotpSecrets(db: Db, vault: Vault): Promise<{ renewed: number; lost: number }> {
  const result = { renewed: 0, lost: 0 }
  for (let afterPersonId = smallestId; ; ) {
    const secrets = await listSecretsOfOtherKeys(db, vault.keyId, afterPersonId, batchSize)
    for (const { person_id, secret } of secrets) {
      afterPersonId = person_id
      if (vault.canOpen(secret)) {
        await replaceTotpSecret(db, person_id, secret, vault.seal(vault.open(secret, person_id), person_id))
        result.renewed += 1
      } else result.lost += 1
    }
    if (secrets.length < batchSize) return result
  }
}
