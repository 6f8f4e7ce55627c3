import { useTranslation } from 'react-i18next'
import type { RiskLevel } from '#contract/conversations/risk.ts'
import { type SafetyIncident, summaryRisk } from '#contract/conversations/safety-incidents.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useWording } from '#kit/wording.ts'

const tones: Record<RiskLevel, Tone> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'grey',
  minimal: 'grey',
}

/** What a risk is called in the summary: high above 0.7, medium from 0.4 on, else nothing. */
const summaryOf = (score: number) => {
  if (score > summaryRisk.high) return 'high'
  return score >= summaryRisk.medium ? 'medium' : null
}

/** How great the risk of an incident is: its score, its level, and what it counts as in the summary. */
export function Risk({ of: { risk_score, risk_level } }: { of: SafetyIncident }) {
  const { t } = useTranslation(['safety', 'conversations'])
  const score = useWording().decimal(risk_score, 2)
  const counted = summaryOf(risk_score)
  return (
    <>
      <Badge tone={tones[risk_level]}>{`${score} · ${t(`conversations:risk.${risk_level}`)}`}</Badge>
      {counted && <span className="spoken">{t(`counted.${counted}`)}</span>}
    </>
  )
}
