import { setTimeout } from 'node:timers/promises'
import { type Actors, actsOf } from './acts.ts'
import { pickWeighted, untilNext } from './chance.ts'

/** Milliseconds between two reports of how far it is. */
const tellEvery = 10_000

/** How far it is. */
export interface Progress {
  seconds: number
  /** Acts. */
  begun: number
  /** Calls. */
  answered: number
  refused: number
}

export interface Traffic extends Pick<Actors, 'program' | 'admin' | 'somebody' | 'stopping'> {
  /** Acts a minute. */
  rate: number
  minutes: number
  /** The longest that a translation or a conversation goes on, in seconds. */
  longest?: number
  /** Told every ten seconds. */
  progress?: (progress: Progress) => void
}

export interface Told {
  /** Calls that were answered, by what they did. */
  done: Record<string, number>
  /** What was refused, and how often. */
  refusals: Record<string, number>
  /** Acts begun a minute; less than what was asked for where this machine could not keep up. */
  achieved: number
}

/** Acts through the public API at a rate, as devices and people do, until the time is over or it is stopped. */
export async function simulate({
  rate,
  minutes,
  longest = 60,
  stopping,
  progress,
  ...actors
}: Traffic): Promise<Told> {
  const done: Record<string, number> = {}
  const refusals: Record<string, number> = {}
  const count = (counts: Record<string, number>, what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  async function attempt(what: string, work: () => Promise<unknown>) {
    try {
      await work()
      count(done, what)
      return true
    } catch (error) {
      count(refusals, (error as Error).message)
      return false
    }
  }

  const acts = await actsOf({ ...actors, longest, stopping, attempt })
  const open = new Set<Promise<unknown>>()
  const start = performance.now()
  const end = start + minutes * 60_000
  let begun = 0
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)
  const telling = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1_000)
    progress?.({ seconds, begun, answered: total(done), refused: total(refusals) })
  }, tellEvery)
  // Planned from the beginning, so that a late timer is made up for.
  for (let due = start; due < end && !stopping.aborted; due += untilNext(rate)) {
    await setTimeout(Math.max(0, due - performance.now()), undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) break
    const act = pickWeighted(acts)()
    begun++
    open.add(act)
    void act.finally(() => open.delete(act))
  }
  const elapsed = performance.now() - start
  await Promise.all(open)
  clearInterval(telling)
  return { done, refusals, achieved: (begun * 60_000) / elapsed }
}
