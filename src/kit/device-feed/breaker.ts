/** Milliseconds between two polls at first, and at most. */
const first = 5_000
const longest = 60_000
/** Failures in a row after which polling stops. */
const most = 5

/** What is known of a server that is polled: kept, so that a reload does not begin anew with one that refuses. */
export interface Breaker {
  /** Milliseconds until the next poll. */
  interval: number
  /** In a row. */
  failures: number
  /** The token with which polling stopped, by its mark; null while it goes on. */
  stoppedWith: string | null
}

export const closed: Breaker = { interval: first, failures: 0, stoppedWith: null }

/** Tells a token from others without being of any use: the end of its signature. */
const markOf = (token: string | null) => (token ?? '').slice(-12)

/** After a failure: the interval doubles; the fifth in a row, or a refusal, stops it and remembers the token. */
export function failed(breaker: Breaker, token: string | null, status?: number): Breaker {
  const failures = breaker.failures + 1
  const refused = status === 401 || status === 403
  return {
    failures,
    interval: Math.min(longest, breaker.interval * 2),
    stoppedWith: refused || failures >= most ? markOf(token) : breaker.stoppedWith,
  }
}

/** Whether polling has stopped for good, as long as this token is stored. */
export const isStopped = ({ stoppedWith }: Breaker, token: string | null) =>
  stoppedWith !== null && (token === null || stoppedWith === markOf(token))

/** The breaker as another token finds it: a different one begins anew. */
export const meeting = (breaker: Breaker, token: string | null): Breaker =>
  breaker.stoppedWith === null || isStopped(breaker, token) ? breaker : closed

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export const breakerKey = 'device_feed_polling'

/** The breaker as it was left; a closed one where nothing, or nothing of ours, is kept. */
export function readBreaker(store: Store): Breaker {
  try {
    const kept = JSON.parse(store.getItem(breakerKey) ?? 'null') as Partial<Breaker> | null
    const { interval, failures, stoppedWith = null } = kept ?? {}
    if (typeof interval !== 'number' || typeof failures !== 'number') return closed
    if (stoppedWith !== null && typeof stoppedWith !== 'string') return closed
    return { interval: Math.min(longest, Math.max(first, interval)), failures, stoppedWith }
  } catch {
    return closed
  }
}

export function keepBreaker(store: Store, breaker: Breaker): void {
  if (breaker === closed) store.removeItem(breakerKey)
  else store.setItem(breakerKey, JSON.stringify(breaker))
}
