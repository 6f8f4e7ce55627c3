import { useTranslation } from 'react-i18next'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import type { Report } from './use-report.ts'

/** Days of growth that are shown, whatever the period. */
const shown = 30

/** How many subscriptions began, and how many were won or lost, on each of the last days. */
export function Growth({ of: { timeline, summary } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  return (
    <DayChart
      title={t('revenue.growth')}
      lead={t('revenue.growthLead')}
      period={summary.period}
      days={timeline.slice(-shown)}
      series={[
        { figure: 'new_subscriptions', tone: 'good', of: day => day.new_subscriptions },
        { figure: 'net_growth', of: day => day.net_growth },
      ]}
      broad
    />
  )
}
