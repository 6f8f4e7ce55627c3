import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#server/kit/problem.ts'
import { keepChallenge, type Purpose, readChallenge, takeChallenge } from './queries.ts'

/** Minutes in which a challenge can be answered. */
const challengeMinutes = 5
const challengeBytes = 32

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

const over = () => new Problem(409, 'This took too long. Start again.', { kind: 'challenge-over' })

/** A secret to be answered once, within five minutes: base64url, and WebAuthn's challenge as well. */
export async function newChallenge(db: Db, purpose: Purpose, personId: string | null): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  await keepChallenge(
    db,
    { challenge_hash: hashOf(challenge), purpose, person_id: personId },
    challengeMinutes,
  )
  return challenge
}

/** Whom a challenge was given to. @throws Problem 409 of kind `challenge-over`. */
export async function challenged(db: Db, challenge: string, purpose: Purpose): Promise<string> {
  const found = await readChallenge(db, hashOf(challenge), purpose)
  if (!found?.person_id) throw over()
  return found.person_id
}

/** Uses a challenge up. @throws Problem 409 of kind `challenge-over` when it is none, or was somebody else's. */
export async function answered(
  db: Db,
  challenge: string,
  purpose: Purpose,
  personId: string | null,
): Promise<void> {
  const taken = await takeChallenge(db, hashOf(challenge), purpose)
  if (!taken || taken.person_id !== personId) throw over()
}
