import type { DutyWindow } from '#contract/alerts/ladders.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const clocks = new Map<string, Intl.DateTimeFormat>()

/** What calendars (1 Monday … 7 Sunday) and clocks (minutes after midnight) say there at an instant. */
function localTime(instant: number, timeZone: string): { day: number; minute: number } {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: weekdays.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether somebody with these windows is on duty at an instant: by what the clocks on the wall there show, so that a
 * window is as long as they make it on the days when clocks are changed. Without windows, always.
 */
export function isOnDuty(windows: readonly DutyWindow[], instant: number, timeZone: string): boolean {
  if (windows.length === 0) return true
  const { day, minute } = localTime(instant, timeZone)
  const yesterday = day === 1 ? 7 : day - 1
  return windows.some(({ days, from, to }) => {
    const [begins, ends] = [minutes(from), minutes(to)]
    if (begins < ends) return days.includes(day) && minute >= begins && minute < ends
    return (days.includes(day) && minute >= begins) || (days.includes(yesterday) && minute < ends)
  })
}
