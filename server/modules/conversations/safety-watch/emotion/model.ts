import { readFileSync } from 'node:fs'
import { emotions } from '#contract/conversations/judgement.ts'
import { featuresOf, slots } from './features.ts'

const classes = emotions.length

/** A multinomial logistic regression: for each slot, and once for all, what it says for each emotion. */
export interface EmotionModel {
  /** `slots × classes`. */
  weights: Float32Array
  bias: Float32Array
}

/** The probability of each emotion, in the order of the contract. */
export function scoresOf({ weights, bias }: EmotionModel, features: readonly number[]): number[] {
  const size = 1 / Math.sqrt(features.length)
  const sums = Array.from(bias)
  for (const feature of features)
    for (let k = 0; k < classes; k++)
      sums[k] = (sums[k] as number) + size * (weights[feature * classes + k] as number)
  const highest = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map(power => power / total)
}

/** Weights in a byte each, after the biases and the weights' scale as 32-bit floats, little-endian. */
export function encode({ weights, bias }: EmotionModel): Buffer {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const scale = largest / 127
  const bytes = Buffer.alloc(4 * (classes + 1) + weights.length)
  for (const [k, value] of bias.entries()) bytes.writeFloatLE(value, 4 * k)
  bytes.writeFloatLE(scale, 4 * classes)
  for (const [at, weight] of weights.entries())
    bytes.writeInt8(Math.round(weight / scale), 4 * (classes + 1) + at)
  return bytes
}

export function decode(bytes: Buffer): EmotionModel {
  const start = 4 * (classes + 1)
  if (bytes.byteLength !== start + slots * classes) throw new Error('The emotion model does not fit its code')
  const scale = bytes.readFloatLE(4 * classes)
  return {
    bias: Float32Array.from({ length: classes }, (_, k) => bytes.readFloatLE(4 * k)),
    weights: Float32Array.from({ length: slots * classes }, (_, at) => bytes.readInt8(start + at) * scale),
  }
}

let loaded: EmotionModel | null = null

/** The probability of each emotion in an English text, by the trained model. */
export function emotionScores(text: string): number[] {
  loaded ??= decode(readFileSync(new URL('./weights.bin', import.meta.url)))
  return scoresOf(loaded, featuresOf(text))
}
