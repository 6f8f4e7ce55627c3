import { useTranslation } from 'react-i18next'
import { type Engagement, engagementFrom, engagements } from '#contract/analytics/usage-metrics.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Tone } from '#kit/chart/chart-data.ts'
import type { Usage } from './use-usage.ts'

const tones: Record<Engagement, Tone> = {
  highly_engaged: 'good',
  moderately_engaged: 'accent',
  lightly_engaged: 'muted',
}

/** People per engagement band. */
export function EngagementBands({ of }: { of: Usage['engagement'] }) {
  const { t } = useTranslation('usage')
  return (
    <RankChart
      title={t('engagementTitle')}
      lead={t('engagementLead', engagementFrom)}
      of={t('facets.engagement')}
      figures={['engaged_users']}
      ranks={engagements.map(engagement => ({
        key: engagement,
        label: t(`engagement.${engagement}`),
        held: { engagement },
        tone: tones[engagement],
        values: { engaged_users: of[engagement] },
      }))}
      empty={t('none')}
    />
  )
}
