import { setTimeout as delay } from 'node:timers/promises'
import { askDataDirectory, connectionStringFor } from './connection.ts'
import { adoptPostmaster, type Postmaster } from './postmaster.ts'
import { readPostmasterPid, removePostmasterPid } from './postmaster-pid.ts'
import { isPostmaster } from './process-table.ts'

/** A fast shutdown ends every session at once, so one that lives this long shows that none is under way. */
const lingerMs = 200

/** Time that an earlier PostgreSQL gets to start or stop: its last checkpoint may be large. */
const patienceMs = 120_000

export type Predecessor = { postmaster: Postmaster; connectionString: string }

/**
 * Settles what became of the PostgreSQL that ran on `cluster` before: waits for one that is starting or stopping,
 * and clears up after one that is dead.
 * @returns the one that is alive and answers for exactly this cluster, otherwise undefined
 * @throws when one is alive and neither answers nor ends.
 */
export async function settlePredecessor(cluster: string): Promise<Predecessor | undefined> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const file = readPostmasterPid(cluster)
    if (!file) return undefined
    if (!isPostmaster(file.pid, cluster)) {
      removePostmasterPid(cluster)
      return undefined
    }
    if (file.status === 'ready' && file.socketDir) {
      const connectionString = connectionStringFor(file.socketDir)
      const directory = await askDataDirectory(connectionString, lingerMs).catch(() => undefined)
      if (directory === cluster) return { postmaster: adoptPostmaster(file.pid, cluster), connectionString }
    }
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (pid ${file.pid}) runs on ${cluster} but neither answers nor ends.`)
    }
    await delay(50)
  }
}
