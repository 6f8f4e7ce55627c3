import { createRequire } from 'node:module'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'

const require = createRequire(import.meta.url)
type Words = Record<string, number | null>
const { afinn_translations: afinn }: { afinn_translations: Record<string, Words> } =
  require('afinn-165-multilingual')
const {
  SentimentIntensityAnalyzer: vader,
}: {
  SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } }
} = require('vader-sentiment')

export type Side = 'negative' | 'neutral' | 'positive'

const sideOf = (score: number, threshold: number): Side =>
  score >= threshold ? 'positive' : score <= -threshold ? 'negative' : 'neutral'

/** AFINN-165 (Nielsen, 2011; translated by machine): the sum of what its words are worth, without any grammar. */
export function byAfinn(text: string, language: ConversationLanguage): Side {
  const words = afinn[`afinn_${language}`]
  if (!words) throw new Error(`AFINN has no list for ${language}`)
  const said = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())
  return sideOf(
    [...said].reduce((sum, { segment }) => sum + (words[segment] ?? 0), 0),
    1,
  )
}

/** VADER (Hutto and Gilbert, 2014), which knows English alone, with the thresholds of its authors. */
export const byVader = (text: string): Side => sideOf(vader.polarity_scores(text).compound, 0.05)
