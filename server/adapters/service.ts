import { setTimeout as delay } from 'node:timers/promises'
import { breaker } from './breaker.ts'

/**
 * Why a request to a service failed: overloaded, timeout, incomplete or invalid response, credentials refused, request
 * rejected, or unreachable.
 */
export type FailureKind = 'busy' | 'slow' | 'broken' | 'refused' | 'rejected' | 'down'

export class ServiceFailure extends Error {
  override name = 'ServiceFailure'
  readonly kind: FailureKind
  constructor(kind: FailureKind, cause?: unknown) {
    super(`The service did not answer: ${kind}`, { cause })
    this.kind = kind
  }
}

interface Timing {
  /** Timeout of one attempt in milliseconds. */
  timeoutMs: number
  /** Delay before the second attempt in milliseconds; it doubles, and half of it is random. */
  retryPause?: number
}

/** Calls a service. @throws ServiceFailure, or the signal's reason if the caller aborted. */
export type Ask = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

const tries = 3
/** Consecutive failures that open the circuit breaker, and the pause in milliseconds. */
const opensAfter = 5
const leftAlone = 20_000

const isPassing = (kind: FailureKind) => kind === 'busy' || kind === 'down' || kind === 'broken'

function failureOf(error: unknown, isLate: boolean): ServiceFailure {
  if (error instanceof ServiceFailure) return error
  if (isLate) return new ServiceFailure('slow', error)
  const { code = '' } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string }
  const isAway = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
  return new ServiceFailure(isAway ? 'down' : 'broken', error)
}

/** Wraps calls of an HTTP service with a timeout, retries of temporary failures, and a circuit breaker. */
export function service({ timeoutMs, retryPause = 400 }: Timing): Ask {
  const guard = breaker(opensAfter, leftAlone)
  return async (work, signal) => {
    for (let tried = 1; ; tried++) {
      if (!guard.mayTry()) throw new ServiceFailure('down')
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const result = await work(AbortSignal.any([signal, late]))
        guard.succeeded()
        return result
      } catch (error) {
        signal.throwIfAborted()
        const failure = failureOf(error, late.aborted)
        if (failure.kind !== 'refused' && failure.kind !== 'rejected') guard.failed()
        if (tried === tries || !isPassing(failure.kind)) throw failure
        const pause = retryPause * 2 ** (tried - 1)
        await delay(pause / 2 + Math.random() * (pause / 2), undefined, { signal })
      }
    }
  }
}

/** @throws ServiceFailure by the status, unless it is a success */
export function mustSucceed(response: Response): Response {
  const { ok, status } = response
  if (ok) return response
  if (status === 429) throw new ServiceFailure('busy')
  if (status === 401 || status === 403) throw new ServiceFailure('refused')
  throw new ServiceFailure(status < 500 ? 'rejected' : 'down')
}
