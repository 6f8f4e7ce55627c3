/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(instant)
  const text = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/**
 * The instant at which the clocks of an IANA time zone show a time (HH:MM) of a calendar day (YYYY-MM-DD). Of a time
 * that they show twice it is one, and for a time that they leap over one next to it.
 */
export function instantAt(day: string, time: string, zone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const guess = shown - offsetAt(shown, zone)
  // The offset at the guess differs from the one at the same time of UTC on the days the clocks change.
  return new Date(shown - offsetAt(guess, zone))
}

/** The instant at which a calendar day (YYYY-MM-DD) begins in an IANA time zone. */
export const startOfDay = (day: string, zone: string): Date => instantAt(day, '00:00', zone)

/** The calendar day (YYYY-MM-DD) and the time (HH:MM) that the clocks of an IANA time zone show at an instant. */
export function clockAt(instant: string, zone: string): { day: string; time: string } {
  const at = Date.parse(instant)
  const [day = '', time = ''] = new Date(at + offsetAt(at, zone)).toISOString().split('T')
  return { day, time: time.slice(0, 5) }
}
