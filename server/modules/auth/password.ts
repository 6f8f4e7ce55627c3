import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { openTurns } from './turns.ts'

const derive = promisify(argon2)

/** Half of the cores at most: the rest is for the event loop and the database, whoever guesses passwords meanwhile. */
const inTurn = openTurns({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  perCaller: 8,
  callers: 1_000,
})
/** Who asks when nobody from outside does. */
const ourselves = 'ourselves'

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

/** The same password typed on two keyboards is the same bytes (NIST SP 800-63B, 5.1.1.2). */
const tagOf = (
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
  caller: string,
) =>
  inTurn(caller, () =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength,
    }),
  )

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, base64 without padding. */
const format = ({ memory, passes, parallelism, salt, tag }: Hashed) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

function parse(hash: string): Hashed {
  const found = hash.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/)
  if (!found) throw new Error('A stored password hash is not an Argon2id hash in PHC format')
  const [memory = 0, passes = 0, parallelism = 0] = found.slice(1, 4).map(Number)
  const [salt, tag] = found.slice(4).map(text => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { memory, passes, parallelism, salt, tag }
}

/** Belongs to nobody: what a password is checked against where there is no account, at the same cost. */
const decoy = format({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })

/**
 * Argon2id in the thread pool: about 25 ms and 19 MiB.
 * @param caller who waits for it: callers take turns
 * @throws Problem 429 when too much waits already
 */
export async function hashPassword(password: string, caller = ourselves): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format({ ...cost, salt, tag: await tagOf(password, salt, cost, tagBytes, caller) })
}

/**
 * Whether a password belongs to a hash. Takes as long without a hash as with one, so that nobody learns by the clock
 * which accounts exist.
 * @param caller who waits for it: callers take turns
 * @throws Problem 429 when too much waits already; another error when the hash is not of Argon2id in PHC format.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  caller = ourselves,
): Promise<boolean> {
  const { salt, tag, ...given } = parse(hash ?? decoy)
  return timingSafeEqual(await tagOf(password, salt, given, tag.length, caller), tag)
}

/** Whether a hash was made at another cost than is asked for now. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism, tag } = parse(hash)
  return (
    memory !== cost.memory ||
    passes !== cost.passes ||
    parallelism !== cost.parallelism ||
    tag.length !== tagBytes
  )
}
