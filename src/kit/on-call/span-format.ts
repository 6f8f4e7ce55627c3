import { useLocale } from '../format.ts'

export interface Times {
  starts_at: string
  ends_at: string
}

/** Formats for times of shifts in a time zone; by default the reader's. */
export function useSpanFormat(timeZone?: string) {
  const locale = useLocale()
  const range = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  const key = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  return {
    range: ({ starts_at, ends_at }: Times) => range.formatRange(new Date(starts_at), new Date(ends_at)),
    dateTime: (instant: string) => range.format(new Date(instant)),
    time: (instant: string) => clock.format(new Date(instant)),
    day: (instant: string | number) => day.format(new Date(instant)),
    /** The calendar day, YYYY-MM-DD. */
    dayKey: (instant: string | number) => key.format(new Date(instant)),
  }
}
