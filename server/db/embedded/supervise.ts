import { mkdir, realpath, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { locateBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { connectionStringFor } from './connection.ts'
import { lockInstance } from './instance-lock.ts'
import { layoutOf, makeSocketDir } from './layout.ts'
import { type Postmaster, StartFailed, startPostmaster } from './postmaster.ts'
import { resolvePredecessor } from './predecessor.ts'
import { restartOnExit } from './restart-on-exit.ts'
import { chooseRunner } from './runner.ts'

type Options = {
  /** Folder of this installation's data; made when missing. */
  dataDir: string
  log: (message: string) => void
  /** Called once, when PostgreSQL ended and restarting it was given up. */
  onExit?: (error: Error) => void
}

export type Supervised = {
  /** For `pg`; it stays the same over restarts of PostgreSQL. */
  connectionString: string
  /** Process id of the PostgreSQL of the moment. */
  readonly pid: number
  /** Shuts PostgreSQL down and gives the data folder free. */
  stop(): Promise<void>
}

/** Time for the last processes of an earlier PostgreSQL to end. */
const patienceMs = 30_000

/**
 * Starts, or attaches to, the PostgreSQL that belongs to `dataDir` and resolves once it answers queries. When it ends
 * without being told to, it is started again. To be called on the main thread: Linux ends PostgreSQL with the thread
 * that started it.
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
      const deadline = Date.now() + patienceMs
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
