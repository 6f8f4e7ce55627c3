import { z } from 'zod'

/** Emotions assigned to turns. */
export const emotions = ['happy', 'sad', 'anxious', 'angry', 'neutral', 'confused', 'excited'] as const
export type Emotion = (typeof emotions)[number]

/** Absolute sentiment (-1 to 1) above which a turn is not neutral. */
export const neutralBand = 0.3
export type Mood = 'positive' | 'neutral' | 'negative'

export const moodOf = (sentiment: number): Mood =>
  sentiment > neutralBand ? 'positive' : sentiment < -neutralBand ? 'negative' : 'neutral'

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
