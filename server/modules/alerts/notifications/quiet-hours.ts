import type { NotificationKind, NotificationPreferences } from '#contract/alerts/notifications.ts'
import { addDays, clockAt, firstReading } from '#server/kit/period.ts'

const MINUTE = 60_000

/** Minutes since midnight of HH:MM. */
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * When a notification may be delivered: now, or at the end of the quiet hours that it came in.
 * @param now milliseconds of the epoch, as is the answer
 */
export function deliverAt({ quiet_hours }: NotificationPreferences, now: number): number {
  if (!quiet_hours) return now
  const { from, to, time_zone } = quiet_hours
  const clock = clockAt(now, time_zone)
  const day = new Date(clock).toISOString().slice(0, 10)
  const minute = Math.floor((clock - Date.parse(`${day}T00:00:00Z`)) / MINUTE)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  if (!isQuiet) return now
  const last = minute < end ? day : addDays(day, 1)
  return Math.max(now, firstReading(Date.parse(`${last}T${to}:00Z`), time_zone))
}

/** When one of a kind is delivered: never where the kind is muted. A test is sent whatever the hours. */
export function deliveryOf(preferences: NotificationPreferences, kind: NotificationKind, now: number) {
  if (kind === 'test') return now
  return preferences.muted.includes(kind) ? null : deliverAt(preferences, now)
}
