/** Holds calls off a service that has failed again and again, so that nobody waits for what will not come. */
export interface Breaker {
  /** Whether a call may be tried: while it is open, one after each pause. */
  mayTry(): boolean
  succeeded(): void
  failed(): void
}

/**
 * @param failures in a row that open it
 * @param pause milliseconds until one call is let through to see
 */
export function breaker(failures: number, pause: number, now: () => number = Date.now): Breaker {
  let row = 0
  let until = 0
  return {
    mayTry() {
      if (row < failures) return true
      if (now() < until) return false
      until = now() + pause
      return true
    },
    succeeded() {
      row = 0
    },
    failed() {
      row += 1
      if (row >= failures) until = now() + pause
    },
  }
}
