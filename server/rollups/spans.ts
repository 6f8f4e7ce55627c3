import type { Stretch } from './source.ts'

const HOUR = 3_600_000

/** How a stretch of time is read: which of it from days, which from hours that are rolled up, which from the rows. */
export interface Spans {
  days: Stretch[]
  hours: Stretch[]
  rows: Stretch[]
}

/** Adds a stretch behind the last, as one with it where they touch. */
function append(stretches: Stretch[], [from, to]: Stretch): void {
  if (to <= from) return
  const last = stretches.at(-1)
  if (last?.[1] === from) stretches[stretches.length - 1] = [last[0], to]
  else stretches.push([from, to])
}

/** Rows in more stretches than this are quicker read together with the hours between them. */
const mostStretches = 40

/**
 * Divides a stretch of time: whole days without a dirty hour, else whole hours that are not dirty, else rows. Where a
 * zone's day does not begin with an hour of UTC, the hours around its midnight are read from the rows.
 * @param cuts where days begin, in rising order, from the day of the stretch's first instant to the end of its last
 * @param dirty beginnings of the hours whose rollup does not hold
 * @param daysHold whether days may be read at all
 */
export function spansOf(
  [from, to]: Stretch,
  cuts: readonly number[],
  dirty: ReadonlySet<number>,
  daysHold = true,
): Spans {
  const spans: Spans = { days: [], hours: [], rows: [] }
  const dirtyHours = [...dirty].sort((a, b) => a - b)
  let next = 0
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start, end] = [cuts[index] as number, cuts[index + 1] as number]
    const [a, b] = [Math.max(start, from), Math.min(end, to)]
    if (b <= a) continue
    while (next < dirtyHours.length && (dirtyHours[next] as number) + HOUR <= start) next++
    const isClean = daysHold && (next === dirtyHours.length || (dirtyHours[next] as number) >= end)
    if (a === start && b === end && isClean) {
      append(spans.days, [a, b])
      continue
    }
    const [first, last] = [Math.ceil(a / HOUR) * HOUR, Math.floor(b / HOUR) * HOUR]
    if (last <= first) {
      append(spans.rows, [a, b])
      continue
    }
    append(spans.rows, [a, first])
    for (let hour = first; hour < last; hour += HOUR)
      append(dirty.has(hour) ? spans.rows : spans.hours, [hour, hour + HOUR])
    append(spans.rows, [last, b])
  }
  return spans.rows.length > mostStretches ? withoutHours(spans) : spans
}

/** The same, read from rows where it would be from hours. */
export function withoutHours({ days, hours, rows }: Spans): Spans {
  const together: Stretch[] = []
  for (const stretch of [...hours, ...rows].sort(([a], [b]) => a - b)) append(together, stretch)
  return { days, hours: [], rows: together }
}
