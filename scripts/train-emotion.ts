import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { emotions } from '#contract/emotions.ts'
import { featuresOf, slots } from '#server/modules/safety-watch/emotion/features.ts'
import { type EmotionModel, encode, scoresOf } from '#server/modules/safety-watch/emotion/model.ts'
import { confusionOf, figuresOf } from './emotion/figures.ts'
import { type Row, readRows } from './emotion/rows.ts'

/**
 * Trains the emotion model: a multinomial logistic regression on hashed features, by AdaGrad (Duchi et al., 2011).
 * `node scripts/train-emotion.ts FOLDER` reads GoEmotions from there and writes `emotion/weights.bin`. What it draws
 * is seeded: the same data give the same weights.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (!folder) throw new Error('Give the folder of GoEmotions’ train.tsv and labels.txt')

const epochs = 3
const rate = 0.25
const decay = 3e-3
/** How much rare emotions gain against frequent ones: 0 not at all, 1 as if all were as frequent. */
const balance = 0.2

const classes = emotions.length
const { train, choose } = readRows(folder)

interface Example {
  features: number[]
  label: number
}
const prepared = (rows: Row[]): Example[] =>
  rows.map(({ text, emotion }) => ({ features: featuresOf(text), label: emotions.indexOf(emotion) }))

/** A stream of numbers from 0 up to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle<T>(rows: T[], next: () => number): void {
  for (let at = rows.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[rows[at], rows[other]] = [rows[other] as T, rows[at] as T]
  }
}

function trained(examples: Example[]): EmotionModel {
  const counts = new Array<number>(classes).fill(0)
  for (const { label } of examples) counts[label] = (counts[label] ?? 0) + 1
  const worth = counts.map(count => (examples.length / classes / count) ** balance)
  const weights = new Float32Array(slots * classes)
  const squares = new Float32Array(slots * classes).fill(1e-4)
  const model: EmotionModel = { weights, bias: new Float32Array(classes) }
  const next = numbers(20_261_120)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(examples, next)
    for (const { features, label } of examples) {
      const scores = scoresOf(model, features)
      const size = 1 / Math.sqrt(features.length)
      for (let k = 0; k < classes; k++) {
        const error = ((scores[k] as number) - (k === label ? 1 : 0)) * (worth[label] as number)
        model.bias[k] = (model.bias[k] as number) - 0.002 * error
        for (const feature of features) {
          const at = feature * classes + k
          const slope = error * size + decay * (weights[at] as number)
          squares[at] = (squares[at] as number) + slope * slope
          weights[at] = (weights[at] as number) - (rate * slope) / Math.sqrt(squares[at] as number)
        }
      }
    }
    console.log(`epoch ${epoch + 1}: macro-F1 ${macroF1(model, chosen).toFixed(3)} on the tenth to choose by`)
  }
  return model
}

const macroF1 = (model: EmotionModel, examples: Example[]) =>
  figuresOf(
    confusionOf(
      emotions,
      examples.map(({ features, label }) => {
        const scores = scoresOf(model, features)
        return [emotions[label], emotions[scores.indexOf(Math.max(...scores))]] as const
      }),
    ),
  ).macroF1

const chosen = prepared(choose)
const model = trained(prepared(train))
/** Moves each emotion's bias as long as the tenth to choose by gains from it. */
for (let round = 0; round < 3; round++) {
  for (let k = 0; k < classes; k++) {
    const start = model.bias[k] as number
    let best = { f1: macroF1(model, chosen), bias: start }
    for (let step = -8; step <= 8; step++) {
      model.bias[k] = start + step * 0.1
      const f1 = macroF1(model, chosen)
      if (f1 > best.f1) best = { f1, bias: model.bias[k] as number }
    }
    model.bias[k] = best.bias
  }
}
console.log(`with moved biases: ${macroF1(model, chosen).toFixed(3)}`)
const file = new URL('../server/modules/safety-watch/emotion/weights.bin', import.meta.url)
const bytes = encode(model)
writeFileSync(file, bytes)
console.log(`${bytes.byteLength} bytes written`)
