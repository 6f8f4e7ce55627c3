import { churnMonths } from '#contract/analytics/cohort-figures.ts'
import { addMonths, type DateRange, dayOf, startOfDay } from '#server/kit/period.ts'

/** The months of cohorts in a zone, with the instants at which they are measured. */
export interface CohortCalendar {
  /** YYYY-MM, from the first cohort's month to the running one. */
  months: string[]
  /** The first instant of each month. */
  starts: string[]
  /** Its end; of the running month the present instant. */
  ends: string[]
  isComplete: boolean[]
}

const firstOfMonth = (instant: Date, zone: string) => `${dayOf(instant, zone).slice(0, 7)}-01`

/** The instant up to which is measured: the end of a running period, otherwise now, as a past cohort ages on. */
export const measuredUntil = ({ to, partial }: DateRange, now = new Date()) => (partial ? to : now)

/** The months from the start of a period until now; at least the first of them, even if it is still to come. */
export function cohortCalendar(span: DateRange, now: Date = measuredUntil(span)): CohortCalendar {
  const calendar: CohortCalendar = { months: [], starts: [], ends: [], isComplete: [] }
  let day = firstOfMonth(span.from, span.zone)
  do {
    const next = addMonths(day, 1)
    const end = startOfDay(next, span.zone)
    calendar.months.push(day.slice(0, 7))
    calendar.starts.push(startOfDay(day, span.zone).toISOString())
    calendar.ends.push((end > now ? now : end).toISOString())
    calendar.isComplete.push(end <= now)
    day = next
  } while (startOfDay(day, span.zone) < now)
  return calendar
}

/** The starts of the last complete months before the end of a period, and the end of the last of them. */
export function recentMonths({ to, zone }: DateRange): string[] {
  const running = firstOfMonth(to, zone)
  return Array.from({ length: churnMonths + 1 }, (_, index) =>
    startOfDay(addMonths(running, index - churnMonths), zone).toISOString(),
  )
}

/** The cohorts of the current month and a number of months before it. @returns first and last day */
export function cohortDays(months: number, now: Date, zone: string): { from: string; to: string } {
  const running = firstOfMonth(now, zone)
  const next = Date.parse(`${addMonths(running, 1)}T00:00:00Z`)
  return { from: addMonths(running, -months), to: new Date(next - 86_400_000).toISOString().slice(0, 10) }
}
