import { useTranslation } from 'react-i18next'
import type { RiskLevel } from '#contract/conversations/judgement.ts'
import { type SafetyIncident, summaryRisk } from '#contract/conversations/safety-incidents.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'

const tones: Record<RiskLevel, Tone> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'grey',
  minimal: 'grey',
}

/** Summary bucket: high above 0.7, medium from 0.4; otherwise none. */
const summaryOf = (score: number) => {
  if (score > summaryRisk.high) return 'high'
  return score >= summaryRisk.medium ? 'medium' : null
}

/** An incident's risk score, level and summary bucket. */
export function Risk({ of: { risk_score, risk_level } }: { of: SafetyIncident }) {
  const { t } = useTranslation(['safety', 'conversations'])
  const score = useLocaleFormats().decimal(risk_score, 2)
  const counted = summaryOf(risk_score)
  return (
    <>
      <Badge tone={tones[risk_level]}>{`${score} · ${t(`conversations:risk.${risk_level}`)}`}</Badge>
      {counted && <span className="spoken">{t(`counted.${counted}`)}</span>}
    </>
  )
}
