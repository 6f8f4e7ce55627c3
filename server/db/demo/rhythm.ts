import { conditionAt, DAY, HOUR } from './conditions.ts'
import { type Place, places } from './places.ts'
import type { Random } from './random.ts'

/** How much is going on by the local clock and calendar; only the proportions matter. */
export interface Rhythm {
  hours: readonly number[]
  /** A Saturday or Sunday against a working day. */
  weekend: number
  /** January to December. */
  months: readonly number[]
}

const level = Array.from({ length: 12 }, () => 1)
// biome-ignore format: 24 hours and 12 months each
export const rhythms = {
  /** Talk at home: after breakfast, after the nap, before bed; more in the dark months. */
  home: { hours: [1, 1, 1, 1, 1, 2, 5, 10, 14, 15, 12, 9, 7, 6, 8, 11, 12, 11, 10, 12, 13, 9, 5, 2], weekend: 1.1, months: [1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.85, 0.95, 1, 1.1, 1.2] },
  /** The work of an office or of a carer's day. */
  office: { hours: [1, 1, 1, 1, 1, 2, 4, 9, 15, 18, 18, 16, 11, 14, 17, 17, 15, 11, 6, 4, 3, 2, 2, 1], weekend: 0.35, months: [1.05, 1.05, 1.05, 1, 1, 1, 0.9, 0.85, 1.05, 1.05, 1.05, 0.9] },
  /** Visitors of the public pages, and the sign-ups among them: New Year's resolutions and the return from summer. */
  visitors: { hours: [2, 1, 1, 1, 1, 2, 3, 5, 8, 10, 11, 11, 10, 10, 10, 10, 10, 11, 12, 14, 15, 13, 9, 5], weekend: 0.8, months: [1.35, 1.15, 1.05, 0.95, 0.95, 0.85, 0.7, 0.8, 1.2, 1.15, 1.05, 0.75] },
  /** Falls come at night and on the way to breakfast. */
  falls: { hours: [6, 6, 7, 7, 7, 9, 11, 12, 10, 8, 7, 6, 6, 6, 6, 6, 6, 7, 8, 8, 8, 8, 7, 6], weekend: 1, months: [1.2, 1.15, 1.05, 1, 0.95, 0.9, 0.9, 0.9, 0.95, 1, 1.05, 1.15] },
  /** Machines know no day. */
  steady: { hours: Array.from({ length: 24 }, () => 1), weekend: 1, months: level },
} satisfies Record<string, Rhythm>

const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** The distance of a place's clock from UTC on the day of an instant, in milliseconds. */
export function clockOffset({ timeZone }: Place, ts: number): number {
  const day = Math.floor(ts / DAY)
  const key = `${timeZone} ${day}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(day * DAY + DAY / 2).find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * 60_000)
  offsets.set(key, offset)
  return offset
}

/** The strength of a rhythm at a place in the UTC hour that begins at an instant. */
function strength({ hours, weekend, months }: Rhythm, city: Place, ts: number): number {
  const local = new Date(ts + clockOffset(city, ts))
  const free = local.getUTCDay() % 6 === 0
  return (
    (hours[local.getUTCHours()] as number) * (free ? weekend : 1) * (months[local.getUTCMonth()] as number)
  )
}

/** In the dark, people go on trying. */
const demand = { normal: 1, slow: 0.9, dark: 0.5, crowded: 2.4 }

export interface Moment {
  ts: number
  city: Place
  /** Draws for this moment; shared by the moments of one hour. */
  random: Random
}

/** Where moments fall: `total` of them from `from` to `until`, which both begin an hour. */
export interface Span {
  total: number
  from: number
  until: number
  /** The hours after `until` follow at the same pace and end here. */
  end: number
  /** The start of the last day: outages are counted from it. */
  today: number
  rhythm: Rhythm
  random: Random
}

/**
 * Moments in rising order, as a rhythm spreads them over time and places. Those before `until` are the same
 * wherever the end lies; a later end only adds some.
 */
export function* moments({ total, from, until, end, today, rhythm, random }: Span): Generator<Moment> {
  const hours: { start: number; strengths: number[]; sum: number }[] = []
  let whole = 0
  for (let start = from; start <= end; start += HOUR) {
    const weather = random.fork('day', Math.floor(start / DAY)).logNormal(1, 0.1)
    const factor =
      demand[conditionAt(start, today)] * weather * random.fork('hour', start / HOUR).logNormal(1, 0.12)
    const strengths = places.map(city => city.share * strength(rhythm, city, start) * factor)
    const sum = strengths.reduce((a, b) => a + b, 0)
    hours.push({ start, strengths, sum })
    if (start < until) whole += sum
  }
  let passed = 0
  let made = 0
  for (const { start, strengths, sum } of hours) {
    passed += sum
    const count = Math.round((passed / whole) * total) - made
    made += count
    const draws = random.fork(start / HOUR)
    for (let i = 0; i < count; i++) {
      const ts = start + Math.floor(((i + draws.next()) / count) * HOUR)
      if (ts > end) return
      yield { ts, city: places[draws.position(strengths, sum)] as Place, random: draws }
    }
  }
}
