import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const thread = new URL('./hashing-thread.ts', import.meta.url)
const idle: Worker[] = []

/**
 * Argon2id in a thread of low priority: what is at work for those who are signed in goes first, whoever guesses
 * passwords meanwhile. There are as many threads as were busy at once.
 */
export async function derive(given: Argon2Parameters): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(thread)
  worker.ref()
  worker.postMessage(given)
  const [tag] = (await once(worker, 'message')) as [Uint8Array]
  worker.unref()
  idle.push(worker)
  return Buffer.from(tag)
}
