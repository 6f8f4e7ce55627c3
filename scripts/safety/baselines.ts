import { createRequire } from 'node:module'
import type { Side } from './judge.ts'
import type { Language } from './languages.ts'

const require = createRequire(import.meta.url)
type Words = Record<string, number | null>
const { afinn_translations: afinn }: { afinn_translations: Record<string, Words> } =
  require('afinn-165-multilingual')
const {
  SentimentIntensityAnalyzer: vader,
}: {
  SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } }
} = require('vader-sentiment')

const sideOf = (score: number, threshold: number): Side =>
  score >= threshold ? 'positive' : score <= -threshold ? 'negative' : 'neutral'

/** AFINN-165 (Nielsen, 2011; machine-translated): the sum of the worth of its words, without any grammar. */
export function byAfinn(text: string, language: Language): Side {
  const words = afinn[`afinn_${language}`]
  if (!words) throw new Error(`AFINN has no list for ${language}`)
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())
  return sideOf(
    [...segments].reduce((sum, { segment }) => sum + (words[segment] ?? 0), 0),
    1,
  )
}

/** VADER (Hutto and Gilbert, 2014), English only, with the thresholds of its authors. */
export const byVader = (text: string): Side => sideOf(vader.polarity_scores(text).compound, 0.05)

/** The label that most rows have. */
export function mostFrequent<T>(labels: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
