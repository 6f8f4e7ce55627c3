import { setTimeout as delay } from 'node:timers/promises'

interface Stop {
  /** Name for the log. */
  what: string
  /** Timeout in milliseconds. */
  timeoutMs: number
  stop: () => Promise<unknown> | unknown
}

/** Shutdown callbacks, registered during the start. */
export interface Shutdown {
  onShutdown(what: string, timeoutMs: number, stop: Stop['stop']): void
  /** Runs the callbacks in reverse order; a failure or timeout does not prevent the others. */
  shutdown(): Promise<void>
}

/** @param complain called for each part that failed to stop */
export function createShutdown(complain: (message: string) => void): Shutdown {
  const stops: Stop[] = []
  return {
    onShutdown: (what, timeoutMs, stop) => void stops.push({ what, timeoutMs, stop }),
    async shutdown() {
      for (const { what, timeoutMs, stop } of stops.splice(0).reverse()) {
        const over = new AbortController()
        const late = delay(timeoutMs, undefined, { signal: over.signal }).then(() => {
          throw new Error(`not done after ${timeoutMs / 1000} s`)
        })
        try {
          await Promise.race([stop(), late])
        } catch (error) {
          complain(`While stopping ${what}: ${(error as Error).message}`)
        } finally {
          over.abort()
          late.catch(() => {
            // Cancels the timer.
          })
        }
      }
    },
  }
}
