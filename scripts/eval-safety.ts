import { parseArgs } from 'node:util'
import { emotions } from '#contract/emotions.ts'
import { riskLevelOf, riskLevels } from '#contract/safety.ts'
import { assess } from '#server/modules/safety-watch/assess.ts'
import { emotionScores } from '#server/modules/safety-watch/emotion/model.ts'
import { type Confusion, confusionOf, figuresOf } from './emotion/figures.ts'
import { readRows } from './emotion/rows.ts'
import { labelled } from './safety/labelled.ts'

/**
 * `npm run eval:safety -- FOLDER`: how right the safety watch is. Emotion and sentiment on the tenth of GoEmotions (read
 * from the folder) that nothing was trained on or chosen by; emotion and risk on labelled cases of our own in four
 * languages.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals

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
const sideOf = (sentiment: number) =>
  sentiment > 0.15 ? 'positive' : sentiment < -0.15 ? 'negative' : 'neutral'
const sideOfEmotion = {
  happy: 'positive',
  excited: 'positive',
  neutral: 'neutral',
  confused: 'neutral',
  sad: 'negative',
  anxious: 'negative',
  angry: 'negative',
} as const

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
  print(
    'Sentiment by the safety watch, held-out tenth (the side that the emotion is on)',
    confusionOf(
      sides,
      found.map(({ emotion, found }) => [sideOfEmotion[emotion], sideOf(found.sentiment)] as const),
    ),
  )
} else console.log('Without the folder of GoEmotions only our own cases are looked at.')

for (const language of ['en', 'es', 'fr', 'ja'] as const) {
  const cases = labelled.filter(one => one.language === language)
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
