import { z } from 'zod'

/** The lowest score, between 0 and 1, of each level of risk, the gravest first. */
export const riskFrom = { critical: 0.8, high: 0.6, medium: 0.4, low: 0.2, minimal: 0 } as const
export const riskLevels = [
  'critical',
  'high',
  'medium',
  'low',
  'minimal',
] as const satisfies (keyof typeof riskFrom)[]
export const RiskLevel = z.enum(riskLevels)
export type RiskLevel = z.infer<typeof RiskLevel>

/** The level of a risk score between 0 and 1. */
export const riskLevelOf = (score: number): RiskLevel =>
  riskLevels.find(level => score >= riskFrom[level]) ?? 'minimal'
