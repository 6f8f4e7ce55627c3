import { setTimeout as delay } from 'node:timers/promises'
import { askDataDirectory, connectionStringFor } from './connection.ts'
import { adoptPostmaster, type Postmaster } from './postmaster.ts'
import { readPostmasterPid, removePostmasterPid } from './postmaster-pid.ts'
import { isPostmaster } from './process-table.ts'

/** A fast shutdown ends every session at once, so one that lives this long shows that none is under way. */
const lingerMs = 200

/** Time that an earlier PostgreSQL gets to start or stop: its last checkpoint may be large. */
const patienceMs = 120_000

type Found = { pid: number; connectionString: string }

/** The PostgreSQL that is alive and answers for exactly this cluster. Changes nothing. */
export async function findRunning(cluster: string): Promise<Found | undefined> {
  const file = readPostmasterPid(cluster)
  if (file?.status !== 'ready' || !file.socketDir || !isPostmaster(file.pid, cluster)) return undefined
  const connectionString = connectionStringFor(file.socketDir)
  const directory = await askDataDirectory(connectionString, lingerMs).catch(() => undefined)
  return directory === cluster ? { pid: file.pid, connectionString } : undefined
}

/**
 * Settles what became of the PostgreSQL that ran on `cluster` before: waits for one that is starting or stopping,
 * and clears up after one that is dead. Only for the holder of the instance lock.
 * @returns the one that runs, otherwise undefined
 * @throws when one is alive and neither answers nor ends.
 */
export async function resolvePredecessor(
  cluster: string,
): Promise<{ postmaster: Postmaster; connectionString: string } | undefined> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const file = readPostmasterPid(cluster)
    if (!file) return undefined
    if (!isPostmaster(file.pid, cluster)) {
      removePostmasterPid(cluster)
      return undefined
    }
    const found = await findRunning(cluster)
    if (found) {
      return { postmaster: adoptPostmaster(found.pid, cluster), connectionString: found.connectionString }
    }
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (pid ${file.pid}) runs on ${cluster} but neither answers nor ends.`)
    }
    await delay(50)
  }
}
