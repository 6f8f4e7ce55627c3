import { Problem } from '#server/kit/problem.ts'

interface Bounds {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Pieces of work that wait for one caller, and callers that wait. */
  perCaller: number
  callers: number
}

/**
 * Lets in work that costs a core: a few pieces at once, and callers in rotation, so that one with a single piece waits
 * for one of each other caller and not for all that they have asked for.
 */
export function openTurns({ atOnce, perCaller, callers }: Bounds) {
  /** Whoever waits, the next first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function letIn(): void {
    for (const [caller, begins] of waiting) {
      if (running >= atOnce) return
      waiting.delete(caller)
      const begin = begins.shift()
      if (begins.length > 0) waiting.set(caller, begins)
      running += 1
      begin?.()
    }
  }

  function turnOf(caller: string): Promise<void> {
    const begins = waiting.get(caller) ?? []
    if (begins.length >= perCaller || (begins.length === 0 && waiting.size >= callers))
      throw new Problem(429, 'Too many requests. Please wait a moment and try again.', {
        kind: 'too-many-requests',
        headers: { 'retry-after': '1' },
      })
    return new Promise(begin => {
      begins.push(begin)
      waiting.set(caller, begins)
      letIn()
    })
  }

  /** Does work when its turn has come. @throws Problem 429, at once, where too much waits already. */
  return async function inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    await turnOf(caller)
    try {
      return await work()
    } finally {
      running -= 1
      letIn()
    }
  }
}
