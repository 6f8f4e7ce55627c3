import type { Interval } from './source.ts'

export const ONE_HOUR = 3_600_000
/** Five minutes: the finest that is kept, of the latest days and of busy ones. */
export const FIVE_MINUTES = 300_000

/** How a stretch of time is read: which of it from days, from five minutes, or from hours, which from the rows. */
export interface ReadPlan {
  days: Interval[]
  slots: Interval[]
  hours: Interval[]
  rows: Interval[]
}

/** What is rolled up of a source, and what of it is asked for. */
export interface Available {
  /** Beginnings of the five minutes whose rollup does not hold. */
  dirty: readonly number[]
  /** Whether days may be read at all; else each hour by itself. */
  days: boolean
  /** Beginnings of the days of which five minutes are kept. */
  slotted: ReadonlySet<number>
}

/** Adds a stretch behind the last, as one with it where they touch. */
function append(stretches: Interval[], [from, to]: Interval): void {
  if (to <= from) return
  const last = stretches.at(-1)
  if (last?.[1] === from) stretches[stretches.length - 1] = [last[0], to]
  else stretches.push([from, to])
}

/** Rows in more stretches than this are quicker read together with what lies between them: in whole hours, or at all. */
const mostStretches = 40

/**
 * Divides a stretch of time: whole days with nothing dirty, else five minutes or whole hours without, else rows. Where
 * a zone's day does not begin with an hour of UTC, the hours around its midnight are read from the rows.
 * @param cuts where days begin, in rising order, from the day of the stretch's first instant to the end of its last
 */
export function planReads([from, to]: Interval, cuts: readonly number[], kept: Available): ReadPlan {
  const spans: ReadPlan = { days: [], slots: [], hours: [], rows: [] }
  const dirty = [...kept.dirty].sort((a, b) => a - b)
  let next = 0
  /** Whether something within is dirty; asked in rising order. */
  const isDirty = ([a, b]: Interval) => {
    while (next < dirty.length && (dirty[next] as number) + FIVE_MINUTES <= a) next++
    return next < dirty.length && (dirty[next] as number) < b
  }
  /** Adds whole units that are clean to their kind, and leaves the rest to `others`. */
  function divide(
    [a, b]: Interval,
    unit: number,
    clean: Interval[],
    others = (stretch: Interval) => append(spans.rows, stretch),
  ) {
    const [first, last] = [Math.ceil(a / unit) * unit, Math.floor(b / unit) * unit]
    if (last <= first) return others([a, b])
    others([a, first])
    for (let at = first; at < last; at += unit) {
      const one: Interval = [at, at + unit]
      if (isDirty(one)) others(one)
      else append(clean, one)
    }
    others([last, b])
  }
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start, end] = [cuts[index] as number, cuts[index + 1] as number]
    const part: Interval = [Math.max(start, from), Math.min(end, to)]
    if (part[1] <= part[0]) continue
    const bySlots = (stretch: Interval) => divide(stretch, FIVE_MINUTES, spans.slots)
    if (part[0] === start && part[1] === end && kept.days && !isDirty(part)) append(spans.days, part)
    else if (!kept.slotted.has(start)) divide(part, ONE_HOUR, spans.hours)
    else if (kept.days) bySlots(part)
    else divide(part, ONE_HOUR, spans.hours, bySlots)
  }
  if (spans.rows.length <= mostStretches) return spans
  return spans.slots.length > 0
    ? planReads([from, to], cuts, { ...kept, slotted: new Set() })
    : withoutHours(spans)
}

/** The same, read from rows where it would be from less than days. */
export function withoutHours({ days, slots, hours, rows }: ReadPlan): ReadPlan {
  const together: Interval[] = []
  for (const stretch of [...slots, ...hours, ...rows].sort(([a], [b]) => a - b)) append(together, stretch)
  return { days, slots: [], hours: [], rows: together }
}

/** Beginnings of the hours that a stretch touches. */
export const hoursOf = ([from, to]: Interval): number[] => {
  const first = Math.floor(from / ONE_HOUR)
  return Array.from({ length: Math.ceil(to / ONE_HOUR) - first }, (_, index) => (first + index) * ONE_HOUR)
}

/** Cuts a stretch at some instants, in rising order. */
export function splitAt([from, to]: Interval, instants: readonly number[]): Interval[] {
  const ends = [...instants.filter(instant => instant > from && instant < to), to]
  return ends.map((end, index) => [ends[index - 1] ?? from, end])
}

/** A running total, from the beginning of its unit up to an instant, and whether it counts for or against. */
export interface RunningTotal {
  from: number
  to: number
  sign: 1 | -1
}

/**
 * The running totals whose sum is what lies in a stretch: of each unit that it touches, that up to where the stretch
 * leaves it, less that up to where the stretch comes in.
 * @param starts where units begin, in rising order, the first of them not after the stretch
 */
export function runningTotalsFor([from, to]: Interval, starts: readonly number[]): RunningTotal[] {
  if (to <= from) return []
  return splitAt([from, to], starts).flatMap(([a, b]): RunningTotal[] => {
    const start = starts.findLast(start => start <= a) as number
    const whole: RunningTotal = { from: start, to: b, sign: 1 }
    return a > start ? [whole, { from: start, to: a, sign: -1 }] : [whole]
  })
}
