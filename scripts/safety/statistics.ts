import { randomFrom } from './random.ts'

export interface Interval {
  value: number
  low: number
  high: number
}

const resamples = 1000

/** A statistic with its 95 % percentile bootstrap interval (Efron, 1979). The same rows give the same interval. */
export function bootstrap<Row>(rows: readonly Row[], statistic: (rows: readonly Row[]) => number): Interval {
  const random = randomFrom(20_261_122)
  const resampled = Array.from({ length: resamples }, () =>
    statistic(rows.map(() => rows[Math.floor(random() * rows.length)] as Row)),
  )
    .filter(value => !Number.isNaN(value))
    .sort((a, b) => a - b)
  const at = (share: number) => resampled[Math.floor(share * (resampled.length - 1))] ?? Number.NaN
  return { value: statistic(rows), low: at(0.025), high: at(0.975) }
}

/** Truth and prediction of one yes-or-no question. */
export interface Decision {
  truth: boolean
  predicted: boolean
}

const count = <Row>(rows: readonly Row[], test: (row: Row) => boolean) =>
  rows.reduce((sum, row) => sum + (test(row) ? 1 : 0), 0)

/** NaN where there is nothing to find. */
export const recallOf = (rows: readonly Decision[]): number =>
  count(rows, ({ truth, predicted }) => truth && predicted) / count(rows, ({ truth }) => truth)

/** NaN if nothing was predicted. */
export const precisionOf = (rows: readonly Decision[]): number =>
  count(rows, ({ truth, predicted }) => truth && predicted) / count(rows, ({ predicted }) => predicted)

export function f1Of(rows: readonly Decision[]): number {
  const right = count(rows, ({ truth, predicted }) => truth && predicted)
  return (2 * right) / (count(rows, ({ truth }) => truth) + count(rows, ({ predicted }) => predicted))
}

export const shareOf = (rows: readonly boolean[]): number => count(rows, Boolean) / rows.length

/** Area under the ROC curve: how often a positive row scores above a negative one; ties count half. */
export function aucOf(rows: readonly { truth: boolean; score: number }[]): number {
  const sorted = [...rows].sort((a, b) => a.score - b.score)
  const positives = count(sorted, ({ truth }) => truth)
  let ranks = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to++
    ranks += ((from + to + 1) / 2) * count(sorted.slice(from, to), ({ truth }) => truth)
    from = to
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives))
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
