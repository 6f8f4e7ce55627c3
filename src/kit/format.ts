import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CallerContext } from './caller.ts'

/** An instant: ISO 8601 text or milliseconds of the epoch. */
type Moment = string | number

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Writes dollars. Among letters that run from right to left, where `Intl` leads an amount with the mark of that
 * direction, “US$” and a minus would come apart: it is set in one piece, as amounts are read in every language.
 */
export function dollarsIn(locale: string, options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...options })
  return value => {
    const text = amount.format(value)
    return text.includes('\u200f') ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text
  }
}

/** The ways of writing of a locale and a time zone. What is not there (null) is written as a dash. */
export function formatIn(locale: string, timeZone: string | undefined) {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const whole = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const time = of({ timeStyle: 'short' })
  const date = of({ dateStyle: 'medium' })
  const both = of({ dateStyle: 'medium', timeStyle: 'short' })
  const orDash =
    <V>(write: (value: V) => string) =>
    (value: V | null) =>
      value === null ? '–' : write(value)
  return {
    number: orDash<number>(value => whole.format(value)),
    /** Of a percentage, with up to two places: 4.25 → 4.25 %. */
    percent: orDash<number>(value => share.format(value / 100)),
    money: orDash<number>(dollarsIn(locale)),
    time: orDash<Moment>(moment => time.format(new Date(moment))),
    date: orDash<Moment>(moment => date.format(new Date(moment))),
    dateTime: orDash<Moment>(moment => both.format(new Date(moment))),
    /** How long ago, in whole units of the largest that fits. */
    ago: (moment: Moment | null, now = Date.now()) => {
      if (moment === null) return '–'
      const seconds = (new Date(moment).getTime() - now) / 1_000
      const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? (['second', 1] as const)
      return distance.format(Math.trunc(seconds / length), unit)
    },
  }
}

/** The locale that the signed-in person reads in: the console's language, with their region where it is of that language. */
export function useLocale(): string {
  const { i18n } = useTranslation()
  const caller = useContext(CallerContext)
  return caller?.locale.startsWith(i18n.language) ? caller.locale : i18n.language
}

/** The signed-in person's ways of writing, in the console's language; the browser's before signing in. */
export function useFormat() {
  const locale = useLocale()
  const timeZone = useContext(CallerContext)?.time_zone
  return useMemo(() => formatIn(locale, timeZone), [locale, timeZone])
}
