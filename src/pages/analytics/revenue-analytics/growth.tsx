import { useTranslation } from 'react-i18next'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import type { PreviousReport, Report } from './use-report.ts'

/** MRR at the end of each day. */
export function MrrTrend({ of: { days, summary }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation('revenue')
  return (
    <DayChart
      title={t('revenue.course')}
      period={summary.period}
      days={days}
      previous={earlier?.days}
      series={[{ figure: 'mrr', of: ({ end }) => end }]}
      wide
    />
  )
}

/** Days shown in the growth chart, independent of the period. */
const chartDays = 30

/** Subscriptions started, and net growth, per day. */
export function Growth({ of: { timeline, summary }, earlier }: { of: Report; earlier: PreviousReport }) {
  const { t } = useTranslation('revenue')
  return (
    <DayChart
      title={t('revenue.growth')}
      lead={t('revenue.growthLead')}
      period={summary.period}
      days={timeline.slice(-chartDays)}
      previous={earlier?.timeline.slice(-chartDays)}
      series={[
        { figure: 'new_subscriptions', tone: 'good', of: day => day.new_subscriptions },
        { figure: 'net_growth', of: day => day.net_growth },
      ]}
      wide
    />
  )
}
