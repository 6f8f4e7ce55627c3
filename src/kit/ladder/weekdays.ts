/** A Monday, the day that is counted as 1. */
const monday = Date.UTC(2024, 0, 1)

/** The days of the week by their number, 1 Monday … 7 Sunday, in the words of a language. */
export function weekdays(language: string) {
  const name = (weekday: 'short' | 'long', day: number) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(monday + (day - 1) * 86_400_000)
  return [1, 2, 3, 4, 5, 6, 7].map(day => ({ day, short: name('short', day), long: name('long', day) }))
}
