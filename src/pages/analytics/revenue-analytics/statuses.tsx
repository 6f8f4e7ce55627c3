import { useTranslation } from 'react-i18next'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Tone } from '#kit/chart/chart-data.ts'
import type { Report } from './use-report.ts'

type Distribution = NonNullable<Report['distribution']>
type Status = Distribution[number]['status']
const tones: Record<Status, Tone> = {
  trial: 'info',
  active: 'good',
  past_due: 'warn',
  cancelled: 'bad',
  trial_expired: 'muted',
}

/** Subscriptions per status. */
export function Statuses({ of }: { of: Distribution }) {
  const { t } = useTranslation(['revenue', 'analytics'])
  return (
    <RankChart
      title={t('revenue.statuses')}
      lead={t('revenue.statusLead')}
      of={t('facets.status')}
      figures={['subscriptions']}
      ranks={of.map(({ status, count }) => ({
        key: status,
        label: t(`status.${status}`),
        held: { status },
        tone: tones[status],
        values: { subscriptions: count },
      }))}
      empty={t('analytics:chart.empty')}
    />
  )
}
