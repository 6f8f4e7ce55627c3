import { setTimeout } from 'node:timers/promises'

/** Milliseconds for which questions wait for a query under way before the next one is made beside it. */
const patience = 50

/**
 * Answers questions that are asked at about the same time by one query: those that come while one is under way wait
 * for the next, but not behind one that hangs. So every answer is of a query that began after its question, and nothing
 * is remembered.
 * @param load answers many; what it leaves out is answered by undefined.
 */
export function batchLoader<Answer>(
  load: (keys: string[]) => Promise<Map<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  let waiting: {
    key: string
    resolve: (answer: Answer | undefined) => void
    reject: (error: unknown) => void
  }[] = []
  let busy = false

  async function answer(asked: typeof waiting) {
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
      await Promise.race([answer(asked), setTimeout(patience, undefined, { ref: false })])
    }
    busy = false
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void work()
    })
}
