import { parseArgs } from 'node:util'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Emotion, emotions } from '#contract/conversations/emotions.ts'
import { riskLevelOf, riskLevels } from '#contract/conversations/risk.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { emotionScores } from '#server/modules/conversations/safety-watch/emotion/model.ts'
import { type Confusion, confusionOf, figuresOf } from './emotion/figures.ts'
import { readRows } from './emotion/rows.ts'
import { byAfinn, byVader, type Side } from './safety/baselines.ts'
import { labelled } from './safety/labelled.ts'
import { es } from './safety/risk/es.ts'
import { fr } from './safety/risk/fr.ts'
import { ja } from './safety/risk/ja.ts'
import type { RiskSet } from './safety/risk/risk-set.ts'

/**
 * `npm run eval:safety -- FOLDER`: how right the safety watch is. Emotion and sentiment on the tenth of GoEmotions (read
 * from the folder) that nothing was trained on or chosen by; emotion and risk on labelled cases of our own in four
 * languages, beside AFINN and, in English, VADER. `--misses` lists the turns of the risk sets that it takes for others.
 */
const {
  positionals: [folder],
  values: { misses },
} = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean', default: false } } })

const riskSets: Partial<Record<ConversationLanguage, RiskSet>> = { es, fr, ja }

function print(title: string, confusion: Confusion): void {
  const { each, macroF1, accuracy } = figuresOf(confusion)
  const rows = confusion.counts.flat().reduce((sum, count) => sum + count, 0)
  console.log(
    `\n${title}: ${rows} rows, macro-F1 ${macroF1.toFixed(3)}, right ${(accuracy * 100).toFixed(1)} %`,
  )
  console.log(`${''.padEnd(10)} precision recall   F1   | taken for ${confusion.labels.join(' ')}`)
  for (const [at, { label, precision, recall, f1 }] of each.entries()) {
    const figures = [precision, recall, f1].map(figure => figure.toFixed(2).padStart(6)).join('  ')
    console.log(`${label.padEnd(10)} ${figures}   | ${confusion.counts[at]?.join(' ')}`)
  }
}

const sides = ['negative', 'neutral', 'positive'] as const
const sideOf = (sentiment: number): Side =>
  sentiment > 0.15 ? 'positive' : sentiment < -0.15 ? 'negative' : 'neutral'
const sideOfEmotion: Record<Emotion, Side> = {
  happy: 'positive',
  excited: 'positive',
  neutral: 'neutral',
  confused: 'neutral',
  sad: 'negative',
  anxious: 'negative',
  angry: 'negative',
}

type Judge = (text: string, language: ConversationLanguage) => Side
const judges: Record<string, Judge> = {
  'safety watch': (text, language) => sideOf(assess(text, language).sentiment),
  AFINN: byAfinn,
}

/** One line for each judge of the side that a turn's feeling is on. */
function compare(
  title: string,
  judges: Record<string, Judge>,
  rows: readonly { text: string; emotion: Emotion }[],
  language: ConversationLanguage,
): void {
  console.log(`\n${title}: ${rows.length} rows`)
  console.log(`${''.padEnd(14)} macro-F1  right    F1 of ${sides.join(', ')}`)
  for (const [name, judge] of Object.entries(judges)) {
    const pairs = rows.map(({ text, emotion }) => [sideOfEmotion[emotion], judge(text, language)] as const)
    const { macroF1, accuracy, each } = figuresOf(confusionOf(sides, pairs))
    const f1s = each.map(({ f1 }) => f1.toFixed(2)).join('  ')
    console.log(
      `${name.padEnd(14)} ${macroF1.toFixed(3).padStart(8)}  ${(accuracy * 100).toFixed(1)} %   ${f1s}`,
    )
  }
}

const worries = ['urgent', 'worrying', 'none'] as const
type Worry = (typeof worries)[number]
const worryOf = (risk: number): Worry => (risk >= 0.6 ? 'urgent' : risk >= 0.4 ? 'worrying' : 'none')

