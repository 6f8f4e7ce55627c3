import { setTimeout } from 'node:timers/promises'
import { type Actors, createActions } from './actions.ts'
import { pickWeighted, untilNext } from './chance.ts'

/** Interval of progress reports. */
const reportIntervalMs = 10_000

export interface Progress {
  seconds: number
  /** Actions. */
  begun: number
  /** Calls. */
  answered: number
  refused: number
}

export interface Traffic extends Pick<Actors, 'program' | 'admin' | 'anonymous' | 'stopping'> {
  /** Actions per minute. */
  rate: number
  minutes: number
  /** Maximum duration of a translation or conversation in seconds. */
  longest?: number
  /** Called every ten seconds. */
  progress?: (progress: Progress) => void
}

export interface SimulationResult {
  /** Successful calls by action. */
  done: Record<string, number>
  /** Refused calls by message. */
  refusals: Record<string, number>
  /** Actions started per minute; less than requested if this machine cannot keep up. */
  achieved: number
}

/** Generates traffic at a rate until the time is over or it is stopped. */
export async function simulate({
  rate,
  minutes,
  longest = 60,
  stopping,
  progress,
  ...actors
}: Traffic): Promise<SimulationResult> {
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

  const actions = await createActions({ ...actors, longest, stopping, attempt })
  const open = new Set<Promise<unknown>>()
  const start = performance.now()
  const end = start + minutes * 60_000
  let begun = 0
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)
  const telling = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1_000)
    progress?.({ seconds, begun, answered: total(done), refused: total(refusals) })
  }, reportIntervalMs)
  // Scheduled relative to the start, so that late timers do not accumulate drift.
  for (let due = start; due < end && !stopping.aborted; due += untilNext(rate)) {
    await setTimeout(Math.max(0, due - performance.now()), undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) break
    const act = pickWeighted(actions)()
    begun++
    open.add(act)
    void act.finally(() => open.delete(act))
  }
  const elapsed = performance.now() - start
  await Promise.all(open)
  clearInterval(telling)
  return { done, refusals, achieved: (begun * 60_000) / elapsed }
}
