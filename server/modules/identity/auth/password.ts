import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { derive } from './hashing.ts'
import { openTurns } from './turns.ts'

/** One core stays for the event loop, whoever guesses passwords meanwhile. */
const inTurn = openTurns({
  atOnce: Math.max(1, availableParallelism() - 1),
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
const tagOf = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  derive({
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
  const found = hash.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/)
  if (!found) throw new Error('A stored password hash is not an Argon2id hash in PHC format')
  const [memory = 0, passes = 0, parallelism = 0] = found.slice(1, 4).map(Number)
  const [salt, tag] = found.slice(4).map(text => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { memory, passes, parallelism, salt, tag }
}

/** Belongs to nobody: what a password is checked against where there is no account, at the same cost. */
const decoy = format({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })

/**
 * Argon2id in a thread of its own: about 25 ms and 19 MiB.
 * @param caller who waits for it: callers take turns
 * @throws Problem 429 when too much waits already
 */
export async function hashPassword(password: string, caller = ourselves): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format({ ...cost, salt, tag: await inTurn(caller, () => tagOf(password, salt, cost, tagBytes)) })
}

async function belongs(password: string, hash: string): Promise<boolean> {
  const { salt, tag, ...given } = parse(hash)
  return timingSafeEqual(await tagOf(password, salt, given, tag.length), tag)
}

/**
 * Looks up whose password it might be, and whether it is theirs. Takes as long without a hash as with one, so that
 * nobody learns by the clock which accounts exist. The look-up waits for its turn as well: a storm of guesses holds as
 * many connections to the database as passwords are hashed at once, and what is refused costs none.
 * @param caller who waits for it: callers take turns
 * @throws Problem 429 when too much waits already; another error when the hash is not of Argon2id in PHC format.
 */
export const checkPassword = <Holder extends { passwordHash: string | null }>(
  password: string,
  find: () => Promise<Holder | undefined>,
  caller = ourselves,
): Promise<{ holder: Holder | null; right: boolean }> =>
  inTurn(caller, async () => {
    const holder = (await find()) ?? null
    const right = await belongs(password, holder?.passwordHash ?? decoy)
    return { holder, right: right && Boolean(holder?.passwordHash) }
  })

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
