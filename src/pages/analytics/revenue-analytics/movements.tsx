import { useTranslation } from 'react-i18next'
import { type RevenueMovement, revenueMovements } from '#contract/billing/ledger.ts'
import { useDays } from '#kit/analytics/day-chart.tsx'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { useOpenFigure } from '#kit/analytics/figures.ts'
import { useChartRange } from '#kit/analytics/use-range.ts'
import type { ChartData, Series, Tone } from '#kit/chart/chart-data.ts'
import { SeriesChart } from '#kit/chart/series-chart.tsx'
import type { PreviousReport, Report } from './use-report.ts'

/** Colours of the kinds of movements. */
export const movementTones: Record<RevenueMovement, Tone> = {
  new: 'good',
  expansion: 'accent',
  reactivation: 'info',
  contraction: 'warn',
  churn: 'bad',
}

/** MRR movements of each day, with the opening and the closing balance in the table. */
export function Movements({ of: { days, summary }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation(['revenue', 'analytics'])
  const { open } = useOpenFigure()
  const points = useDays(summary.period)
  const { compared, zoom } = useChartRange()
  const moved = revenueMovements.map(
    (kind): Series => ({ key: kind, title: t(`kind.${kind}`), unit: 'money', tone: movementTones[kind] }),
  )
  const data: ChartData = {
    title: t('revenue.waterfall'),
    of: t('analytics:chart.day'),
    series: [
      { key: 'start', title: t('revenue.start'), unit: 'money', tableOnly: true },
      ...moved,
      { key: 'end', title: t('revenue.end'), unit: 'money', tableOnly: true },
    ],
    points: points(days, earlier?.days, ({ date, contraction, churn, ...day }) => ({
      ...day,
      contraction: 0 - contraction,
      churn: 0 - churn,
    })),
  }
  return (
    <SeriesChart
      data={data}
      lead={t('revenue.waterfallLead')}
      wide
      form="bars"
      cell={({ key: day, label, values }, { key, title }) => {
        const isEnd = key === 'start' || key === 'end'
        return (
          <FigureValue
            figure={key === 'start' ? 'mrr_at_start' : key === 'end' ? 'mrr' : 'mrr_moved'}
            of={`${title}, ${label}`}
            value={values[key] ?? null}
            held={{ from: day, to: day, ...(!isEnd && { kind: key }) }}
          />
        )
      }}
      onOpen={({ key }) => open('mrr_moved', { from: key, to: key })}
      compared={compared}
      onZoom={zoom}
    />
  )
}
