import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const workerUrl = new URL('./argon2-worker.ts', import.meta.url)

/** Milliseconds after which a thread without work ends: each holds some 10 MB. */
const idleMs = 60_000

interface IdleWorker {
  worker: Worker
  end: NodeJS.Timeout
}
/** The one that worked last is used first, so that those beyond the usual load end. */
const idleWorkers: IdleWorker[] = []

function takeWorker(): Worker {
  const idle = idleWorkers.pop()
  if (!idle) return new Worker(workerUrl)
  clearTimeout(idle.end)
  return idle.worker
}

function keepWorker(worker: Worker): void {
  const end = setTimeout(() => {
    idleWorkers.splice(idleWorkers.indexOf(idle), 1)
    void worker.terminate()
  }, idleMs).unref()
  const idle = { worker, end }
  idleWorkers.push(idle)
}

/** Runs Argon2id in a low-priority worker thread; starts as many threads as are busy at the same time. */
export async function deriveKey(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = takeWorker()
  worker.ref()
  worker.postMessage(parameters)
  const [tag] = (await once(worker, 'message')) as [Uint8Array]
  worker.unref()
  keepWorker(worker)
  return Buffer.from(tag)
}