/** What the rules make of the risk sets: whom they would have flagged, and what they missed. */
function judgeRisk(): void {
  const counted = Object.entries(riskSets).map(([language, { urgent, worrying, none }]) => {
    const found = (texts: readonly string[]) =>
      texts.map(text => ({ text, found: worryOf(assess(text, language as ConversationLanguage).risk) }))
    const kinds = Object.entries(none).map(([kind, texts]) => ({ kind, rows: found(texts) }))
    const rows = [
      ...found(urgent).map(row => ({ ...row, worry: 'urgent' as Worry })),
      ...found(worrying).map(row => ({ ...row, worry: 'worrying' as Worry })),
      ...kinds.flatMap(({ rows }) => rows.map(row => ({ ...row, worry: 'none' as Worry }))),
    ]
    return { language, rows, kinds }
  })
  for (const { language, rows } of counted)
    print(
      `Risk set in ${language}`,
      confusionOf(
        worries,
        rows.map(({ worry, found }) => [worry, found] as const),
      ),
    )
  console.log('\nRisk sets as the operators meet them (flagged: risk 0.4 or more)')
  console.log(
    '    rows  flagged rightly  worries flagged  urgent alerted  wrongly flagged of what is no worry',
  )
  for (const { language, rows, kinds } of counted) {
    const flagged = rows.filter(({ found }) => found !== 'none')
    const real = rows.filter(({ worry }) => worry !== 'none')
    const urgent = rows.filter(({ worry }) => worry === 'urgent')
    const share = (part: number, whole: number) => `${part}/${whole}`
    const wrong = kinds.map(
      ({ kind, rows }) =>
        `${kind} ${share(rows.filter(({ found }) => found !== 'none').length, rows.length)}`,
    )
    console.log(
      [
        language.padEnd(3),
        String(rows.length).padStart(4),
        share(flagged.filter(({ worry }) => worry !== 'none').length, flagged.length).padStart(16),
        share(real.filter(({ found }) => found !== 'none').length, real.length).padStart(16),
        share(urgent.filter(({ found }) => found === 'urgent').length, urgent.length).padStart(15),
        ` ${wrong.join(', ')}`,
      ].join(' '),
    )
  }
  if (!misses) return
  for (const { language, rows } of counted)
    for (const { text, worry, found } of rows)
      if (worry !== found) console.log(`${language}  ${worry} taken for ${found}: ${text}`)
}

if (folder) {
  const { test } = readRows(folder)
  const byModel = test.map(({ text, emotion }) => {
    const scores = emotionScores(text)
    return [emotion, emotions[scores.indexOf(Math.max(...scores))]] as const
  })
  print('Emotion by the model alone, held-out tenth', confusionOf(emotions, byModel))
  const found = test.map(({ text, emotion }) => ({ emotion, found: assess(text, 'en') }))
  print(
    'Emotion by the safety watch, held-out tenth',
    confusionOf(
      emotions,
      found.map(({ emotion, found }) => [emotion, found.emotion] as const),
    ),
  )
  compare(
    'Sentiment, held-out tenth (the side that the emotion is on)',
    { ...judges, VADER: byVader },
    test,
    'en',
  )
} else console.log('Without the folder of GoEmotions only our own cases are looked at.')

for (const language of ['en', 'es', 'fr', 'ja'] as const) {
  const cases = labelled.filter(one => one.language === language)
  const all = language === 'en' ? { ...judges, VADER: byVader } : judges
  compare(`Sentiment, own cases in ${language}`, all, cases, language)
  const found = cases.map(({ text }) => assess(text, language))
  print(
    `Emotion, own cases in ${language}`,
    confusionOf(
      emotions,
      cases.map(({ emotion }, at) => [emotion, found[at]?.emotion] as const),
    ),
  )
  print(
    `Risk level, own cases in ${language}`,
    confusionOf(
      riskLevels,
      cases.map(({ level }, at) => [level, riskLevelOf(found[at]?.risk ?? 0)] as const),
    ),
  )
}

judgeRisk()
