import { useTranslation } from 'react-i18next'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Usage } from './use-usage.ts'

/** What is done most, and to what: the ten first. */
export function Features({ of }: { of: Usage['features'] }) {
  const { t } = useTranslation('usage')
  return (
    <RankChart
      title={t('features')}
      lead={t('featuresLead')}
      of={t('feature')}
      figures={['total_activities']}
      ranks={of.map(({ usage_count, ...held }) => ({
        key: `${held.action} ${held.resource_type}`,
        label: `${held.action} · ${held.resource_type}`,
        code: true,
        held,
        values: { total_activities: usage_count },
      }))}
      empty={t('none')}
      broad
    />
  )
}
