import { setTimeout as delay } from 'node:timers/promises'

interface Stop {
  /** Named when it fails. */
  what: string
  /** The longest that it may take, in milliseconds. */
  patience: number
  stop: () => Promise<unknown> | unknown
}

/** What has to be stopped, collected while it starts. */
export interface Shutdown {
  onShutdown(what: string, patience: number, stop: Stop['stop']): void
  /** Stops everything in the reverse order of its start; what fails or takes too long does not keep the others. */
  shutdown(): Promise<void>
}

/** @param complain told of each thing that did not stop as it should */
export function createShutdown(complain: (message: string) => void): Shutdown {
  const stops: Stop[] = []
  return {
    onShutdown: (what, patience, stop) => void stops.push({ what, patience, stop }),
    async shutdown() {
      for (const { what, patience, stop } of stops.splice(0).reverse()) {
        const over = new AbortController()
        const late = delay(patience, undefined, { signal: over.signal }).then(() => {
          throw new Error(`not done after ${patience / 1000} s`)
        })
        try {
          await Promise.race([stop(), late])
        } catch (error) {
          complain(`While stopping ${what}: ${(error as Error).message}`)
        } finally {
          over.abort()
          late.catch(() => {
            // Called off, as nobody waits for it any more.
          })
        }
      }
    },
  }
}
