import { useTranslation } from 'react-i18next'
import type { OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'

/** Sessions per region. */
export function Regions({ of: { sessions_by_region } }: { of: OperationalMetrics['metrics'] }) {
  const { t } = useTranslation(['operations', 'resources'])
  return (
    <RankChart
      title={t('regions')}
      lead={t('regionsLead')}
      of={t('facets.region')}
      figures={['total_sessions', 'success_rate']}
      ranks={sessions_by_region.map(({ region, count, success_rate }) => ({
        key: region,
        label: t(`resources:translation-sessions.options.region.${region}`),
        held: { region },
        values: { total_sessions: count, success_rate },
      }))}
      empty={t('none')}
    />
  )
}
