import { join } from 'node:path'
import { type Emotion, emotions } from '#contract/conversations/judgement.ts'
import { type Confusion, confusionOf, figuresOf } from '../../emotion/figures.ts'
import { readRows } from '../../emotion/rows.ts'
import { mostFrequent } from '../baselines.ts'
import type { Goal } from '../goals.ts'
import { readFeelings } from '../held-out.ts'
import { judge } from '../judge.ts'
import { type Language, languages } from '../languages.ts'
import { figure, percent, printTable, withInterval } from '../print.ts'
import { bootstrap } from '../statistics.ts'

type Pair = readonly [truth: Emotion, predicted: Emotion]

const macroF1 = (pairs: readonly Pair[]) => figuresOf(confusionOf(emotions, pairs)).macroF1

/** The macro-F1 of always saying what is right most often. */
function byMostFrequent(pairs: readonly Pair[]): number {
  const frequent = mostFrequent(pairs.map(([truth]) => truth)) ?? 'neutral'
  return macroF1(pairs.map(([truth]) => [truth, frequent]))
}

const judged = (rows: readonly { text: string; emotion: Emotion }[], language: Language): Pair[] =>
  rows.map(({ text, emotion }) => [emotion, judge(text, language).emotion])

function printConfusion(title: string, confusion: Confusion): void {
  const { each, accuracy } = figuresOf(confusion)
  printTable(
    `${title}: ${percent(accuracy)} right`,
    ['', 'precision', 'recall', 'F1', ...confusion.labels.map(label => `→ ${label}`)],
    each.map(({ label, precision, recall, f1 }, at) => [
      label,
      ...[precision, recall, f1].map(value => value.toFixed(2)),
      ...(confusion.counts[at] ?? []).map(String),
    ]),
  )
}

export function evaluateEmotion(data: string | undefined): Goal[] {
  printTable(
    'Emotion of spoken turns, macro-F1 over seven emotions',
    ['', 'rows', 'safety watch', 'most frequent'],
    languages.map(language => {
      const pairs = judged(readFeelings(language), language)
      return [
        language,
        String(pairs.length),
        withInterval(bootstrap(pairs, macroF1)),
        figure(byMostFrequent(pairs)),
      ]
    }),
  )
  const name = 'emotion macro-F1 on GoEmotions’ held-out tenth ≥ 0.56'
  if (!data) return [{ name, measured: 'no data', met: null }]

  const pairs = judged(readRows(join(data, 'goemotions')).test, 'en')
  const own = bootstrap(pairs, macroF1)
  printTable(
    'Emotion of GoEmotions’ comments, the tenth held out, macro-F1',
    ['', 'rows', 'safety watch', 'most frequent'],
    [['en', String(pairs.length), withInterval(own), figure(byMostFrequent(pairs))]],
  )
  printConfusion('GoEmotions, the tenth held out', confusionOf(emotions, pairs))
  return [{ name, measured: figure(own.value), met: own.value >= 0.56 }]
}
