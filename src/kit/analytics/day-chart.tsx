import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import { Chart } from '../chart/chart.tsx'
import type { ChartData, Point, Tone } from '../chart/chart-data.ts'
import { Bars, Lines } from '../chart/lazy-charts.ts'
import { formatIn } from '../format.ts'
import { FigureValue } from './figure-cards.tsx'
import { useFigures, useOpenFigure } from './figures.ts'

interface DayChartProps<Day extends { date: string }> {
  title: string
  lead?: ReactNode
  period: Period
  days: readonly Day[]
  /** Daily series. Series with another unit than the first appear only in the table. */
  series: readonly { figure: string; tone?: Tone; of: (day: Day) => number | null }[]
  as?: 'lines' | 'bars'
  wide?: boolean
}

/** Figures by day; each point opens the figure for that day. */
export function DayChart<Day extends { date: string }>({
  title,
  lead,
  period,
  days,
  series,
  as = 'lines',
  wide = false,
}: DayChartProps<Day>) {
  const { t } = useTranslation('analytics')
  const { definitions, title: titleOf } = useFigures()
  const { open } = useOpenFigure()
  const points = useDays(period)
  const data: ChartData = {
    title,
    of: t('chart.day'),
    series: series.map(({ figure, tone }) => ({
      key: figure,
      title: titleOf(figure),
      unit: definitions[figure]?.unit ?? 'count',
      ...(tone && { tone }),
    })),
    points: points(days, day => Object.fromEntries(series.map(({ figure, of }) => [figure, of(day)]))),
  }
  const drawn = { ...data, series: data.series.filter(({ unit }) => unit === data.series[0]?.unit) }
  const Marks = as === 'bars' ? Bars : Lines
  const held = (day: string) => ({ from: day, to: day })
  return (
    <Chart
      data={data}
      lead={lead}
      wide={wide}
      cell={({ key, label, values }, { key: figure }) => (
        <FigureValue figure={figure} of={label} value={values[figure] ?? null} held={held(key)} />
      )}
    >
      <Marks data={drawn} onOpen={({ key }) => open(drawn.series.at(-1)?.key ?? '', held(key))} />
    </Chart>
  )
}

/** Maps days to chart points labelled by date; the last day of a running period is partial. */
export function useDays({ partial }: Period) {
  const { i18n } = useTranslation()
  // A calendar day is the same in every zone, so format it in UTC.
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
