import { useTranslation } from 'react-i18next'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import { useFormat } from '#kit/format.ts'
import { useLabels } from '#kit/resource/labels.ts'
import type { Usage } from './use-usage.ts'

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
