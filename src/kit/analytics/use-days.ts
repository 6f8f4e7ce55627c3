import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import type { Point } from '../chart/data.ts'
import { formatIn } from '../format.ts'

/** Makes the points of a chart out of days, each written by its date; the last of a running period is not over. */
export function useDays({ partial }: Period) {
  const { i18n } = useTranslation()
  // A calendar day is the same everywhere: its date is written as it stands.
  const { date } = formatIn(i18n.language, 'UTC')
  return <Day extends { date: string }>(
    days: readonly Day[],
    values: (day: Day) => Point['values'],
  ): Point[] =>
    days.map((day, index) => ({
      key: day.date,
      label: date(day.date),
      values: values(day),
      partial: partial && index === days.length - 1,
    }))
}
