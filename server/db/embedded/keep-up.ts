import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

type Options = {
  first: Postmaster
  bringUp: () => Promise<Postmaster>
  log: (message: string) => void
  /** Called once, when restarting was given up. */
  onExit?: ((error: Error) => void) | undefined
}

/** Restarts allowed within a minute; the first waits 100 ms, each further one twice as long as the one before. */
const restarts = { most: 5, withinMs: 60_000, firstWaitMs: 100 }

/** Starts PostgreSQL again whenever it ends without being told to. */
export function keepUp({ first, bringUp, log, onExit }: Options) {
  let postmaster = first
  let stopping = false
  const attempts: number[] = []

  const restart = async (how: string): Promise<void> => {
    const recent = attempts.filter(time => time > Date.now() - restarts.withinMs)
    if (recent.length >= restarts.most) throw new Error(`PostgreSQL keeps ending (${how}).`)
    attempts.push(Date.now())
    log(`PostgreSQL ended unexpectedly (${how}). Starting it again.`)
    await delay(restarts.firstWaitMs * 2 ** recent.length)
    if (stopping) return
    try {
      postmaster = await bringUp()
      log('PostgreSQL answers again.')
    } catch (error) {
      await restart(error instanceof Error ? error.message : String(error))
    }
  }

  const watch = async () => {
    while (!stopping) {
      const how = await postmaster.ended
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
