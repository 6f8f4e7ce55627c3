import { z } from 'zod'

/** Minimum score (0 to 1) of each risk level, highest first. */
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

/** @param score 0 to 1 */
export const riskLevelOf = (score: number): RiskLevel =>
  riskLevels.find(level => score >= riskFrom[level]) ?? 'minimal'
