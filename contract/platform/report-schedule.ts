import { z } from 'zod'
import { TimeOfDay } from '../kit/fields.ts'

export const reportRepeats = ['daily', 'weekdays', 'weekly', 'monthly'] as const
export type ReportRepeat = (typeof reportRepeats)[number]

/** When a report is sent, by the clock of its time zone. */
export const ReportSchedule = z
  .strictObject({
    repeat: z.enum(reportRepeats),
    /** Of a weekly report: 1 Monday … 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
    /** Of a monthly report: 1 to 28, or null for the last day of the month. */
    month_day: z.int().min(1).max(28).nullable().default(null),
    time: TimeOfDay,
  })
  .refine(({ repeat, weekdays }) => repeat !== 'weekly' || weekdays.length > 0, {
    path: ['weekdays'],
    message: 'Choose at least one day of the week',
  })
export type ReportSchedule = z.infer<typeof ReportSchedule>

/** Formats a text of the namespace 'reports'. */
type Translate = (
  key: `schedule.${ReportRepeat | 'lastDay'}`,
  values: Record<string, string | number>,
) => string

/** 1 January 2024 was a Monday. */
const nameOfWeekday = (weekday: number, language: string) =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' })

const listOf = (items: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(items)

/** A time of day as people of a language write it. */
const clockTime = (time: string, language: string) =>
  new Date(`2024-01-01T${time}:00Z`).toLocaleTimeString(language, { timeStyle: 'short', timeZone: 'UTC' })

/** A schedule as a sentence without its end: “Every Monday at 08:00, Europe/Madrid”. */
export function scheduleSentence(
  { repeat, weekdays, month_day, time }: ReportSchedule,
  zone: string,
  language: string,
  t: Translate,
): string {
  const values = { time: clockTime(time, language), zone: zone.replaceAll('_', ' ') }
  if (repeat === 'monthly')
    return month_day === null
      ? t('schedule.lastDay', values)
      : t('schedule.monthly', { ...values, day: month_day })
  const days = [...weekdays].sort((one, other) => one - other).map(day => nameOfWeekday(day, language))
  return t(`schedule.${repeat}`, repeat === 'weekly' ? { ...values, days: listOf(days, language) } : values)
}
