import { perLocale } from '../../format.ts'

/** First and last day (YYYY-MM-DD), inclusive. */
export interface Days {
  from: string
  to: string
}

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The day a number of days later. */
export function addDays(day: string, days: number): string {
  const date = at(day)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/** The same day a number of months later, or the last day of that month. */
export function addMonths(day: string, months: number): string {
  const date = at(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return dayOf(date)
}

/** The month that contains a day. */
export function monthOf(day: string): Days {
  const from = `${day.slice(0, 8)}01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** The year that contains a day. */
export const yearOf = (day: string): Days => ({
  from: `${day.slice(0, 4)}-01-01`,
  to: `${day.slice(0, 4)}-12-31`,
})

/** The week that contains a day. @param firstDay 1 is Monday, 7 is Sunday */
export function weekOf(day: string, firstDay: number): Days {
  const passed = (at(day).getUTCDay() - firstDay + 7) % 7
  const from = addDays(day, -passed)
  return { from, to: addDays(from, 6) }
}

/** A day of the calendar, or undefined if it does not exist, such as 30 February. */
export function dayAt(year: number, month: number, date: number): string | undefined {
  const day = new Date(Date.UTC(year, month - 1, date))
  const exists = day.getUTCMonth() === month - 1 && day.getUTCDate() === date
  return exists ? dayOf(day) : undefined
}

/** The latest day up to today with a weekday. @param weekday 0 is Sunday */
export const latestWeekday = (weekday: number, today: string): string =>
  addDays(today, -((at(today).getUTCDay() - weekday + 7) % 7))

type WeekInfo = { firstDay: number }
type LocaleWithWeek = Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo }

/** Names of months and weekdays, and the order of numeric dates, of a language. */
export const calendarOf = perLocale(locale => {
  const names = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
    return dates.map(date => format.format(date).replace(/\.$/, ''))
  }
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 15)))
  // 1 January 2023 was a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day)))
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts()
  const order = parts.map(({ type }) => type).filter(type => ['day', 'month', 'year'].includes(type))
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as LocaleWithWeek
  const week = getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo
  return {
    months: [names({ month: 'long' }, months), names({ month: 'short' }, months)],
    weekdays: [names({ weekday: 'long' }, weekdays), names({ weekday: 'short' }, weekdays)],
    order: order as ('day' | 'month' | 'year')[],
    firstDay: week?.firstDay ?? 1,
  }
})
