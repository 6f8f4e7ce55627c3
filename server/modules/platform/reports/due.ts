import type { ReportSchedule } from '#contract/platform/report-schedule.ts'
import { addDays, dayOf, firstInstantAt } from '#server/kit/period.ts'

/** Days within which every schedule is due at least once. */
const horizonDays = 62

/** Weekday of a calendar day: 1 Monday … 7 Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const isLastOfMonth = (day: string) => addDays(day, 1).endsWith('-01')

/** Whether a report is sent on a calendar day. */
export function isDueOn({ repeat, weekdays, month_day }: ReportSchedule, day: string): boolean {
  if (repeat === 'daily') return true
  if (repeat === 'weekdays') return weekdayOf(day) <= 5
  if (repeat === 'weekly') return weekdays.includes(weekdayOf(day))
  return month_day === null ? isLastOfMonth(day) : Number(day.slice(8)) === month_day
}

/**
 * The next time at which a report is due. A time that daylight saving skips is due at the moment of the change; of a time
 * that occurs twice, only the first counts.
 * @param after milliseconds of the epoch, like the result
 * @throws for a schedule without a day
 */
export function nextDue(schedule: ReportSchedule, zone: string, after: number): number {
  const today = dayOf(new Date(after), zone)
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const day = addDays(today, ahead)
    if (!isDueOn(schedule, day)) continue
    const due = firstInstantAt(Date.parse(`${day}T${schedule.time}:00Z`), zone)
    if (due > after) return due
  }
  throw new Error(`The schedule ${JSON.stringify(schedule)} is never due`)
}
