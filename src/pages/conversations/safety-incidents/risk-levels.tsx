import { useTranslation } from 'react-i18next'
import { type RiskLevel, riskFrom } from '#contract/conversations/judgement.ts'
import { RankChart } from '#kit/analytics/rank-chart.tsx'
import type { Tone } from '#kit/chart/chart-data.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import type { Safety } from './use-incidents.ts'

const tones: Record<RiskLevel, Tone> = {
  critical: 'bad',
  high: 'serious',
  medium: 'warn',
  low: 'info',
  minimal: 'muted',
}

/** Incidents per risk level. */
export function RiskLevels({ of }: { of: Safety['distribution'] }) {
  const { t } = useTranslation(['safety', 'conversations'])
  const { decimal } = useLocaleFormats()
  return (
    <RankChart
      title={t('levels')}
      lead={t('levelsLead')}
      of={t('facets.risk_level')}
      figures={['incidents']}
      ranks={of.map(({ risk_level, count }) => ({
        key: risk_level,
        label: t('level', {
          level: t(`conversations:risk.${risk_level}`),
          from: decimal(riskFrom[risk_level], 1),
        }),
        held: { risk_level },
        tone: tones[risk_level],
        values: { incidents: count },
      }))}
      empty={t('none')}
    />
  )
}
