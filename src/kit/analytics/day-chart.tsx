import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import { Chart } from '../chart/chart.tsx'
import type { ChartData, Tone } from '../chart/data.ts'
import { Bars, Lines } from '../chart/marks.ts'
import { FigureValue } from './figure-value.tsx'
import { useFigures, useOpenFigure } from './figures.ts'
import { useDays } from './use-days.ts'

interface DayChartProps<Day extends { date: string }> {
  title: string
  lead?: ReactNode
  period: Period
  days: readonly Day[]
  /** What is shown of each day. Those of another unit than the first stand in the table alone. */
  series: readonly { figure: string; tone?: Tone; of: (day: Day) => number | null }[]
  as?: 'lines' | 'bars'
  broad?: boolean
}

/** Figures day by day: each opens for its day. */
export function DayChart<Day extends { date: string }>({
  title,
  lead,
  period,
  days,
  series,
  as = 'lines',
  broad = false,
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
      broad={broad}
      cell={({ key, label, values }, { key: figure }) => (
        <FigureValue figure={figure} of={label} value={values[figure] ?? null} held={held(key)} />
      )}
    >
      <Marks data={drawn} onOpen={({ key }) => open(drawn.series.at(-1)?.key ?? '', held(key))} />
    </Chart>
  )
}
