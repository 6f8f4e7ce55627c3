import { useTranslation } from 'react-i18next'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData, Tone } from '#kit/chart/data.ts'
import { RankedBars } from '#kit/chart/ranked-bars.tsx'
import type { Report } from './use-report.ts'

type Status = Report['distribution'][number]['status']
const tones: Record<Status, Tone> = {
  trial: 'info',
  active: 'good',
  past_due: 'warn',
  cancelled: 'bad',
  trial_expired: 'muted',
}

/** How many subscriptions are in each status. */
export function Statuses({ of: { distribution } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  const data: ChartData = {
    title: t('revenue.statuses'),
    of: t('facets.status'),
    series: [{ key: 'count', title: t('parts.subscriptions'), unit: 'count' }],
    points: distribution.map(({ status, count }) => ({
      key: status,
      label: t(`status.${status}`),
      values: { count },
    })),
  }
  const value = (status: string, label: string, count: number | null) => (
    <FigureValue figure="subscriptions" of={label} value={count} held={{ status }} />
  )
  return (
    <Chart
      data={data}
      lead={t('revenue.statusLead')}
      cell={({ key, label, values }) => value(key, label, values.count ?? null)}
    >
      <RankedBars
        ranks={distribution.map(({ status, count }) => ({
          key: status,
          label: t(`status.${status}`),
          value: count,
          tone: tones[status],
          shown: value(status, t(`status.${status}`), count),
        }))}
      />
    </Chart>
  )
}
