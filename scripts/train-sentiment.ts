import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { encode } from '#server/modules/conversations/safety-watch/models/linear.ts'
import { encodeWords } from '#server/modules/conversations/safety-watch/models/polar-words.ts'
import { polarFeatures } from '#server/modules/conversations/safety-watch/models/text-features.ts'
import { plain } from '#server/modules/conversations/safety-watch/text/tokens.ts'
import { confusionOf, figuresOf } from './emotion/figures.ts'
import { readRows } from './emotion/rows.ts'
import { isHeldAside } from './safety/split.ts'
import { type Example, type Learned, learned, quantized, scores } from './training/logistic.ts'
import { polarWords } from './training/polar-words.ts'
import { readTweets, sides, type Tweet, tweetLanguages } from './training/tweets.ts'

/**
 * Trains the sentiment model of six languages: `node scripts/train-sentiment.ts FOLDER`, which holds `xlm-t/` and
 * `goemotions/`, writes `models/sentiment.bin`. The same data give the same weights.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    polar: { type: 'string', default: '0.4' },
    go: { type: 'string', default: '0.3' },
    epochs: { type: 'string', default: '4' },
    decay: { type: 'string', default: '1e-3' },
    rate: { type: 'string', default: '0.15' },
    folds: { type: 'string', default: '5' },
  },
})
const [folder] = positionals
if (!folder) throw new Error('Specify the folder of the training data')

const settings = {
  classes: 3,
  slots: 1 << 18,
  epochs: Number(values.epochs),
  rate: Number(values.rate),
  decay: Number(values.decay),
  seed: 20_261_122,
}
const folds = Number(values.folds)

const models = new URL('../server/modules/conversations/safety-watch/models/', import.meta.url)
const spelled = (word: string) =>
  plain(word.normalize('NFKC')).replaceAll("'", '').replace(/ى/g, 'ي').replace(/ة/g, 'ه')
writeFileSync(
  new URL('polar-words.bin', models),
  encodeWords(polarWords.map(({ word, value }) => [spelled(word), value] as const)),
)

const sideOf: Record<Emotion, number> = {
  happy: 2,
  excited: 2,
  neutral: 1,
  confused: 1,
  sad: 0,
  anxious: 0,
  angry: 0,
}

const tweets = readTweets(join(folder, 'xlm-t'))
  .filter(({ text }) => !isHeldAside(text))
  .map(tweet => ({
    ...tweet,
    features: polarFeatures(tweet.text),
  }))
/** Training data in addition to the tweets: comments of GoEmotions, and words of AFINN as texts of one word. */
const additional: Example[] = [
  ...readRows(join(folder, 'goemotions'))
    .train.filter(({ alone }) => alone)
    .map(({ text, emotion }) => ({
      features: polarFeatures(text),
      label: sideOf[emotion],
      worth: Number(values.go),
    })),
  ...polarWords.map(({ word, value }) => ({
    features: polarFeatures(word),
    label: value > 0 ? 2 : 0,
    worth: Number(values.polar) * Math.min(1, Math.abs(value) / 3),
  })),
]

const trained = (rows: readonly (Tweet & { features: number[] })[]): Learned =>
  learned([...additional, ...rows.map(({ features, label }) => ({ features, label, worth: 1 }))], settings)

const predictions = Array.from({ length: folds }, (_, fold) => {
  const model = trained(tweets.filter((_, at) => at % folds !== fold))
  return tweets
    .filter((_, at) => at % folds === fold)
    .map(({ language, label, features }) => ({ language, label, probabilities: scores(model, features) }))
}).flat()
for (const language of tweetLanguages) {
  const pairs = predictions
    .filter(one => one.language === language)
    .map(
      ({ label, probabilities }) =>
        [sides[label], sides[probabilities.indexOf(Math.max(...probabilities))]] as const,
    )
  console.log(
    `${language}: macro-F1 ${figuresOf(confusionOf(sides, pairs)).macroF1.toFixed(3)} by ${folds}-fold cross-validation`,
  )
}
const bytes = encode(quantized(trained(tweets)))
writeFileSync(new URL('sentiment.bin', models), bytes)
console.log(`${bytes.byteLength} bytes written`)
