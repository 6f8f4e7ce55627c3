import { useTranslation } from 'react-i18next'
import { stages } from '#contract/analytics/latency.ts'
import type { OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'

/** Latency end to end and per stage; percentiles of stages do not add up to the total. */
export function Latency({ of: { latency } }: { of: OperationalMetrics['metrics'] }) {
  const { t } = useTranslation('operations')
  return (
    <RankChart
      title={t('latency')}
      lead={t('latencyLead')}
      of={t('facets.stage')}
      figures={['p50', 'p95', 'p99', 'average_latency']}
      ranks={stages.map(stage => {
        const { p50, p95, p99, average } = latency[stage]
        return {
          key: stage,
          label: t(`stages.${stage}`),
          held: { stage },
          values: { p50, p95, p99, average_latency: average },
        }
      })}
      empty={t('none')}
    />
  )
}
