import { type LinearModel, softmax } from '#server/modules/conversations/safety-watch/models/linear.ts'
import { numbers, shuffle } from './chance.ts'

export interface Example {
  features: ArrayLike<number> & Iterable<number>
  label: number
  /** What the example counts for. */
  worth: number
}

export interface Settings {
  classes: number
  slots: number
  epochs: number
  rate: number
  decay: number
  seed: number
  biasRate?: number
  /** Whether the biases are the mean of the last epoch: as they stand at its end they depend on its last examples. */
  areBiasesAveraged?: boolean
}

/** Weights as they are learned, before they are put in bytes. */
export interface Learned {
  classes: number
  slots: number
  weights: Float32Array
  bias: Float32Array
}

export function scores({ classes, slots, weights, bias }: Learned, features: Example['features']): number[] {
  const size = 1 / Math.sqrt(Math.max(1, features.length))
  const sums = Array.from(bias)
  for (const feature of features) {
    const row = (feature % slots) * classes
    for (let k = 0; k < classes; k++) sums[k] = (sums[k] as number) + size * (weights[row + k] as number)
  }
  return softmax(sums)
}

/** A multinomial logistic regression by AdaGrad (Duchi et al., 2011), deterministic. */
export function learned(examples: readonly Example[], settings: Settings): Learned {
  const { classes, slots, epochs, rate, decay, seed } = settings
  const model: Learned = {
    classes,
    slots,
    weights: new Float32Array(slots * classes),
    bias: new Float32Array(classes),
  }
  const { weights, bias } = model
  const squares = new Float32Array(slots * classes).fill(1e-4)
  const next = numbers(seed)
  const order = [...examples]
  const biasSums = new Float64Array(classes)
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const { features, label, worth } of shuffle(order, next)) {
      const found = scores(model, features)
      const size = 1 / Math.sqrt(Math.max(1, features.length))
      const errors = found.map((probability, k) => (probability - (k === label ? 1 : 0)) * worth)
      for (let k = 0; k < classes; k++)
        bias[k] = (bias[k] as number) - (settings.biasRate ?? 0.002) * (errors[k] as number)
      if (epoch === epochs - 1)
        for (let k = 0; k < classes; k++) biasSums[k] = (biasSums[k] as number) + (bias[k] as number)
      for (const feature of features) {
        const row = (feature % slots) * classes
        for (let k = 0; k < classes; k++) {
          const at = row + k
          const slope = (errors[k] as number) * size + decay * (weights[at] as number)
          squares[at] = (squares[at] as number) + slope * slope
          weights[at] = (weights[at] as number) - (rate * slope) / Math.sqrt(squares[at] as number)
        }
      }
    }
  if (settings.areBiasesAveraged) model.bias = Float32Array.from(biasSums, sum => sum / examples.length)
  return model
}

/** The model whose sums are the mean of those of several. */
export function averaged(models: readonly Learned[]): Learned {
  const [first] = models as [Learned, ...Learned[]]
  const meanOf = (of: (model: Learned) => Float32Array) => {
    const sums = new Float64Array(of(first).length)
    for (const model of models)
      for (const [at, value] of of(model).entries()) sums[at] = (sums[at] as number) + value
    return Float32Array.from(sums, sum => sum / models.length)
  }
  return { ...first, weights: meanOf(({ weights }) => weights), bias: meanOf(({ bias }) => bias) }
}

/** The weights in bytes; the largest of them set the scale, but for a few that are cut off. */
export function quantized({ classes, slots, weights, bias }: Learned): LinearModel {
  const sizes = Float32Array.from(weights, Math.abs).sort()
  const largest = sizes[Math.floor(sizes.length * 0.99999)] || sizes.at(-1) || 1
  const scale = largest / 127
  return {
    classes,
    slots,
    bias,
    scale,
    weights: Int8Array.from(weights, weight => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
  }
}
