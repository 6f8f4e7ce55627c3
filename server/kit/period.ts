import type { Period, RangeName } from '#contract/kit/period.ts'
import type { Db } from '../db/open.ts'
import { serviceOrganization } from './audit.ts'

/** The time that figures cover, as a half-open interval. */
export interface DateRange {
  from: Date
  to: Date
  /** Whether its last day is still running. */
  partial: boolean
  /** The time zone in which days start and end. */
  zone: string
}

/** The period parameters of a call; see `contract/kit/period.ts`. */
interface Asked {
  time_range?: RangeName
  days?: number
  from?: string | undefined
  to?: string | undefined
  previous?: boolean | undefined
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const writers = new Map<string, Intl.DateTimeFormat>()

/** The wall-clock time of a zone at an instant, as if it were UTC. */
export function wallClockAt(ts: number, zone: string): number {
  let writer = writers.get(zone)
  if (!writer) {
    writer = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    writers.set(zone, writer)
  }
  const part = Object.fromEntries(writer.formatToParts(ts).map(({ type, value }) => [type, value]))
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`)
}

/** The calendar day of an instant in a zone, YYYY-MM-DD. */
export const dayOf = (instant: Date, zone: string) =>
  new Date(wallClockAt(instant.getTime(), zone)).toISOString().slice(0, 10)

/** Adds days to a calendar day. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** Adds months to a calendar day; the day is clamped to the length of the month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * The instant of a wall-clock time in a zone. A time that daylight saving skips is the moment of the change; of a time
 * that occurs twice, the first is taken.
 * @param clock wall-clock time, as if it were UTC
 */
export function firstInstantAt(clock: number, zone: string): number {
  const offset = (ts: number) => wallClockAt(ts, zone) - ts
  const estimate = clock - offset(clock)
  const offsets = [offset(estimate - 3 * HOUR), offset(estimate + 3 * HOUR)]
  let early = clock - Math.max(...offsets)
  let late = clock - Math.min(...offsets)
  if (wallClockAt(early, zone) >= clock) return early
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000
    if (wallClockAt(middle, zone) >= clock) late = middle
    else early = middle
  }
  return late
}

/** Cached starts of days, by zone and day: computing those of a year takes 20 ms. */
const starts = new Map<string, number>()
const maxCachedStarts = 10_000

/** The first instant of a day in a zone, which is not midnight if daylight saving skips it. */
export function startOfDay(day: string, zone: string): Date {
  const key = `${zone} ${day}`
  let start = starts.get(key)
  if (start === undefined) {
    start = firstInstantAt(Date.parse(`${day}T00:00:00Z`), zone)
    if (starts.size >= maxCachedStarts) starts.clear()
    starts.set(key, start)
  }
  return new Date(start)
}

/** The days of a range, including the current one. */
export function daysOf({ from, to, zone }: DateRange): string[] {
  const days: string[] = []
  const last = dayOf(new Date(to.getTime() - 1), zone)
  for (let day = dayOf(from, zone); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** First and last day of the requested period, and the first day of the previous one. */
function daysAsked({ time_range = '30d', days, from, to }: Asked, today: string) {
  if (from && to) {
    const length = (Date.parse(to) - Date.parse(from)) / DAY + 1
    return { first: from, last: to, before: addDays(from, -length) }
  }
  const number = days ?? Number.parseInt(time_range, 10)
  if (days === undefined && time_range.endsWith('m')) {
    const first = addDays(addMonths(today, -number), 1)
    return { first, last: today, before: addMonths(first, -number) }
  }
  const first = addDays(today, 1 - number)
  return { first, last: today, before: addDays(first, -number) }
}

/**
 * The date range that a call asks for. Hours end now; days and months are whole, except that the current one ends now. The
 * period before a current one is cut at the same elapsed time, so that both can be compared.
 */
export function dateRangeOf(asked: Asked, now: Date, zone: string): DateRange {
  if (asked.time_range?.endsWith('h') && !asked.from) {
    const length = Number.parseInt(asked.time_range, 10) * HOUR
    const to = new Date(now.getTime() - (asked.previous ? length : 0))
    return { from: new Date(to.getTime() - length), to, partial: false, zone }
  }
  const { first, last, before } = daysAsked(asked, dayOf(now, zone))
  const from = startOfDay(first, zone)
  const end = startOfDay(addDays(last, 1), zone)
  const partial = end > now
  const to = new Date(Math.max(from.getTime(), Math.min(end.getTime(), now.getTime())))
  if (!asked.previous) return { from, to, partial, zone }
  const earlier = startOfDay(before, zone)
  const elapsed = earlier.getTime() + (to.getTime() - from.getTime())
  return { from: earlier, to: partial ? new Date(Math.min(elapsed, from.getTime())) : from, partial, zone }
}

/** The last days of a range. */
export const lastDays = ({ to, partial, zone }: DateRange, days: number): DateRange => ({
  from: startOfDay(addDays(dayOf(new Date(to.getTime() - 1), zone), 1 - days), zone),
  to,
  partial,
  zone,
})

/** A date range as in responses. */
export const periodOf = ({ from, to, partial, zone }: DateRange): Period => ({
  from: from.toISOString(),
  to: to.toISOString(),
  partial,
  time_zone: zone,
})

/** The time zone of the workspace: that of the service organization. */
export async function workspaceZone(db: Db): Promise<string> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', serviceOrganization)
    .executeTakeFirstOrThrow()
  return time_zone
}
