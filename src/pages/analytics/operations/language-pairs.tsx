import { useTranslation } from 'react-i18next'
import type { OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'

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
