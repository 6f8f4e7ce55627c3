import { useTranslation } from 'react-i18next'
import type { OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { CapabilityMode } from '#contract/conversations/translation-sessions.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'

/** Sessions per capability mode. */
export function Modes({ of: { sessions_by_mode } }: { of: OperationalMetrics['metrics'] }) {
  const { t } = useTranslation(['operations', 'resources'])
  return (
    <RankChart
      title={t('modes')}
      lead={t('modesLead')}
      of={t('facets.mode')}
      figures={['total_sessions']}
      ranks={CapabilityMode.options.map(mode => ({
        key: mode,
        label: t(`resources:translation-sessions.options.mode.${mode}`),
        held: { mode },
        values: { total_sessions: sessions_by_mode[mode] },
      }))}
      empty={t('none')}
    />
  )
}
