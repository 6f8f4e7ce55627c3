import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const workerUrl = new URL('./argon2-worker.ts', import.meta.url)
const idleWorkers: Worker[] = []

/** Runs Argon2id in a low-priority worker thread; starts as many threads as are busy at the same time. */
export async function deriveKey(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = idleWorkers.pop() ?? new Worker(workerUrl)
  worker.ref()
  worker.postMessage(parameters)
  const [tag] = (await once(worker, 'message')) as [Uint8Array]
  worker.unref()
  idleWorkers.push(worker)
  return Buffer.from(tag)
}
