import type { Interval } from './source.ts'

export const ONE_HOUR = 3_600_000
/** The finest resolution, stored for recent and busy days. */
export const FIVE_MINUTES = 300_000

/** A plan for reading an interval: the parts that are read from days, five-minute slots, hours and rows. */
export interface ReadPlan {
  days: Interval[]
  slots: Interval[]
  hours: Interval[]
  rows: Interval[]
}

/** The rollups of a source that exist and may be used. */
export interface Available {
  /** Starts of the five-minute slots with outdated rollups. */
  dirty: readonly number[]
  /** Whether whole days may be read; otherwise every hour is read separately. */
  days: boolean
  /** Starts of the days with five-minute totals. */
  slotted: ReadonlySet<number>
}

/** Appends an interval, and merges it with the last one if they touch. */
function append(intervals: Interval[], [from, to]: Interval): void {
  if (to <= from) return
  const last = intervals.at(-1)
  if (last?.[1] === from) intervals[intervals.length - 1] = [last[0], to]
  else intervals.push([from, to])
}

/** Above this number of row intervals, it is faster to read the gaps between them from rows as well. */
const maxRowIntervals = 40

/**
 * Plans how to read an interval: current whole days, then current five-minute slots or hours, then rows. Where a day of
 * the time zone does not start on an UTC hour, the hours around midnight are read from rows.
 * @param cuts starts of days in ascending order, from the first day of the interval to the end of its last
 */
export function planReads([from, to]: Interval, cuts: readonly number[], available: Available): ReadPlan {
  const spans: ReadPlan = { days: [], slots: [], hours: [], rows: [] }
  const dirty = [...available.dirty].sort((a, b) => a - b)
  let next = 0
  /** Whether a slot in the interval is outdated; intervals must be passed in ascending order. */
  const isDirty = ([a, b]: Interval) => {
    while (next < dirty.length && (dirty[next] as number) + FIVE_MINUTES <= a) next++
    return next < dirty.length && (dirty[next] as number) < b
  }
  /** Adds the whole units that are current to `clean`, and passes the rest to `others`. */
  function divide(
    [a, b]: Interval,
    unit: number,
    clean: Interval[],
    others = (interval: Interval) => append(spans.rows, interval),
  ) {
    const [first, last] = [Math.ceil(a / unit) * unit, Math.floor(b / unit) * unit]
    if (last <= first) return others([a, b])
    others([a, first])
    for (let at = first; at < last; at += unit) {
      const bucket: Interval = [at, at + unit]
      if (isDirty(bucket)) others(bucket)
      else append(clean, bucket)
    }
    others([last, b])
  }
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start, end] = [cuts[index] as number, cuts[index + 1] as number]
    const part: Interval = [Math.max(start, from), Math.min(end, to)]
    if (part[1] <= part[0]) continue
    const bySlots = (interval: Interval) => divide(interval, FIVE_MINUTES, spans.slots)
    if (part[0] === start && part[1] === end && available.days && !isDirty(part)) append(spans.days, part)
    else if (!available.slotted.has(start)) divide(part, ONE_HOUR, spans.hours)
    else if (available.days) bySlots(part)
    else divide(part, ONE_HOUR, spans.hours, bySlots)
  }
  if (spans.rows.length <= maxRowIntervals) return spans
  return spans.slots.length > 0
    ? planReads([from, to], cuts, { ...available, slotted: new Set() })
    : withoutHours(spans)
}

/** Replaces all reads of slots and hours by reads of rows. */
export function withoutHours({ days, slots, hours, rows }: ReadPlan): ReadPlan {
  const together: Interval[] = []
  for (const interval of [...slots, ...hours, ...rows].sort(([a], [b]) => a - b)) append(together, interval)
  return { days, slots: [], hours: [], rows: together }
}

/** Starts of the hours that overlap an interval. */
export const hoursOf = ([from, to]: Interval): number[] => {
  const first = Math.floor(from / ONE_HOUR)
  return Array.from({ length: Math.ceil(to / ONE_HOUR) - first }, (_, index) => (first + index) * ONE_HOUR)
}

/** Splits an interval at instants in ascending order. */
export function splitAt([from, to]: Interval, instants: readonly number[]): Interval[] {
  const ends = [...instants.filter(instant => instant > from && instant < to), to]
  return ends.map((end, index) => [ends[index - 1] ?? from, end])
}

/**
 * Splits intervals of whole days into the months that they fill and the days that are left.
 * @param months starts of months in ascending order, and the end of the last
 */
export function wholeMonths(days: readonly Interval[], months: readonly number[]) {
  const split: Record<'days' | 'months', Interval[]> = { days: [], months: [] }
  for (const interval of days)
    for (const [from, to] of splitAt(interval, months))
      append(months.includes(from) && months.includes(to) ? split.months : split.days, [from, to])
  return split
}

/** A running total from the start of its unit to an instant, to be added (1) or subtracted (-1). */
export interface RunningTotal {
  from: number
  to: number
  sign: 1 | -1
}

/**
 * The running totals that add up to an interval: for each unit that overlaps it, the total at the end of the overlap minus
 * the total at its start.
 * @param starts starts of units in ascending order, the first not after the start of the interval
 */
export function runningTotalsFor([from, to]: Interval, starts: readonly number[]): RunningTotal[] {
  if (to <= from) return []
  return splitAt([from, to], starts).flatMap(([a, b]): RunningTotal[] => {
    const start = starts.findLast(start => start <= a) as number
    const whole: RunningTotal = { from: start, to: b, sign: 1 }
    return a > start ? [whole, { from: start, to: a, sign: -1 }] : [whole]
  })
}
