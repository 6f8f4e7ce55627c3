import {
  type CheckInterval,
  checkMinutes,
  daysOfPeriod,
  type RulePeriod,
} from '#contract/platform/figure-conditions.ts'
import { addDays, dayOf, startOfDay } from '#server/kit/period.ts'

const minuteMs = 60_000
/** Daily checks are made this long after midnight in the workspace's zone, when late rows of the day have arrived. */
const afterMidnightMs = 10 * minuteMs
/** Milliseconds that a check may be late, before it counts as missed. */
const toleranceMs = 60_000

/**
 * The first time of a check after an instant: at full intervals of the clock, daily ones shortly after midnight.
 * @param after milliseconds of the epoch, like the result
 */
export function nextCheck(every: CheckInterval, zone: string, after: number): number {
  const interval = checkMinutes[every] * minuteMs
  if (every !== '1d') return (Math.floor(after / interval) + 1) * interval
  for (let day = dayOf(new Date(after), zone); ; day = addDays(day, 1)) {
    const at = startOfDay(day, zone).getTime() + afterMidnightMs
    if (at > after) return at
  }
}

/** Whether another check was due between one that is only made now and now. */
export const isGap = (every: CheckInterval, zone: string, due: number, now: number): boolean =>
  nextCheck(every, zone, due) + toleranceMs < now

/** The query of a drill-down for the period of a rule that is checked at an instant. */
export function periodQuery(period: RulePeriod, at: number, zone: string): Record<string, string> {
  const days = daysOfPeriod(period)
  if (days === null) return { time_range: period, as_of: new Date(at).toISOString() }
  const today = dayOf(new Date(at), zone)
  return { from: addDays(today, -days), to: addDays(today, -1) }
}

/** Hours between two points of a preview, and how many there are: the last two days by the hour, or a month by day. */
export const previewSteps = (period: RulePeriod): { hours: number; count: number } =>
  period === '1h' ? { hours: 1, count: 48 } : { hours: 24, count: 30 }

/** The instants of a preview, oldest first: for days the same time on each, also where daylight saving changes. */
export function previewInstants(period: RulePeriod, zone: string, now: number): number[] {
  const { hours, count } = previewSteps(period)
  const ago = Array.from({ length: count }, (_, index) => count - 1 - index)
  if (hours < 24 || daysOfPeriod(period) === null)
    return ago.map(steps => now - steps * hours * 60 * minuteMs)
  const today = dayOf(new Date(now), zone)
  return ago.map(days => startOfDay(addDays(today, -days), zone).getTime() + 1)
}
