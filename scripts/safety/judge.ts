import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { type RiskLevel, riskLevelOf } from '#contract/conversations/judgement.ts'
import type { Context } from '#contract/conversations/safety.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import type { Category } from './held-out.ts'
import type { Language } from './languages.ts'

/** The judgement of one turn, as the evaluation needs it. Only this file knows the engine. */
export interface Judgement {
  /** 0 to 1. */
  risk: number
  level: RiskLevel
  /** Whether the turn opens an incident at the default thresholds. */
  flagged: boolean
  categories: Category[]
  /** −1 to 1. */
  sentiment: number
  emotion: Emotion
}

export type Side = 'negative' | 'neutral' | 'positive'
export const sides = ['negative', 'neutral', 'positive'] as const

/** The side of a sentiment between −1 and 1. */
export const sideOf = (sentiment: number): Side =>
  sentiment > 0.15 ? 'positive' : sentiment < -0.15 ? 'negative' : 'neutral'

const defaultIncidentThreshold = 0.4

const categoryOf: Record<Context, Category> = {
  medical: 'medical',
  fall: 'fall',
  self_harm: 'self_harm',
  abuse: 'abuse',
  medication: 'medication',
  distress: 'distress',
  third_party: 'third_party',
  loneliness: 'distress',
  confusion: 'distress',
}

const isSupported = (language: Language): language is Language & ConversationLanguage =>
  conversationLanguages.some(supported => supported === language)

export function judge(text: string, language: Language): Judgement {
  if (!isSupported(language))
    return { risk: 0, level: 'minimal', flagged: false, categories: [], sentiment: 0, emotion: 'neutral' }
  const { risk, categories, sentiment, emotion } = assess(text, language)
  return {
    risk,
    level: riskLevelOf(risk),
    flagged: risk >= defaultIncidentThreshold,
    categories: [...new Set(categories.map(category => categoryOf[category]))],
    sentiment,
    emotion,
  }
}

const engineFolder = fileURLToPath(
  new URL('../../server/modules/conversations/safety-watch/', import.meta.url),
)

/** The trained files that the engine reads, with their size in bytes. */
export function modelFiles(): { path: string; bytes: number }[] {
  return readdirSync(engineFolder, { recursive: true, encoding: 'utf8' })
    .filter(path => !/\.(ts|md)$/.test(path) && statSync(join(engineFolder, path)).isFile())
    .map(path => ({ path, bytes: statSync(join(engineFolder, path)).size }))
}
