import { join } from 'node:path'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { confusionOf, figuresOf } from '../../emotion/figures.ts'
import { byAfinn, byVader, mostFrequent } from '../baselines.ts'
import type { Goal } from '../goals.ts'
import { readFeelings } from '../held-out.ts'
import { judge, type Side, sideOf, sides } from '../judge.ts'
import { type Language, languages } from '../languages.ts'
import { figure, printTable, withInterval } from '../print.ts'
import { bootstrap, type Interval } from '../statistics.ts'
import { readTweets } from '../tweets.ts'

const sideOfEmotion: Record<Emotion, Side> = {
  happy: 'positive',
  excited: 'positive',
  neutral: 'neutral',
  confused: 'neutral',
  sad: 'negative',
  anxious: 'negative',
  angry: 'negative',
}

interface Labelled {
  text: string
  side: Side
}

const macroF1 = (pairs: readonly (readonly [truth: Side, predicted: Side])[]) =>
  figuresOf(confusionOf(sides, pairs)).macroF1

/** The macro-F1 of the safety watch and of what it has to beat. */
function compare(rows: readonly Labelled[], language: Language): Record<Judge, Interval | null> {
  const frequent = mostFrequent(rows.map(({ side }) => side)) ?? 'neutral'
  const by = (judge: (text: string) => Side) =>
    bootstrap(
      rows.map(({ text, side }) => [side, judge(text)] as const),
      macroF1,
    )
  return {
    'safety watch': by(text => sideOf(judge(text, language).sentiment)),
    'AFINN-165': by(text => byAfinn(text, language)),
    VADER: language === 'en' ? by(byVader) : null,
    'most frequent': by(() => frequent),
  }
}

const judges = ['safety watch', 'AFINN-165', 'VADER', 'most frequent'] as const
type Judge = (typeof judges)[number]

interface Compared {
  language: Language
  rows: number
  by: Record<Judge, Interval | null>
}

const print = (title: string, compared: readonly Compared[]) =>
  printTable(
    title,
    ['', 'rows', ...judges],
    compared.map(({ language, rows, by }) => [
      language,
      String(rows),
      ...judges.map(name => (by[name] ? withInterval(by[name]) : '–')),
    ]),
  )

/** The baseline that the sentiment of each language has to beat, where XLM-T has the language. */
const rival: Partial<Record<Language, Judge>> = {
  en: 'AFINN-165',
  es: 'AFINN-165',
  fr: 'AFINN-165',
  de: 'most frequent',
  ar: 'most frequent',
}

export function evaluateSentiment(data: string | undefined): Goal[] {
  const spoken = languages.map(language => {
    const rows = readFeelings(language).map(({ text, emotion }) => ({ text, side: sideOfEmotion[emotion] }))
    return { language, rows: rows.length, by: compare(rows, language) }
  })
  print('Sentiment of spoken turns, macro-F1 over negative, neutral, positive', spoken)

  const tweeted = languages.flatMap(language => {
    const tweets = data ? readTweets(join(data, 'xlm-t'), language) : null
    if (!tweets) return []
    return [{ language, rows: tweets.test.length, by: compare(tweets.test, language) }]
  })
  if (data) print('Sentiment of XLM-T’s tweets, the fifth kept aside, macro-F1', tweeted)

  return Object.entries(rival).map(([language, name]) => {
    const by = tweeted.find(compared => compared.language === language)?.by
    const [own, other] = [by?.['safety watch']?.value, by?.[name]?.value]
    const isMeasured = own !== undefined && other !== undefined
    return {
      name: `sentiment macro-F1 of tweets in ${language} above ${name}`,
      measured: isMeasured ? `${figure(own)} against ${figure(other)}` : 'no data',
      met: isMeasured ? own > other : null,
    }
  })
}
