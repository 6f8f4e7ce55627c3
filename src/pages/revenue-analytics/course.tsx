import { useTranslation } from 'react-i18next'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { useOpenFigure } from '#kit/analytics/figures.ts'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData } from '#kit/chart/data.ts'
import { Lines } from '#kit/chart/lines.tsx'
import { useDays } from './use-days.ts'
import type { Report } from './use-report.ts'

/** Recurring revenue at the end of each day. */
export function Course({ of: { days, summary } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  const { open } = useOpenFigure()
  const points = useDays(summary.period)
  const data: ChartData = {
    title: t('revenue.course'),
    of: t('day'),
    series: [{ key: 'mrr', title: t('figures.mrr.title'), unit: 'money' }],
    points: points(days, ({ end }) => ({ mrr: end })),
  }
  const held = (day: string) => ({ from: day, to: day })
  return (
    <Chart
      data={data}
      broad
      cell={({ key, label, values }) => (
        <FigureValue figure="mrr" of={label} value={values.mrr ?? null} held={held(key)} />
      )}
    >
      <Lines data={data} onOpen={({ key }) => open('mrr', held(key))} />
    </Chart>
  )
}
