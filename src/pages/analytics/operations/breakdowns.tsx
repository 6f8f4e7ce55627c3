import { useTranslation } from 'react-i18next'
import { stages } from '#contract/analytics/latency.ts'
import type { SystemHealth as Health, OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { CapabilityMode } from '#contract/conversations/translation-sessions.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './operations.module.css'

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

/** Most used language pairs; each direction counts separately. */
export function LanguagePairs({ of: { top_language_pairs } }: { of: OperationalMetrics['metrics'] }) {
  const { t } = useTranslation('operations')
  const wording = useLocaleFormats()
  const named = (pair: string) => pair.split(' → ').map(wording.language).join(' → ')
  return (
    <RankChart
      title={t('pairs')}
      lead={t('pairsLead')}
      of={t('facets.pair')}
      figures={['total_sessions', 'success_rate']}
      ranks={top_language_pairs.map(({ pair, count, success_rate }) => ({
        key: pair,
        label: named(pair),
        held: { pair },
        values: { total_sessions: count, success_rate },
      }))}
      empty={t('none')}
    />
  )
}

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

/** Health of the server's components. */
export function SystemHealth({ of }: { of: Health }) {
  const { t } = useTranslation('operations')
  const parts = { api: of.api_healthy, database: of.database_healthy, redis: of.redis_healthy }
  return (
    <Panel title={t('health.title')} lead={t('health.lead')}>
      <ul className={styles.health}>
        {(Object.keys(parts) as (keyof typeof parts)[]).map(part => {
          const state = parts[part] === null ? 'notSetUp' : parts[part] ? 'healthy' : 'unhealthy'
          const tone = { notSetUp: 'grey', healthy: 'green', unhealthy: 'red' } as const
          return (
            <li key={part}>
              {t(`health.${part}`)} <Badge tone={tone[state]}>{t(`health.${state}`)}</Badge>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
