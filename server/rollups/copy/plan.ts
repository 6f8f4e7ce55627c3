import type { Interval } from '../source.ts'
import { FIVE_MINUTES } from '../spans.ts'

/** What is known of the copy of a source in a snapshot of PostgreSQL. */
export interface CopyState {
  /** Everything from this instant on is copied, but for the changes, in epoch milliseconds. */
  copiedFrom: number
  begun: number
  completed: number
  /** Starts of the five-minute slots that changed since they were copied. */
  changed: readonly number[]
}

/** How an interval is read where there is a copy. */
export interface CopyPlan {
  /** Up to here it is read from embedded rollups; the start of the interval if all of it is copied. */
  until: number
  /** Read from ClickHouse. */
  copied: Interval[]
  /** Read from rows, because these changed since they were copied. */
  rows: Interval[]
}

/** With more changed intervals than this, embedded rollups are faster. */
const maxChanged = 40

/**
 * Plans the reads of an interval: days before the copy begins, what is copied, and what has changed since.
 * @param cuts starts of days in ascending order, from the first day of the interval to the end of its last
 * @returns null if embedded rollups should answer alone
 */
export function planCopied(
  [from, to]: Interval,
  cuts: readonly number[],
  { copiedFrom, changed }: CopyState,
): CopyPlan | null {
  // Embedded rollups of months whose rows were dropped only exist for whole days.
  const until = copiedFrom <= from ? from : cuts.find(cut => cut >= copiedFrom)
  if (until === undefined || until >= to) return null
  const rows: Interval[] = []
  for (const slot of [...changed].sort((a, b) => a - b)) {
    const interval: Interval = [Math.max(slot, until), Math.min(slot + FIVE_MINUTES, to)]
    const last = rows.at(-1)
    if (interval[1] <= interval[0]) continue
    if (last && interval[0] <= last[1]) rows[rows.length - 1] = [last[0], Math.max(last[1], interval[1])]
    else rows.push(interval)
  }
  if (rows.length > maxChanged) return null
  const copied: Interval[] = []
  let start = until
  for (const [a, b] of rows) {
    if (a > start) copied.push([start, a])
    start = b
  }
  if (to > start) copied.push([start, to])
  return copied.length === 0 ? null : { until, copied, rows }
}
