import { useTranslation } from 'react-i18next'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import type { Usage } from './use-usage.ts'

/** Top ten features by use. */
export function Features({ of }: { of: Usage['features'] }) {
  const { t } = useTranslation('usage')
  const labels = useLabels('activity-logs')
  return (
    <RankChart
      title={t('features')}
      lead={t('featuresLead')}
      of={t('feature')}
      figures={['total_activities']}
      ranks={of.map(({ usage_count, ...held }) => ({
        key: `${held.action} ${held.resource_type}`,
        label: `${labels.option('action', held.action)} · ${labels.option('resource_type', held.resource_type)}`,
        held,
        values: { total_activities: usage_count },
      }))}
      empty={t('none')}
      wide
    />
  )
}
