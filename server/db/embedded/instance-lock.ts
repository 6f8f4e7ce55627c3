import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another server process holds the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'

  constructor(dataDir: string, pid: string) {
    super(
      `Another Voicedeck server (pid ${pid}) is already using the data folder ${dataDir}. ` +
        'Stop it, or choose another folder with DATA_DIR.',
    )
  }
}

export type InstanceLock = { release(): void }

/** Keeps a reference: a garbage-collected handle would release the lock. */
const held = new Set<DatabaseSync>()

const SQLITE_BUSY = 5

/**
 * Makes this process the only owner of `dataDir` until it releases the lock or exits.
 *
 * Node has no flock(2). SQLite holds a POSIX lock during an exclusive transaction, which the kernel releases with the
 * process, so there are no stale lock files and no confusion by reused process ids. The database stays empty.
 * @throws {DataFolderInUse} if a running process, including this one, holds the lock.
 */
export function lockInstance(dataDir: string): InstanceLock {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} is not writable for this user.`, { cause })
  }
  const owner = join(dataDir, 'server.pid')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataFolderInUse(dataDir, readOwner(owner))
    }
    throw error
  }
  held.add(lock)
  writeFileSync(owner, `${process.pid}\n`)
  return {
    release() {
      if (!held.delete(lock)) return
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
