import { pack, readPacked } from './packed.ts'

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
export function hashState(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

export function hashOf(feature: string): number {
  const hash = hashState(feature)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function softmax(sums: readonly number[]): number[] {
  const highest = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map(power => power / total)
}

/** The probability of each class. @param sums of the weights of `count` features, by class */
export function probabilitiesOf({ scale, bias }: LinearModel, sums: Float64Array, count: number): number[] {
  const size = scale / Math.sqrt(Math.max(1, count))
  return softmax(Array.from(sums, (sum, k) => sum * size + (bias[k] as number)))
}

/** The probability of each class. @param features hashes */
export function probabilities(model: LinearModel, features: readonly number[]): number[] {
  const { classes, slots, weights } = model
  const sums = new Float64Array(classes)
  for (const feature of features) {
    const row = (feature % slots) * classes
    for (let k = 0; k < classes; k++) sums[k] = (sums[k] as number) + (weights[row + k] as number)
  }
  return probabilitiesOf(model, sums, features.length)
}

/** The scale, the biases and the weights, little-endian, compressed: most weights are small. */
export function encode({ classes, slots, bias, scale, weights }: LinearModel): Buffer {
  const bytes = Buffer.alloc(12 + 4 * classes + weights.length)
  bytes.writeUInt32LE(classes, 0)
  bytes.writeUInt32LE(slots, 4)
  bytes.writeFloatLE(scale, 8)
  for (const [k, value] of bias.entries()) bytes.writeFloatLE(value, 12 + 4 * k)
  Buffer.from(weights.buffer, weights.byteOffset, weights.length).copy(bytes, 12 + 4 * classes)
  return pack(bytes)
}

function decode(bytes: Buffer): LinearModel {
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
    model ??= decode(readPacked(file))
    return model
  }
}
