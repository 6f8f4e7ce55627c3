import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { emotions } from '#contract/conversations/judgement.ts'
import { featuresOf, slots } from '#server/modules/conversations/safety-watch/emotion/features.ts'
import {
  type EmotionModel,
  encode,
  scoresOf,
} from '#server/modules/conversations/safety-watch/emotion/model.ts'
import { confusionOf, figuresOf } from './emotion/figures.ts'
import { type Row, readRows } from './emotion/rows.ts'

/**
 * Trains the emotion model: a multinomial logistic regression on hashed features, by AdaGrad (Duchi et al., 2011).
 * `node scripts/train-emotion.ts FOLDER` reads GoEmotions from there and writes `emotion/weights.bin`. What it draws
 * is seeded: the same data give the same weights.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (!folder) throw new Error('Specify the folder of GoEmotions’ train.tsv and labels.txt')

const epochs = 3
const rate = 0.25
const decay = 3e-3
/** How much rare emotions gain against frequent ones: 0 not at all, 1 as if all were as frequent. */
const balance = 0.2

const classes = emotions.length
const { train } = readRows(folder)

interface Example {
  features: number[]
  label: number
  alone: boolean
}
const prepared = (rows: Row[]): Example[] =>
  rows.map(({ text, emotion, alone }) => ({
    features: featuresOf(text),
    label: emotions.indexOf(emotion),
    alone,
  }))

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
  }
  return model
}

/** What a model says of examples: the scores of each, with what is right. */
interface Said {
  label: number
  scores: number[]
}

const saidBy = (model: EmotionModel, examples: Example[]): Said[] =>
  examples.map(({ features, label }) => ({ label, scores: scoresOf(model, features).map(Math.log) }))

const macroF1 = (predictions: Said[], shifts: number[]) =>
  figuresOf(
    confusionOf(
      emotions,
      predictions.map(({ label, scores }) => {
        const shifted = scores.map((score, k) => score + (shifts[k] as number))
        return [emotions[label], emotions[shifted.indexOf(Math.max(...shifted))]] as const
      }),
    ),
  ).macroF1

/** Moves the scores of each emotion as long as the macro-F1 gains: a rare emotion has to be named earlier. */
function shiftsFor(predictions: Said[]): number[] {
  const shifts = new Array<number>(classes).fill(0)
  for (let round = 0; round < 3; round++) {
    for (let k = 0; k < classes; k++) {
      let best = { f1: macroF1(predictions, shifts), shift: shifts[k] as number }
      const start = best.shift
      for (let step = -8; step <= 8; step++) {
        shifts[k] = start + step * 0.1
        const f1 = macroF1(predictions, shifts)
        if (f1 > best.f1) best = { f1, shift: shifts[k] as number }
      }
      shifts[k] = best.shift
    }
  }
  return shifts
}

/** Parts of the training rows: each is judged by a model that has not seen it. */
const parts = 5
const examples = prepared(train)
const unseen = Array.from({ length: parts }, (_, part) => {
  const [own, others] = [true, false].map(isOwn =>
    examples.filter((_, at) => (at % parts === part) === isOwn),
  ) as [Example[], Example[]]
  return saidBy(
    trained(others),
    own.filter(({ alone }) => alone),
  )
}).flat()
const shifts = shiftsFor(unseen)
console.log(`macro-F1 by ${parts}-fold cross-validation: ${macroF1(unseen, shifts).toFixed(3)}`)

const model = trained(examples)
for (const [k, shift] of shifts.entries()) model.bias[k] = (model.bias[k] as number) + shift
const file = new URL('../server/modules/conversations/safety-watch/emotion/weights.bin', import.meta.url)
const bytes = encode(model)
writeFileSync(file, bytes)
console.log(`${bytes.byteLength} bytes written`)
