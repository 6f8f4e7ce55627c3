import { z } from 'zod'
import { emotions } from './emotions.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { may } from './permissions.ts'

export const Emotion = z.enum(emotions)

export const riskLevels = ['critical', 'high', 'medium', 'low', 'minimal'] as const
export type RiskLevel = (typeof riskLevels)[number]

/** The level of a risk from 0 to 1. */
export function riskLevelOf(risk: number): RiskLevel {
  if (risk >= 0.8) return 'critical'
  if (risk >= 0.6) return 'high'
  if (risk >= 0.4) return 'medium'
  return risk >= 0.2 ? 'low' : 'minimal'
}

/** What a turn that worries the safety watch is about. */
export const contexts = [
  'medical',
  'fall',
  'self_harm',
  'abuse',
  /** Somebody else than the speaker is in danger. */
  'third_party',
  'medication',
  'distress',
  'loneliness',
  'confusion',
] as const
export type Context = (typeof contexts)[number]

/** The words of a turn that led to what was found in it, and what they were taken for. */
export const Evidence = z.object({
  /** An emotion, the name of a rule, or what softened one: negation, another person, a quotation, the past. */
  rule: z.string(),
  words: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

const Threshold = z.number().min(0).max(1)

/** From which risk on what is done. */
export const SafetyThresholds = z.object({
  /** The turn is flagged and a safety incident is opened. */
  incident_threshold: Threshold,
  /** The incident needs escalation: the operators are alerted, and the companion answers with help alone. */
  escalation_threshold: Threshold,
})
export type SafetyThresholds = z.infer<typeof SafetyThresholds>

export const SafetyConfig = SafetyThresholds.extend({ updated_at: Instant.nullable() })

const NewSafetyConfig = SafetyThresholds.partial()

export const safety = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/ai/safety/metrics',
    summary: 'Report what the safety watch found in the turns of conversations',
    access: may('analytics', 'list'),
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    reply: z.object({
      days: z.int(),
      /** The thresholds in force. */
      config: SafetyConfig,
      turns: z.int(),
      flagged_turns: z.int(),
      incidents: z.int(),
      escalations: z.int(),
      alerts: z.int(),
      average_sentiment: z.number().nullable(),
      by_risk_level: z.array(z.object({ risk_level: z.enum(riskLevels), count: z.int() })),
      by_context: z.array(z.object({ context: z.string(), count: z.int() })),
      by_emotion: z.array(z.object({ emotion: Emotion, count: z.int() })),
    }),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/ai/safety/config',
    summary: 'Show the thresholds of the safety watch',
    access: may('voice_settings', 'show'),
    reply: SafetyConfig,
  }),
  configure: endpoint({
    method: 'POST',
    path: '/api/ai/safety/config',
    summary: 'Set thresholds of the safety watch; what is left out stays',
    access: may('voice_settings', 'update'),
    body: NewSafetyConfig,
    reply: SafetyConfig,
  }),
}
