import { setTimeout } from 'node:timers/promises'

/** Milliseconds after which the next batch starts, even if the previous one has not finished. */
const maxWaitMs = 50

/**
 * Batches concurrent lookups into one query. Lookups that arrive while a batch is running join the next one, so every
 * result comes from a query that started after its lookup. Nothing is cached.
 * @param load loads a batch; keys that are missing in its result resolve to undefined
 */
export function batchLoader<Answer>(
  load: (keys: string[]) => Promise<Map<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  let waiting: {
    key: string
    resolve: (value: Answer | undefined) => void
    reject: (error: unknown) => void
  }[] = []
  let busy = false

  async function loadBatch(asked: typeof waiting) {
    try {
      const answers = await load([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(answers.get(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  async function work() {
    if (busy) return
    busy = true
    while (waiting.length > 0) {
      const asked = waiting
      waiting = []
      await Promise.race([loadBatch(asked), setTimeout(maxWaitMs, undefined, { ref: false })])
    }
    busy = false
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void work()
    })
}
