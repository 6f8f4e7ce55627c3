import { Problem } from '#server/kit/problem.ts'

interface FairQueueOptions {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Upper bounds of tasks waiting per caller, and of waiting callers. */
  maxWaitingPerCaller: number
  maxWaitingCallers: number
}

/**
 * A concurrency limit with round-robin scheduling by caller: a caller with one task waits for at most one task of each
 * other caller, however many those have queued.
 */
export function createFairQueue({ concurrency, maxWaitingPerCaller, maxWaitingCallers }: FairQueueOptions) {
  /** Queued tasks by caller; the next caller to serve comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function startNext(): void {
    for (const [caller, starts] of waiting) {
      if (running >= concurrency) return
      waiting.delete(caller)
      const start = starts.shift()
      if (starts.length > 0) waiting.set(caller, starts)
      running += 1
      start?.()
    }
  }

  function acquireSlot(caller: string): Promise<void> {
    const starts = waiting.get(caller) ?? []
    if (starts.length >= maxWaitingPerCaller || (starts.length === 0 && waiting.size >= maxWaitingCallers))
      throw new Problem(429, 'Too many requests. Please wait a moment and try again.', {
        kind: 'too-many-requests',
        headers: { 'retry-after': '1' },
      })
    return new Promise(start => {
      starts.push(start)
      waiting.set(caller, starts)
      startNext()
    })
  }

  /** Runs a task when a slot is free. @throws Problem 429, immediately, if the queue is full. */
  return async function run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    await acquireSlot(caller)
    try {
      return await task()
    } finally {
      running -= 1
      startNext()
    }
  }
}
