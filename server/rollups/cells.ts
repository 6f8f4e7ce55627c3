import { type Latencies, type Latency, stages } from '#contract/analytics/latency.ts'
import { roundTo } from '#contract/kit/figure.ts'
import { percentileOf } from '#contract/kit/histogram.ts'
import { type DateRange, daysOf } from '../kit/period.ts'
import type { Cell } from './add-up.ts'

export const sumOf = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** Rounds as opened figures do: `toFixed` rounds 0.4925 down, as its binary value is smaller. */
export const rounded = (value: number, places: number) => roundTo(places, value)

/** The mean of what was added up, so far as anything was. */
export function meanOf(cells: readonly { count: number; sum: number }[], places: number): number | null {
  const count = sumOf(cells)
  return count === 0 ? null : rounded(cells.reduce((sum, cell) => sum + cell.sum, 0) / count, places)
}

/** Hundredths with 2 places; null over zero. */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? null : rounded((100 * part) / whole, 2)

const byCount = (a: { key: string; count: number }, b: { key: string; count: number }) =>
  b.count - a.count || (a.key < b.key ? -1 : 1)

/** The keys of a dimension over the whole span, the most frequent first. */
export const ranking = <Name extends string>(cells: readonly Cell<Name>[], dimension: Name) =>
  cells
    .filter(cell => cell.dimension === dimension)
    .map(({ key, count, sum }) => ({ key, count, sum }))
    .sort(byCount)

/** Keys of the form `what|how it ended`, put together by what, the most frequent first. */
export function outcomes<Name extends string>(cells: readonly Cell<Name>[], dimension: Name) {
  const found = new Map<string, { key: string; count: number; completed: number; failed: number }>()
  for (const { key, count } of cells.filter(cell => cell.dimension === dimension)) {
    const place = key.lastIndexOf('|')
    const [what, ended] = [key.slice(0, place), key.slice(place + 1)]
    const sums = found.get(what) ?? { key: what, count: 0, completed: 0, failed: 0 }
    sums.count += count
    if (ended === 'completed' || ended === 'failed') sums[ended] += count
    found.set(what, sums)
  }
  return [...found.values()]
    .map(({ key, count, completed, failed }) => ({
      key,
      count,
      success_rate: percentOf(completed, completed + failed),
    }))
    .sort(byCount)
}

/** The cells of each day of the span, those without any included. */
export function byDay<Name extends string>(cells: readonly Cell<Name>[], span: DateRange) {
  const found = Map.groupBy(cells, ({ at }) => at)
  return daysOf(span).map(date => ({ date, cells: found.get(date) ?? [] }))
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

/** The latencies of each stage, from the dimensions of their names. */
export const latenciesOf = (cells: readonly Cell[]): Latencies =>
  Object.fromEntries(
    stages.map(stage => [stage, latencyOf(cells.filter(({ dimension }) => dimension === stage))]),
  ) as Latencies
