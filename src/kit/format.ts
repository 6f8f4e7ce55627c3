import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentUserContext } from './current-user.ts'

/** ISO 8601 text or epoch milliseconds. */
type Instant = string | number

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Formats US dollars. In right-to-left locales `Intl` inserts direction marks that would separate “US$” and a minus
 * sign; the amount is isolated as one left-to-right run instead.
 */
export function dollarsIn(locale: string, options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...options })
  return value => {
    const text = amount.format(value)
    return text.includes('\u200f') ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text
  }
}

/** Creates a value on first use. */
export function lazily<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}

/** Keeps what `create` returns for each locale and time zone. */
export function perLocale<Formats>(create: (locale: string, timeZone?: string) => Formats) {
  const known = new Map<string, Formats>()
  return (locale: string, timeZone?: string): Formats => {
    const key = `${locale} ${timeZone}`
    const formats = known.get(key) ?? create(locale, timeZone)
    known.set(key, formats)
    return formats
  }
}

/**
 * Formatters for a locale and time zone. Null is formatted as a dash. Kept and created on first use, because creating
 * those of `Intl` for every cell would take most of the time that a table takes to render.
 */
export const formatIn = perLocale((locale, timeZone) => {
  const of = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
  const whole = lazily(() => new Intl.NumberFormat(locale))
  const share = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))
  const distance = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const dollars = lazily(() => dollarsIn(locale))
  const time = of({ timeStyle: 'short' })
  const date = of({ dateStyle: 'medium' })
  const day = of({ day: 'numeric', month: 'short' })
  const both = of({ dateStyle: 'medium', timeStyle: 'short' })
  const orDash =
    <V>(write: (value: V) => string) =>
    (value: V | null) =>
      value === null ? '–' : write(value)
  return {
    number: orDash<number>(value => whole().format(value)),
    /** Formats a percentage with up to two decimals: 4.25 → 4.25 %. */
    percent: orDash<number>(value => share().format(value / 100)),
    money: orDash<number>(value => dollars()(value)),
    time: orDash<Instant>(moment => time().format(new Date(moment))),
    date: orDash<Instant>(moment => date().format(new Date(moment))),
    /** Day and month, where the year is clear. */
    day: orDash<Instant>(moment => day().format(new Date(moment))),
    dateTime: orDash<Instant>(moment => both().format(new Date(moment))),
    /** Relative time in whole units of the largest that fits. */
    ago: (moment: Instant | null, now = Date.now()) => {
      if (moment === null) return '–'
      const seconds = (new Date(moment).getTime() - now) / 1_000
      const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? (['second', 1] as const)
      return distance().format(Math.trunc(seconds / length), unit)
    },
  }
})

/** The user's locale: the console's language, with the user's region where the language matches. */
export function useLocale(): string {
  const { i18n } = useTranslation()
  const caller = useContext(CurrentUserContext)
  return caller?.locale.startsWith(i18n.language) ? caller.locale : i18n.language
}

/** Formatters for the signed-in user; for the browser before sign-in. */
export function useFormat() {
  const locale = useLocale()
  const timeZone = useContext(CurrentUserContext)?.time_zone
  return formatIn(locale, timeZone)
}

/** Parses a number typed with a decimal point or comma; NaN if invalid. */
export const parseDecimal = (text: string): number => Number(text.trim().replace(',', '.'))

/** Isolates a text, so that its direction does not reorder the sentence around it. */
export const isolated = (text: string) => `\u2068${text}\u2069`
