import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Problem } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { claimNotification, countAttempt, forgiveAttempt, resetAttempts } from './queries/attempts.ts'
import { isKnownDevice } from './queries/sessions.ts'

/** An exponential delay after a number of free failures. */
export interface Backoff {
  freeFailures: number
  /** The first delay; each further failure doubles it. */
  baseDelaySeconds: number
  maxDelaySeconds: number
  /** Failures expire this many minutes after the last one. */
  windowMinutes: number
}

/** Attempts at one account from one address or known device. */
const pairBackoff: Backoff = { freeFailures: 5, baseDelaySeconds: 5, maxDelaySeconds: 300, windowMinutes: 60 }
/** The same while the account is under attack: the first attempt from an address is always allowed. */
const strictPairBackoff: Backoff = {
  freeFailures: 1,
  baseDelaySeconds: 30,
  maxDelaySeconds: 900,
  windowMinutes: 60,
}
/** Attempts at any account from one address. */
const addressBackoff: Backoff = {
  freeFailures: 30,
  baseDelaySeconds: 5,
  maxDelaySeconds: 60,
  windowMinutes: 15,
}
/** Counts only. An account is never locked as a whole, because strangers could then lock out its owner. */
const accountCounter: Backoff = {
  freeFailures: 1_000_000_000,
  baseDelaySeconds: 0,
  maxDelaySeconds: 0,
  windowMinutes: 60,
}
/** Number of failures within an hour at which an account counts as under attack and its owner is notified. */
const attackThreshold = 20

export interface SignInAttempt {
  /** The account, or for an unknown one the login name that was tried. */
  account: string
  personId: string | null
  address: string
  userAgent: string | null
}

const keyOf = (...parts: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address, or the /64 network of an IPv6 address, which is what one customer of a provider gets. */
export function addressGroup(address: string): string {
  const ipv4 = mappedIpv4.exec(address)?.[1]
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const tooMany = (seconds: number) =>
  new Problem(429, 'Too many failed sign-ins. Wait a moment, or reset your password by email.', {
    kind: 'too-many-sign-ins',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/**
 * Counts a sign-in before its password is checked, so that concurrent guesses are counted too; {@link allowSignIn}
 * reverts the count. Delays grow per account and address. Devices that the account has used before have separate
 * counters, which a stranger at another address or with another browser cannot exhaust.
 * @throws Problem 429 of kind `too-many-sign-ins` while a delay is running
 */
export async function countSignIn(services: Services, attempt: SignInAttempt): Promise<void> {
  const db = services.database.reserved['sign-in']
  const { account, personId, address, userAgent } = attempt
  const isKnown = await isKnownDevice(db, personId, address, userAgent)
  const { failures } = await countAttempt(db, keyOf('account', account), accountCounter)
  if (personId && failures % attackThreshold === 0) await notifyOwner(services, attempt, failures)
  const group = addressGroup(address)
  const backoff = !isKnown && failures > attackThreshold ? strictPairBackoff : pairBackoff
  const device = isKnown ? userAgent : null
  const pair = await countAttempt(db, keyOf('pair', account, group, device, String(isKnown)), backoff)
  if (!pair.allowed) throw tooMany(pair.waitSeconds)
  if (isKnown) return
  const origin = await countAttempt(db, keyOf('address', group), addressBackoff)
  if (!origin.allowed) throw tooMany(origin.waitSeconds)
}

/** Reverts the counts of a sign-in whose password was right. */
export async function allowSignIn({ database }: Services, attempt: SignInAttempt): Promise<void> {
  const db = database.reserved['sign-in']
  const { account, address, userAgent } = attempt
  const group = addressGroup(address)
  await resetAttempts(db, [
    keyOf('pair', account, group, userAgent, 'true'),
    keyOf('pair', account, group, null, 'false'),
  ])
  await forgiveAttempt(db, [keyOf('account', account), keyOf('address', group)])
}

/** Notifies the owner of an account of failed sign-ins, at most once a day. */
async function notifyOwner({ database, jobs }: Services, attempt: SignInAttempt, failures: number) {
  await database.reserved['sign-in'].transaction().execute(async db => {
    if (!(await claimNotification(db, keyOf('account', attempt.account)))) return
    await jobs.enqueue(db, 'security_letter', {
      letter: 'failed_sign_ins',
      person_id: attempt.personId as string,
      at: new Date().toISOString(),
      values: { count: String(failures), address: attempt.address },
    })
  })
}
