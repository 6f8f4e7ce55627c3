/** Circuit breaker: fails fast while a service keeps failing. */
export interface Breaker {
  /** Whether a call may be made; while the breaker is open, one per pause. */
  mayTry(): boolean
  succeeded(): void
  failed(): void
}

/**
 * @param failures consecutive failures that open it
 * @param pause milliseconds until a trial call is allowed
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
