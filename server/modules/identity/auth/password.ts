import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { deriveKey } from './argon2.ts'
import { createFairQueue } from './fair-queue.ts'

/** Leaves one core to the event loop, whatever the number of password checks. */
const runQueued = createFairQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaitingPerCaller: 8,
  maxWaitingCallers: 1_000,
})
/** Caller key for hashing outside a request. */
const internalCaller = 'internal'

interface Cost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

interface Hashed extends Cost {
  salt: Buffer
  tag: Buffer
}

/** NFKC: the same password typed on different keyboards is the same bytes (NIST SP 800-63B, 5.1.1.2). */
const computeTag = (
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
) =>
  deriveKey({
    message: password.normalize('NFKC'),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength,
  })

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, base64 without padding. */
const format = ({ memory, passes, parallelism, salt, tag }: Hashed) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

function parse(hash: string): Hashed {
  const match = hash.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/)
  if (!match) throw new Error('A stored password hash is not an Argon2id hash in PHC format')
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number)
  const [salt, tag] = match.slice(4).map(text => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { memory, passes, parallelism, salt, tag }
}

/** Checked if there is no account, so that the response time is the same. */
const decoy = format({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })

/**
 * Hashes with Argon2id in a worker thread: about 25 ms and 19 MiB.
 * @param caller key for fair queueing
 * @throws Problem 429 if the queue is full
 */
export async function hashPassword(password: string, caller = internalCaller): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format({
    ...cost,
    salt,
    tag: await runQueued(caller, () => computeTag(password, salt, cost, tagBytes)),
  })
}

async function matchesHash(password: string, hash: string): Promise<boolean> {
  const { salt, tag, ...storedCost } = parse(hash)
  return timingSafeEqual(await computeTag(password, salt, storedCost, tag.length), tag)
}

/**
 * Looks up an account and checks its password. Takes the same time without an account, so that timing does not reveal
 * which accounts exist. The look-up is queued as well: a flood of guesses uses at most as many database connections as
 * there are concurrent hashes, and a rejected guess uses none.
 * @param caller key for fair queueing
 * @throws Problem 429 if the queue is full; another error if the hash is not Argon2id in PHC format.
 */
export const checkPassword = <Holder extends { passwordHash: string | null }>(
  password: string,
  find: () => Promise<Holder | undefined>,
  caller = internalCaller,
): Promise<{ holder: Holder | null; right: boolean }> =>
  runQueued(caller, async () => {
    const holder = (await find()) ?? null
    const right = await matchesHash(password, holder?.passwordHash ?? decoy)
    return { holder, right: right && Boolean(holder?.passwordHash) }
  })

/** Whether a hash was created with other cost parameters than the current ones. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism, tag } = parse(hash)
  return (
    memory !== cost.memory ||
    passes !== cost.passes ||
    parallelism !== cost.parallelism ||
    tag.length !== tagBytes
  )
}
