import type { Stretch } from './source.ts'

export const HOUR = 3_600_000
/** Five minutes: the finest that is kept, of the latest days and of busy ones. */
export const SLOT = 300_000

/** How a stretch of time is read: which of it from days, from five minutes, or from hours, which from the rows. */
export interface Spans {
  days: Stretch[]
  slots: Stretch[]
  hours: Stretch[]
  rows: Stretch[]
}

/** What is rolled up of a source, and what of it is asked for. */
export interface Kept {
  /** Beginnings of the five minutes whose rollup does not hold. */
  dirty: readonly number[]
  /** Whether days may be read at all; else each hour by itself. */
  days: boolean
  /** Beginnings of the days of which five minutes are kept. */
  slotted: ReadonlySet<number>
}

/** Adds a stretch behind the last, as one with it where they touch. */
function append(stretches: Stretch[], [from, to]: Stretch): void {
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
export function spansOf([from, to]: Stretch, cuts: readonly number[], kept: Kept): Spans {
  const spans: Spans = { days: [], slots: [], hours: [], rows: [] }
  const dirty = [...kept.dirty].sort((a, b) => a - b)
  let next = 0
  /** Whether something within is dirty; asked in rising order. */
  const isDirty = ([a, b]: Stretch) => {
    while (next < dirty.length && (dirty[next] as number) + SLOT <= a) next++
    return next < dirty.length && (dirty[next] as number) < b
  }
  /** Adds whole units that are clean to their kind, and leaves the rest to `others`. */
  function divide(
    [a, b]: Stretch,
    unit: number,
    clean: Stretch[],
    others = (stretch: Stretch) => append(spans.rows, stretch),
  ) {
    const [first, last] = [Math.ceil(a / unit) * unit, Math.floor(b / unit) * unit]
    if (last <= first) return others([a, b])
    others([a, first])
    for (let at = first; at < last; at += unit) {
      const one: Stretch = [at, at + unit]
      if (isDirty(one)) others(one)
      else append(clean, one)
    }
    others([last, b])
  }
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start, end] = [cuts[index] as number, cuts[index + 1] as number]
    const part: Stretch = [Math.max(start, from), Math.min(end, to)]
    if (part[1] <= part[0]) continue
    const bySlots = (stretch: Stretch) => divide(stretch, SLOT, spans.slots)
    if (part[0] === start && part[1] === end && kept.days && !isDirty(part)) append(spans.days, part)
    else if (!kept.slotted.has(start)) divide(part, HOUR, spans.hours)
    else if (kept.days) bySlots(part)
    else divide(part, HOUR, spans.hours, bySlots)
  }
  if (spans.rows.length <= mostStretches) return spans
  return spans.slots.length > 0 ? spansOf([from, to], cuts, { ...kept, slotted: new Set() }) : onlyDays(spans)
}

/** The same, read from rows where it would be from less than days. */
export function onlyDays({ days, slots, hours, rows }: Spans): Spans {
  const together: Stretch[] = []
  for (const stretch of [...slots, ...hours, ...rows].sort(([a], [b]) => a - b)) append(together, stretch)
  return { days, slots: [], hours: [], rows: together }
}

/** Beginnings of the hours that a stretch touches. */
export const hoursOf = ([from, to]: Stretch): number[] => {
  const first = Math.floor(from / HOUR)
  return Array.from({ length: Math.ceil(to / HOUR) - first }, (_, index) => (first + index) * HOUR)
}

/** Cuts a stretch at some instants, in rising order. */
export function cutAt([from, to]: Stretch, instants: readonly number[]): Stretch[] {
  const ends = [...instants.filter(instant => instant > from && instant < to), to]
  return ends.map((end, index) => [ends[index - 1] ?? from, end])
}

/** A running total, from the beginning of its unit up to an instant, and whether it counts for or against. */
export interface Total {
  from: number
  to: number
  sign: 1 | -1
}

/**
 * The running totals whose sum is what lies in a stretch: of each unit that it touches, that up to where the stretch
 * leaves it, less that up to where the stretch comes in.
 * @param starts where units begin, in rising order, the first of them not after the stretch
 */
export function totalsOf([from, to]: Stretch, starts: readonly number[]): Total[] {
  if (to <= from) return []
  return cutAt([from, to], starts).flatMap(([a, b]): Total[] => {
    const start = starts.findLast(start => start <= a) as number
    const whole: Total = { from: start, to: b, sign: 1 }
    return a > start ? [whole, { from: start, to: a, sign: -1 }] : [whole]
  })
}
