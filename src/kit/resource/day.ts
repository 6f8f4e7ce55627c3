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

/** The instant at which a calendar day (YYYY-MM-DD) begins in an IANA time zone. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - offsetAt(midnight, zone)
  // The offset at the guess differs from the one at UTC's midnight on the days the clocks change.
  return new Date(midnight - offsetAt(guess, zone))
}
