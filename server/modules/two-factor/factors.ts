import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SecondFactor } from '#contract/auth.ts'
import type { Assertion } from '#contract/two-factor.ts'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { hashOfBackupCode } from './backup-codes.ts'
import { holderOf, relyingParty } from './passkeys.ts'
import { countGuess, forgetGuesses, secretOf, spendBackupCode, spendStep, statusOf } from './queries.ts'
import { stepOf } from './totp.ts'

type Method = z.output<typeof SecondFactor>

/** How a person can prove more than their password; none while their second factor is off. */
export async function methodsOf(db: Db, personId: string): Promise<Method[]> {
  const { enabled, backupCodes, passkeys } = await statusOf(db, personId)
  if (!enabled) return []
  return [
    'totp',
    ...(backupCodes > 0 ? (['backup_code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

/** Guesses that a person has in so many minutes: one such lot in 33,000 holds one of the three codes that are good at a time. */
const mostGuesses = 10
const guessMinutes = 15

/**
 * Lets a guess through while there are not too many, from wherever they come; counts it first. One that was right
 * clears the count by {@link forgetGuesses}.
 * @throws Problem 429 of kind `too-many-guesses`.
 */
export async function allowGuess({ database: { db } }: Services, personId: string): Promise<void> {
  if ((await countGuess(db, personId, guessMinutes)) <= mostGuesses) return
  throw new Problem(429, 'Too many incorrect codes. Wait 15 minutes or use a passkey.', {
    kind: 'too-many-guesses',
    headers: { 'retry-after': String(guessMinutes * 60) },
  })
}

/**
 * Uses up the code of an authenticator app, and enables the app with its first code.
 * @param state which secret is meant: one that is enabled, or one just set up.
 * @returns whether it was good.
 */
export async function spendTotpCode(
  { vault, database: { db } }: Services,
  personId: string,
  code: string,
  state: 'enabled' | 'set up',
): Promise<boolean> {
  const found = await secretOf(db, personId)
  if (!found || (found.enabled_at !== null) !== (state === 'enabled')) return false
  const step = stepOf(vault.open(found.secret, personId), code, Date.now())
  return step !== null && spendStep(db, personId, step)
}

export interface GivenFactor {
  code?: string | undefined
  backup_code?: string | undefined
  credential?: z.output<typeof Assertion> | undefined
}

/**
 * Whether a second factor is the person's; a code, or the challenge that a passkey signed, is then used up. Runs outside
 * the transaction of what it opens, so that a refusal leaves its count.
 * @throws Problem 429 after too many guesses, 409 for a challenge that is over.
 */
export async function isFactorOf(
  services: Services,
  personId: string,
  { code, backup_code, credential }: GivenFactor,
  { purpose, request }: { purpose: 'second_factor' | 'step_up'; request: FastifyRequest },
): Promise<boolean> {
  const { config, database } = services
  if (credential) {
    const expected = { purpose, personId, verified: false }
    return (await holderOf(database.db, relyingParty(config, request), credential, expected)) === personId
  }
  await allowGuess(services, personId)
  const right = code
    ? await spendTotpCode(services, personId, code, 'enabled')
    : backup_code !== undefined &&
      (await spendBackupCode(database.db, personId, hashOfBackupCode(backup_code)))
  if (right) await forgetGuesses(database.db, personId)
  return right
}
