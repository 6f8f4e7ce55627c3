import { setTimeout as delay } from 'node:timers/promises'
import { breaker } from './breaker.ts'

/**
 * Why a service gave no answer: too many asked, it took too long, its answer broke off or made no sense, it refused our
 * key, it would not do what was asked, or it is down.
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

interface Patience {
  /** The longest that one try may take, in milliseconds. */
  patience: number
  /** The pause before a second try, in milliseconds; it doubles, half of it drawn by lot. */
  retryPause?: number
}

/** Asks a service. @throws ServiceFailure, or the signal's own reason when the caller has stopped it. */
export type Ask = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

const tries = 3
/** Failures in a row after which the service is left alone, and for how long, in milliseconds. */
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

/** Holds calls of one HTTP service to a time, tries again what may pass, and leaves alone what fails again and again. */
export function service({ patience, retryPause = 400 }: Patience): Ask {
  const guard = breaker(opensAfter, leftAlone)
  return async (work, signal) => {
    for (let tried = 1; ; tried++) {
      if (!guard.mayTry()) throw new ServiceFailure('down')
      const late = AbortSignal.timeout(patience)
      try {
        const answer = await work(AbortSignal.any([signal, late]))
        guard.succeeded()
        return answer
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

/** A response whose status says that all is well. @throws ServiceFailure otherwise, by what the status says. */
export function mustSucceed(response: Response): Response {
  const { ok, status } = response
  if (ok) return response
  if (status === 429) throw new ServiceFailure('busy')
  if (status === 401 || status === 403) throw new ServiceFailure('refused')
  throw new ServiceFailure(status < 500 ? 'rejected' : 'down')
}
