import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#server/kit/problem.ts'
import { findChallenge, type Purpose, storeChallenge, takeChallenge } from './queries.ts'

/** Validity of a challenge in minutes. */
const challengeMinutes = 5
const challengeBytes = 32

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

const challengeExpired = () =>
  new Problem(409, 'This took too long. Start again.', { kind: 'challenge-over' })

/**
 * Creates a single-use challenge in base64url, also used as the WebAuthn challenge.
 * @param providerId the identity provider of a sign-in that waits for the second factor
 */
export async function createChallenge(
  db: Db,
  purpose: Purpose,
  personId: string | null,
  providerId: string | null = null,
): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  await storeChallenge(
    db,
    { challenge_hash: hashOf(challenge), purpose, person_id: personId, identity_provider_id: providerId },
    challengeMinutes,
  )
  return challenge
}

/**
 * The person a challenge was issued to, and the identity provider of their sign-in.
 * @throws Problem 409 of kind `challenge-over`.
 */
export async function findChallengedPerson(db: Db, challenge: string, purpose: Purpose) {
  const stored = await findChallenge(db, hashOf(challenge), purpose)
  if (!stored?.person_id) throw challengeExpired()
  return { personId: stored.person_id, providerId: stored.identity_provider_id }
}

/** Consumes a challenge. @throws Problem 409 of kind `challenge-over` if it is unknown or was issued to another person. */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
  personId: string | null,
): Promise<void> {
  const taken = await takeChallenge(db, hashOf(challenge), purpose)
  if (!taken || taken.person_id !== personId) throw challengeExpired()
}
