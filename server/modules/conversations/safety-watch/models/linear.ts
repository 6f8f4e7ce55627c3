import { readFileSync } from 'node:fs'

/** A multinomial logistic regression on hashed features, a byte a weight. */
export interface LinearModel {
  classes: number
  slots: number
  bias: Float32Array
  /** What a weight's byte is worth. */
  scale: number
  /** `slots × classes`. */
  weights: Int8Array
}

/** The state of FNV-1a, 32 bits (Fowler, Noll, Vo), over UTF-16 units, from which a longer text can be hashed. */
export function hashState(text: string, state = 0x811c9dc5): number {
  let hash = state
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** The hash of a text whose beginning led to a state. */
export function hashedFrom(state: number, rest: string): number {
  const hash = hashState(rest, state)
  return (hash ^ (hash >>> 16)) >>> 0
}

export const hashOf = (feature: string): number => hashedFrom(hashState(''), feature)

export function softmax(sums: readonly number[]): number[] {
  const highest = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map(power => power / total)
}

/** The probability of each class. @param features hashes, each once */
export function probabilities(model: LinearModel, features: readonly number[]): number[] {
  const { classes, slots, weights, bias } = model
  const sums = new Array<number>(classes).fill(0)
  for (const feature of features) {
    const row = (feature % slots) * classes
    for (let k = 0; k < classes; k++) sums[k] = (sums[k] as number) + (weights[row + k] as number)
  }
  const size = model.scale / Math.sqrt(Math.max(1, features.length))
  return softmax(sums.map((sum, k) => sum * size + (bias[k] as number)))
}

/** The scale, the biases and the weights, little-endian. */
export function encode({ classes, slots, bias, scale, weights }: LinearModel): Buffer {
  const bytes = Buffer.alloc(12 + 4 * classes + weights.length)
  bytes.writeUInt32LE(classes, 0)
  bytes.writeUInt32LE(slots, 4)
  bytes.writeFloatLE(scale, 8)
  for (const [k, value] of bias.entries()) bytes.writeFloatLE(value, 12 + 4 * k)
  Buffer.from(weights.buffer, weights.byteOffset, weights.length).copy(bytes, 12 + 4 * classes)
  return bytes
}

export function decode(bytes: Buffer): LinearModel {
  const classes = bytes.readUInt32LE(0)
  const slots = bytes.readUInt32LE(4)
  const start = 12 + 4 * classes
  if (bytes.byteLength !== start + slots * classes) throw new Error('The model file is not whole')
  return {
    classes,
    slots,
    scale: bytes.readFloatLE(8),
    bias: Float32Array.from({ length: classes }, (_, k) => bytes.readFloatLE(12 + 4 * k)),
    weights: new Int8Array(bytes.buffer, bytes.byteOffset + start, slots * classes),
  }
}

/** Reads a model once, when it is first needed. */
export function lazily(file: URL): () => LinearModel {
  let model: LinearModel | null = null
  return () => {
    model ??= decode(readFileSync(file))
    return model
  }
}
