import { type Latencies, type Latency, stages } from '#contract/analytics/latency.ts'
import { roundTo } from '#contract/kit/figure.ts'
import { percentileOf } from '#contract/kit/histogram.ts'
import { type DateRange, daysOf } from '../kit/period.ts'
import type { Cell } from './add-up.ts'

export const sumOf = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** Rounds like drilled-down figures. `toFixed` would round 0.4925 down, because its binary value is smaller. */
export const rounded = (value: number, places: number) => roundTo(places, value)

/** The mean of all summed values; null without any. */
export function meanOf(cells: readonly { count: number; sum: number }[], places: number): number | null {
  const count = sumOf(cells)
  return count === 0 ? null : rounded(cells.reduce((sum, cell) => sum + cell.sum, 0) / count, places)
}

/** A percentage with 2 decimal places; null if the whole is 0. */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? null : rounded((100 * part) / whole, 2)

const byCount = (a: { key: string; count: number }, b: { key: string; count: number }) =>
  b.count - a.count || (a.key < b.key ? -1 : 1)

/** The keys of a dimension over the whole range, most frequent first. */
export const ranking = <Name extends string>(cells: readonly Cell<Name>[], dimension: Name) =>
  cells
    .filter(cell => cell.dimension === dimension)
    .map(({ key, count, sum }) => ({ key, count, sum }))
    .sort(byCount)

/** Groups keys of the form `name|outcome` by name, most frequent first. */
export function outcomes<Name extends string>(cells: readonly Cell<Name>[], dimension: Name) {
  const sumsByName = new Map<string, { key: string; count: number; completed: number; failed: number }>()
  for (const { key, count } of cells.filter(cell => cell.dimension === dimension)) {
    const separator = key.lastIndexOf('|')
    const [what, ended] = [key.slice(0, separator), key.slice(separator + 1)]
    const sums = sumsByName.get(what) ?? { key: what, count: 0, completed: 0, failed: 0 }
    sums.count += count
    if (ended === 'completed' || ended === 'failed') sums[ended] += count
    sumsByName.set(what, sums)
  }
  return [...sumsByName.values()]
    .map(({ key, count, completed, failed }) => ({
      key,
      count,
      success_rate: percentOf(completed, completed + failed),
    }))
    .sort(byCount)
}

/** The cells of each day of the range, including days without any. */
export function byDay<Name extends string>(cells: readonly Cell<Name>[], span: DateRange) {
  const byDate = Map.groupBy(cells, ({ at }) => at)
  return daysOf(span).map(date => ({ date, cells: byDate.get(date) ?? [] }))
}

function latencyOf(cells: readonly { key: string; count: number; sum: number }[]): Latency {
  const counts = new Map<number, number>()
  for (const { key, count } of cells) counts.set(Number(key), (counts.get(Number(key)) ?? 0) + count)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => percentileOf(counts, share)) as [
    number | null,
    number | null,
    number | null,
  ]
  return { count: sumOf(cells), average: meanOf(cells, 0), p50, p95, p99 }
}

/** The latencies of each stage, from the dimension of the same name. */
export const latenciesOf = (cells: readonly Cell[]): Latencies =>
  Object.fromEntries(
    stages.map(stage => [stage, latencyOf(cells.filter(({ dimension }) => dimension === stage))]),
  ) as Latencies
