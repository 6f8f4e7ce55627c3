import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { emotions, RiskLevel } from './judgement.ts'

export const EmotionName = z.enum(emotions)

/** Contexts of risk. */
export const contexts = [
  'medical',
  'fall',
  'self_harm',
  'abuse',
  /** A person other than the speaker is in danger. */
  'third_party',
  'medication',
  'distress',
  'loneliness',
  'confusion',
] as const
export type Context = (typeof contexts)[number]

/** The words of a turn that led to a finding, with their interpretation. */
export const Evidence = z.object({
  /** An emotion, a rule name, or a mitigating factor: negation, another person, a quotation, the past. */
  rule: z.string(),
  words: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

const Threshold = z.number().min(0).max(1)

/** Minimum risk scores of each reaction. */
export const SafetyThresholds = z.object({
  /** Flags the turn and opens a safety incident. */
  incident_threshold: Threshold,
  /** Escalates: operators are alerted, and the companion answers only with help. */
  escalation_threshold: Threshold,
})
export type SafetyThresholds = z.infer<typeof SafetyThresholds>

export const SafetyConfig = SafetyThresholds.extend({ updated_at: Instant.nullable() })

const NewSafetyConfig = SafetyThresholds.partial()

export const safety = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/ai/safety/metrics',
    summary: 'Get the findings of the safety watch',
    access: may('analytics', 'list'),
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    reply: z.object({
      days: z.int(),
      /** The current thresholds. */
      config: SafetyConfig,
      turns: z.int(),
      flagged_turns: z.int(),
      incidents: z.int(),
      escalations: z.int(),
      alerts: z.int(),
      average_sentiment: z.number().nullable(),
      by_risk_level: z.array(z.object({ risk_level: RiskLevel, count: z.int() })),
      by_context: z.array(z.object({ context: z.string(), count: z.int() })),
      by_emotion: z.array(z.object({ emotion: EmotionName, count: z.int() })),
    }),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/ai/safety/config',
    summary: 'Get the thresholds of the safety watch',
    access: may('voice_settings', 'show'),
    reply: SafetyConfig,
  }),
  configure: endpoint({
    method: 'POST',
    path: '/api/ai/safety/config',
    summary: 'Set the thresholds of the safety watch; omitted fields stay unchanged',
    access: may('voice_settings', 'update'),
    body: NewSafetyConfig,
    reply: SafetyConfig,
  }),
}
