import { realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { askDataDirectory, connectionStringFor, layoutOf } from './layout.ts'
import { adoptPostmaster, type Postmaster } from './postmaster.ts'
import { readPostmasterPid, removePostmasterPid } from './postmaster-pid.ts'
import { isPostmaster } from './process-table.ts'

/** A fast shutdown ends all sessions at once; a session that survives this long shows that none is in progress. */
const lingerMs = 200

/** Time for an earlier PostgreSQL to start or stop: its last checkpoint may be large. */
const timeoutMs = 120_000

type Found = { pid: number; connectionString: string }

/** Finds a PostgreSQL that runs on this cluster and responds. Changes nothing. */
async function findRunning(cluster: string): Promise<Found | undefined> {
  const file = readPostmasterPid(cluster)
  if (file?.status !== 'ready' || !file.socketDir || !isPostmaster(file.pid, cluster)) return undefined
  const connectionString = connectionStringFor(file.socketDir)
  const directory = await askDataDirectory(connectionString, lingerMs).catch(() => undefined)
  return directory === cluster ? { pid: file.pid, connectionString } : undefined
}

/**
 * Determines the state of an earlier PostgreSQL on `cluster`: waits while it is starting or stopping, and cleans up after
 * a dead one. Requires the instance lock.
 * @returns the running PostgreSQL, or undefined
 * @throws if one is running that neither responds nor exits.
 */
export async function resolvePredecessor(
  cluster: string,
): Promise<{ postmaster: Postmaster; connectionString: string } | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const file = readPostmasterPid(cluster)
    if (!file) return undefined
    if (!isPostmaster(file.pid, cluster)) {
      removePostmasterPid(cluster)
      return undefined
    }
    const running = await findRunning(cluster)
    if (running) {
      return { postmaster: adoptPostmaster(running.pid, cluster), connectionString: running.connectionString }
    }
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (pid ${file.pid}) runs on ${cluster} but neither answers nor ends.`)
    }
    await delay(50)
  }
}

/** The connection string of the PostgreSQL that runs on a data folder; undefined if none does. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const running = await findRunning(layoutOf(await realpath(dataDir)).cluster)
  return running?.connectionString
}
