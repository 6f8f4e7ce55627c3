/** Minimum and maximum poll interval in milliseconds. */
const minIntervalMs = 5_000
const maxIntervalMs = 60_000
/** Consecutive failures after which polling stops. */
const maxFailures = 5

/** Circuit breaker state, persisted so that a reload does not restart polling a server that refuses. */
export interface Breaker {
  /** Milliseconds until the next poll. */
  interval: number
  /** Consecutive. */
  failures: number
  /** Fingerprint of the token with which polling stopped; null while polling. */
  stoppedWith: string | null
}

export const closed: Breaker = { interval: minIntervalMs, failures: 0, stoppedWith: null }

/** Identifies a token without revealing it: the end of its signature. */
const tokenFingerprint = (token: string | null) => (token ?? '').slice(-12)

/** State after a failure: doubles the interval; the fifth in a row, or a 401/403, stops polling for this token. */
export function recordFailure(breaker: Breaker, token: string | null, status?: number): Breaker {
  const failures = breaker.failures + 1
  const refused = status === 401 || status === 403
  return {
    failures,
    interval: Math.min(maxIntervalMs, breaker.interval * 2),
    stoppedWith: refused || failures >= maxFailures ? tokenFingerprint(token) : breaker.stoppedWith,
  }
}

/** Whether polling stays stopped as long as this token is stored. */
export const isStopped = ({ stoppedWith }: Breaker, token: string | null) =>
  stoppedWith !== null && (token === null || stoppedWith === tokenFingerprint(token))

/** The breaker for a token: a different token resets it. */
export const forToken = (breaker: Breaker, token: string | null): Breaker =>
  breaker.stoppedWith === null || isStopped(breaker, token) ? breaker : closed

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export const breakerKey = 'device_feed_polling'

/** The persisted breaker; closed when there is none or it is malformed. */
export function readBreaker(store: Store): Breaker {
  try {
    const stored = JSON.parse(store.getItem(breakerKey) ?? 'null') as Partial<Breaker> | null
    const { interval, failures, stoppedWith = null } = stored ?? {}
    if (typeof interval !== 'number' || typeof failures !== 'number') return closed
    if (stoppedWith !== null && typeof stoppedWith !== 'string') return closed
    return { interval: Math.min(maxIntervalMs, Math.max(minIntervalMs, interval)), failures, stoppedWith }
  } catch {
    return closed
  }
}

export function saveBreaker(store: Store, breaker: Breaker): void {
  if (breaker === closed) store.removeItem(breakerKey)
  else store.setItem(breakerKey, JSON.stringify(breaker))
}
