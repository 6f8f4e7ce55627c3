/** UTC offset of a zone at an instant, in milliseconds. */
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
 * The instant at which a time zone's wall clock shows a time (HH:MM) on a day (YYYY-MM-DD). For a time that occurs
 * twice it is one of the two, for a skipped time an adjacent one.
 */
export function instantAt(day: string, time: string, zone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const guess = shown - offsetAt(shown, zone)
  // On days with a clock change, the offset at the guess differs from the first one.
  return new Date(shown - offsetAt(guess, zone))
}

/** The instant at which a day (YYYY-MM-DD) begins in a time zone. */
export const startOfDay = (day: string, zone: string): Date => instantAt(day, '00:00', zone)

/** The day (YYYY-MM-DD) and time (HH:MM) on a time zone's wall clock at an instant. */
export function clockAt(instant: string, zone: string): { day: string; time: string } {
  const at = Date.parse(instant)
  const [day = '', time = ''] = new Date(at + offsetAt(at, zone)).toISOString().split('T')
  return { day, time: time.slice(0, 5) }
}
