import { useTranslation } from 'react-i18next'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { useOpenFigure } from '#kit/analytics/figures.ts'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData } from '#kit/chart/data.ts'
import { Lines } from '#kit/chart/lines.tsx'
import { useDays } from './use-days.ts'
import type { Report } from './use-report.ts'

/** Days of growth that are shown, whatever the period. */
const shown = 30

/** How many subscriptions began, and how many were won or lost, on each of the last days. */
export function Growth({ of: { timeline, summary } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  const { open } = useOpenFigure()
  const points = useDays(summary.period)
  const data: ChartData = {
    title: t('revenue.growth'),
    of: t('day'),
    series: [
      { key: 'new_subscriptions', title: t('figures.new_subscriptions.title'), unit: 'count', tone: 'good' },
      { key: 'net_growth', title: t('figures.net_growth.title'), unit: 'count', tone: 'accent' },
    ],
    points: points(timeline.slice(-shown), ({ new_subscriptions, net_growth }) => ({
      new_subscriptions,
      net_growth,
    })),
  }
  const held = (day: string) => ({ from: day, to: day })
  return (
    <Chart
      data={data}
      lead={t('revenue.growthLead')}
      broad
      cell={({ key, label, values }, series) => (
        <FigureValue figure={series.key} of={label} value={values[series.key] ?? null} held={held(key)} />
      )}
    >
      <Lines data={data} onOpen={({ key }) => open('net_growth', held(key))} />
    </Chart>
  )
}
