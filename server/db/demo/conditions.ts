export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** What went wrong, and what stood out, in the days before `today`: [days before, first hour, hours] in UTC. */
const dark: readonly (readonly [number, number, number])[] = [
  [61, 14, 2],
  [17, 3, 3],
]
const slow: readonly (readonly [number, number, number])[] = [
  [72, 9, 3],
  [44, 16, 4],
  [29, 13, 2],
  [6, 8, 3],
]
/** A trade fair that more than doubled the demand. */
const crowded: readonly (readonly [number, number, number])[] = [[38, 6, 14]]

export type Condition = 'normal' | 'dark' | 'slow' | 'crowded'

/** How the service was doing at an instant; `today` is the start of the last day, in UTC. */
export function conditionAt(ts: number, today: number): Condition {
  const during = (spans: typeof dark) =>
    spans.some(([days, hour, hours]) => {
      const start = today - days * DAY + hour * HOUR
      return ts >= start && ts < start + hours * HOUR
    })
  if (during(dark)) return 'dark'
  if (during(slow)) return 'slow'
  return during(crowded) ? 'crowded' : 'normal'
}
