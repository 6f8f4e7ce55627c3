import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import type { ChartData, PlotForm, Point, Tone } from '../chart/chart-data.ts'
import { SeriesChart } from '../chart/series-chart.tsx'
import { formatIn } from '../format.ts'
import { FigureValue } from './figure-cards.tsx'
import { useFigures, useOpenFigure } from './figures.ts'
import { useChartRange } from './use-range.ts'

interface DayChartProps<Day extends { date: string }> {
  title: string
  lead?: ReactNode
  period: Period
  days: readonly Day[]
  /** The days of the compared period, when loaded. */
  previous?: readonly Day[] | undefined
  /** Daily series. */
  series: readonly { figure: string; tone?: Tone; of: (day: Day) => number | null }[]
  /** Events that are marked on their days. */
  markers?: { title: string; days: ReadonlyMap<string, string> }
  form?: PlotForm
  wide?: boolean
}

/** Figures by day; each point opens the figure for that day, brushed days become the range of the screen. */
export function DayChart<Day extends { date: string }>({
  title,
  lead,
  period,
  days,
  previous,
  series,
  markers,
  form = 'lines',
  wide = false,
}: DayChartProps<Day>) {
  const { t } = useTranslation('analytics')
  const { definitions, title: titleOf } = useFigures()
  const { open } = useOpenFigure()
  const points = useDays(period)
  const { compared, zoom } = useChartRange()
  const figureToOpen = series.at(-1)?.figure ?? ''
  const data: ChartData = {
    title,
    of: t('chart.day'),
    series: series.map(({ figure, tone }) => ({
      key: figure,
      title: titleOf(figure),
      unit: definitions[figure]?.unit ?? 'count',
      ...(tone && { tone }),
    })),
    points: points(days, previous, day =>
      Object.fromEntries(series.map(({ figure, of }) => [figure, of(day)])),
    ).map(point => ({ ...point, marker: markers?.days.get(point.key) })),
    ...(markers && { markers: markers.title }),
  }
  const held = (day: string) => ({ from: day, to: day })
  return (
    <SeriesChart
      data={data}
      lead={lead}
      wide={wide}
      form={form}
      cell={({ key, label, values }, { key: figure }) => (
        <FigureValue figure={figure} of={label} value={values[figure] ?? null} held={held(key)} />
      )}
      onOpen={({ key }) => open(figureToOpen, held(key))}
      compared={compared}
      onZoom={zoom}
    />
  )
}

/** Maps days to chart points labelled by date; the last day of a running period is partial. */
export function useDays({ partial }: Period) {
  const { i18n } = useTranslation()
  // A calendar day is the same in every zone, so format it in UTC.
  const { date, day: dayOf } = formatIn(i18n.language, 'UTC')
  return <Day extends { date: string }>(
    days: readonly Day[],
    /** The days of the compared period, matched by position. */
    previous: readonly Day[] | undefined,
    values: (day: Day) => Point['values'],
  ): Point[] =>
    days.map((day, index) => {
      const before = previous?.[index]
      return {
        key: day.date,
        label: date(day.date),
        tick: dayOf(day.date),
        values: values(day),
        partial: partial && index === days.length - 1,
        previous: before && { label: date(before.date), values: values(before) },
      }
    })
}
