import { useTranslation } from 'react-i18next'
import { type Engagement, engagementFrom, engagements } from '#contract/analytics/usage-metrics.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Tone } from '#kit/chart/chart-data.ts'
import { useFormat } from '#kit/format.ts'
import { useLabels } from '#kit/resource/labels.ts'
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

interface DeviceUsageProps {
  of: Usage['devices']
  /** Active devices of the previous period; null while loading, undefined without comparison. */
  was: number | null | undefined
}

/** Active devices and their events. */
export function DeviceUsage({ of: { active_devices, event_types }, was }: DeviceUsageProps) {
  const { t } = useTranslation(['usage', 'analytics'])
  const labels = useLabels('device-events')
  const format = useFormat()
  return (
    <RankChart
      title={t('devices')}
      lead={
        <>
          <FigureValue figure="active_devices" value={active_devices} /> {t('activeDevices')}
          {was !== undefined && `, ${t('analytics:figure.before', { value: format.number(was) })}`}
        </>
      }
      of={t('facets.type')}
      figures={['device_events']}
      ranks={event_types.map(({ type, count }) => ({
        key: type,
        label: labels.option('type', type),
        held: { type },
        values: { device_events: count },
      }))}
      empty={t('none')}
    />
  )
}
