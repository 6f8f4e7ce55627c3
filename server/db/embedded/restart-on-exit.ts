import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

type Options = {
  first: Postmaster
  bringUp: () => Promise<Postmaster>
  log: (message: string) => void
  /** Called once, when restarting has failed. */
  onExit?: ((error: Error) => void) | undefined
}

/**
 * The first restart waits 100 ms; the delay doubles until PostgreSQL has stayed up for a second. Only failed starts
 * count as failures: a PostgreSQL that ran may have been killed.
 */
const restarts = { mostFailures: 5, firstWaitMs: 100, longestWaitMs: 3_200, steadyMs: 1_000 }

/** Restarts PostgreSQL whenever it exits unexpectedly. */
export function restartOnExit({ first, bringUp, log, onExit }: Options) {
  let postmaster = first
  let stopping = false
  let since = Date.now()
  let waited = 0

  const restart = async (how: string, failures = 0): Promise<void> => {
    if (failures >= restarts.mostFailures) throw new Error(`PostgreSQL keeps ending (${how}).`)
    log(`PostgreSQL ended unexpectedly (${how}). Starting it again.`)
    await delay(Math.min(restarts.firstWaitMs * 2 ** waited, restarts.longestWaitMs))
    waited += 1
    if (stopping) return
    try {
      postmaster = await bringUp()
      since = Date.now()
      log('PostgreSQL answers again.')
    } catch (error) {
      await restart(error instanceof Error ? error.message : String(error), failures + 1)
    }
  }

  const watch = async () => {
    while (!stopping) {
      const how = await postmaster.ended
      if (Date.now() - since >= restarts.steadyMs) waited = 0
      if (!stopping) await restart(how)
    }
    await postmaster.stop()
  }
  const watching = watch().catch((error: Error) => onExit?.(error))

  return {
    current: () => postmaster,
    async stop() {
      stopping = true
      await postmaster.stop()
      await watching
    },
  }
}
