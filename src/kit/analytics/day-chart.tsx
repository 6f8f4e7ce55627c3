import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import { system } from '#contract/platform/system.ts'
import type { ChartData, PlotForm, Point, Tone } from '../chart/chart-data.ts'
import { SeriesChart } from '../chart/series-chart.tsx'
import { formatIn } from '../format.ts'
import { clockAt } from '../resource/day.ts'
import { useCall } from '../use-call.ts'
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
  /** Incidents, which are marked on their days. */
  incidents?: ReadonlyMap<string, string>
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
  incidents,
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
    ).map(point => {
      const incident = incidents?.get(point.key)
      return incident
        ? { ...point, markers: [{ kind: 'incident', text: incident }, ...(point.markers ?? [])] }
        : point
    }),
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

/** The versions first run on each day of the period's time zone. */
function useReleases(zone: string): ReadonlyMap<string, string> {
  const { t } = useTranslation('analytics')
  const { data } = useCall(system.releases)
  const days = Map.groupBy(data?.releases ?? [], ({ started_at }) => clockAt(started_at, zone).day)
  return new Map(
    [...days].map(([day, releases]) => [
      day,
      t('chart.release', { versions: releases.map(({ version }) => version).join(', ') }),
    ]),
  )
}

/** Maps days to chart points labelled by date, with releases; the last day of a running period is partial. */
export function useDays({ partial, time_zone }: Period) {
  const { i18n } = useTranslation()
  const releases = useReleases(time_zone)
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
      const release = releases.get(day.date)
      return {
        ...(release && { markers: [{ kind: 'release', text: release }] }),
        key: day.date,
        label: date(day.date),
        tick: dayOf(day.date),
        values: values(day),
        partial: partial && index === days.length - 1,
        previous: before && { label: date(before.date), values: values(before) },
      }
    })
}
