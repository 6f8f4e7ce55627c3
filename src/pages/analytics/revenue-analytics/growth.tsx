import { useTranslation } from 'react-i18next'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import type { Report } from './use-report.ts'

/** Days shown in the growth chart, independent of the period. */
const chartDays = 30

/** Subscriptions started, and net growth, per day. */
export function Growth({ of: { timeline, summary } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  return (
    <DayChart
      title={t('revenue.growth')}
      lead={t('revenue.growthLead')}
      period={summary.period}
      days={timeline.slice(-chartDays)}
      series={[
        { figure: 'new_subscriptions', tone: 'good', of: day => day.new_subscriptions },
        { figure: 'net_growth', of: day => day.net_growth },
      ]}
      wide
    />
  )
}
