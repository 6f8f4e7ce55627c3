import { mkdir, realpath, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { locateBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { lockInstance } from './instance-lock.ts'
import { connectionStringFor, layoutOf, makeSocketDir } from './layout.ts'
import { type Postmaster, StartFailed, startPostmaster } from './postmaster.ts'
import { resolvePredecessor } from './predecessor.ts'
import { restartOnExit } from './restart-on-exit.ts'
import { chooseRunner } from './runner.ts'

type Options = {
  /** Data folder of this installation; created if missing. */
  dataDir: string
  log: (message: string) => void
  /** Called once, when PostgreSQL has exited and cannot be restarted. */
  onExit?: (error: Error) => void
}

export type Supervised = {
  /** For `pg`; the same after restarts of PostgreSQL. */
  connectionString: string
  /** Current process id of PostgreSQL. */
  readonly pid: number
  /** Shuts PostgreSQL down and releases the data folder. */
  stop(): Promise<void>
}

/** Time for the remaining processes of an earlier PostgreSQL to exit. */
const retryTimeoutMs = 30_000

/**
 * Starts, or attaches to, the PostgreSQL of `dataDir` and resolves once it accepts queries. It is restarted if it exits
 * unexpectedly. Must be called on the main thread: Linux ends PostgreSQL with the thread that started it.
 * @throws {DataFolderInUse} when another process supervises the same folder.
 */
export async function supervise({ dataDir, log, onExit }: Options): Promise<Supervised> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  const lock = lockInstance(folder)
  try {
    const layout = layoutOf(folder)
    const binaries = await locateBinaries()
    const runner = await chooseRunner(folder, binaries)
    await ensureCluster({ cluster: layout.cluster, binaries, runner, log })
    await makeSocketDir(layout.socketDir, runner)

    const connectionString = connectionStringFor(layout.socketDir)

    const bringUp = async (): Promise<Postmaster> => {
      const deadline = Date.now() + retryTimeoutMs
      for (;;) {
        const predecessor = await resolvePredecessor(layout.cluster)
        if (predecessor?.connectionString === connectionString) return predecessor.postmaster
        await predecessor?.postmaster.stop()
        try {
          return await startPostmaster(layout, binaries, runner)
        } catch (error) {
          if (!(error instanceof StartFailed && error.passing) || Date.now() > deadline) throw error
          await delay(200)
        }
      }
    }

    const keeper = restartOnExit({ first: await bringUp(), bringUp, log, onExit })
    return {
      connectionString,
      get pid() {
        return keeper.current().pid
      },
      async stop() {
        await keeper.stop()
        await rm(layout.socketDir, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Deletes the embedded database of a data folder in any state, and keeps the other files of the folder.
 * @throws {DataFolderInUse} while a server runs on it.
 */
export async function discard(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { cluster, dataDir: folder } = layoutOf(await realpath(dataDir))
  const lock = lockInstance(folder)
  try {
    const predecessor = await resolvePredecessor(cluster)
    await predecessor?.postmaster.stop()
    await rm(cluster, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
