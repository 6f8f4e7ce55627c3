import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

type Options = {
  first: Postmaster
  bringUp: () => Promise<Postmaster>
  log: (message: string) => void
  /** Called once, when restarting was given up. */
  onExit?: ((error: Error) => void) | undefined
}

/** Failures in a row that are borne; the first restart waits 100 ms, each further one twice as long as the one before. */
const restarts = { most: 5, firstWaitMs: 100 }

/** A PostgreSQL that has answered for so long did start; its end is the first of a new row. */
const steadyMs = 1_000

/** Starts PostgreSQL again whenever it ends without being told to. */
export function keepUp({ first, bringUp, log, onExit }: Options) {
  let postmaster = first
  let stopping = false
  let since = Date.now()
  let failures = 0

  const restart = async (how: string): Promise<void> => {
    if (failures >= restarts.most) throw new Error(`PostgreSQL keeps ending (${how}).`)
    log(`PostgreSQL ended unexpectedly (${how}). Starting it again.`)
    await delay(restarts.firstWaitMs * 2 ** failures)
    failures += 1
    if (stopping) return
    try {
      postmaster = await bringUp()
      since = Date.now()
      log('PostgreSQL answers again.')
    } catch (error) {
      await restart(error instanceof Error ? error.message : String(error))
    }
  }

  const watch = async () => {
    while (!stopping) {
      const how = await postmaster.ended
      if (Date.now() - since >= steadyMs) failures = 0
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
