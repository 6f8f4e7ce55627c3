import generatePicker from 'antd/es/date-picker/generatePicker'
import dayjs, { type Dayjs } from 'dayjs'
import generateConfig from 'rc-picker/es/generate/dayjs'
import { clockAt } from '../resource/day.ts'

/** Not yet in TypeScript's library, nor in every browser. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } }

/** The first day of the week in a locale, from 0 (Sunday), or undefined if the browser does not know. */
function firstDayOfWeek(locale: string): number | undefined {
  const info = (new Intl.Locale(locale) as LocaleWithWeek).getWeekInfo?.()
  return info && info.firstDay % 7
}

/** The day and minute that a clock in the zone shows now. Dates of the calendars have no zone of their own. */
export function nowIn(zone: string): Dayjs {
  const { day, time } = clockAt(new Date().toISOString(), zone)
  return dayjs(`${day}T${time}`)
}

const known = new Map<string, ReturnType<typeof generatePicker<Dayjs>>>()

/** antd's pickers, whose “today” is that of a time zone and whose week begins as in the reader's locale. */
export function pickersOf(zone: string, locale: string) {
  const key = `${zone} ${locale}`
  const pickers =
    known.get(key) ??
    generatePicker<Dayjs>({
      ...generateConfig,
      getNow: () => nowIn(zone),
      locale: {
        ...generateConfig.locale,
        getWeekFirstDay: language =>
          firstDayOfWeek(locale) ?? generateConfig.locale.getWeekFirstDay(language),
      },
    })
  known.set(key, pickers)
  return pickers
}
