/** The thread behind `hashing.ts`: Argon2id of whatever it is sent, one after the other. */
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'

/** Behind everything else that wants a core (nice), before what nobody waits for. */
const priority = 5

try {
  // Linux keeps a priority for each thread, by an id that only this folder tells.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority)
} catch {
  // Elsewhere it competes with the others: sign-ins work, and a storm of them is felt more.
}

parentPort?.on('message', given => parentPort?.postMessage(argon2Sync('argon2id', given)))
