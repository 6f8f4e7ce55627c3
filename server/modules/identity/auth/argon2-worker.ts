/** Worker thread of `argon2.ts`: computes Argon2id for each message, one at a time. */
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'

/** Nice value: yields to request handling, but runs before background work. */
const priority = 5

try {
  // Linux has a priority per thread; the thread id is only available through this link.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority)
} catch {
  // Other platforms have no per-thread priority; hashing then competes with request handling.
}

parentPort?.on('message', parameters => parentPort?.postMessage(argon2Sync('argon2id', parameters)))
