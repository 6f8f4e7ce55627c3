import type { Period, RangeName } from '#contract/kit/period.ts'
import type { Db } from '../db/open.ts'
import { serviceOrganization } from './audit.ts'

/** The time that figures cover: from its first instant up to, and without, its last. */
export interface DateRange {
  from: Date
  to: Date
  /** Whether its last day is still running. */
  partial: boolean
  /** The zone whose midnights cut the days. */
  zone: string
}

/** What a call asks for; see `contract/kit/period.ts`. */
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

/** The clock of a zone at an instant, as if it were UTC. */
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

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The same day of the month so many months later, or earlier; the last of the month where that has fewer days. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * The first instant at which the clock of a zone reads so late: where the clocks go forward over it, when they do;
 * where it comes twice, the first.
 * @param clock what the clock reads, as if it were UTC
 */
export function firstInstantAt(clock: number, zone: string): number {
  const offset = (ts: number) => wallClockAt(ts, zone) - ts
  const near = clock - offset(clock)
  const offsets = [offset(near - 3 * HOUR), offset(near + 3 * HOUR)]
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

/** Beginnings of days that were asked for, by zone and day; a year of them takes 20 ms to find. */
const starts = new Map<string, number>()
const keptStarts = 10_000

/** The first instant of a day in a zone: where midnight is skipped, later; where it comes twice, the first. */
export function startOfDay(day: string, zone: string): Date {
  const key = `${zone} ${day}`
  let start = starts.get(key)
  if (start === undefined) {
    start = firstInstantAt(Date.parse(`${day}T00:00:00Z`), zone)
    if (starts.size >= keptStarts) starts.clear()
    starts.set(key, start)
  }
  return new Date(start)
}

/** The days of a span, the first and the running one included. */
export function daysOf({ from, to, zone }: DateRange): string[] {
  const days: string[] = []
  const last = dayOf(new Date(to.getTime() - 1), zone)
  for (let day = dayOf(from, zone); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The first day of the time asked for, its last, and the first of the one before. */
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
 * The time that a call asks for. Hours roll up to now; days and months are whole, and the running one goes up to now.
 * The one before a running one ends where as much of it had gone by, so that both can be compared.
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

/** The last days of a span, up to its end. */
export const lastDays = ({ to, partial, zone }: DateRange, days: number): DateRange => ({
  from: startOfDay(addDays(dayOf(new Date(to.getTime() - 1), zone), 1 - days), zone),
  to,
  partial,
  zone,
})

/** A span as answers tell it. */
export const periodOf = ({ from, to, partial, zone }: DateRange): Period => ({
  from: from.toISOString(),
  to: to.toISOString(),
  partial,
  time_zone: zone,
})

/** The time zone of the workspace, which is the service organization's. */
export async function workspaceZone(db: Db): Promise<string> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', serviceOrganization)
    .executeTakeFirstOrThrow()
  return time_zone
}
