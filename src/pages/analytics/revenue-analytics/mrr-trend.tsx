import { useTranslation } from 'react-i18next'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import type { Report } from './use-report.ts'

/** MRR at the end of each day. */
export function MrrTrend({ of: { days, summary } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  return (
    <DayChart
      title={t('revenue.course')}
      period={summary.period}
      days={days}
      series={[{ figure: 'mrr', of: ({ end }) => end }]}
      wide
    />
  )
}
