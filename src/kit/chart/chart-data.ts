import type { Unit } from '#contract/kit/figure.ts'

/** Semantic colours; `accent` is neutral. */
export type Tone = 'accent' | 'good' | 'bad' | 'serious' | 'warn' | 'info' | 'muted'

export interface Series {
  key: string
  title: string
  unit: Unit
  tone?: Tone
}

/** One position of a chart: a day, a plan, a step. */
export interface Point {
  key: string
  /** Display label. */
  label: string
  values: Readonly<Record<string, number | null>>
  /** Set while the period is still running. */
  partial?: boolean
}

/** Data shared by the drawing, the table and the CSV file. */
export interface ChartData {
  title: string
  /** What the points are: “Day”. */
  of: string
  series: readonly Series[]
  points: readonly Point[]
}

/** The lowest and the highest point of a series; null without values. */
export function extremes(points: readonly Point[], key: string): { low: Point; high: Point } | null {
  const there = points.filter(({ values }) => values[key] !== null && values[key] !== undefined)
  const value = (point: Point) => point.values[key] as number
  const [first] = there
  if (!first) return null
  return {
    low: there.reduce((low, point) => (value(point) < value(low) ? point : low), first),
    high: there.reduce((high, point) => (value(point) > value(high) ? point : high), first),
  }
}

/** Linear scale that includes zero and ends at a round number. */
export interface Scale {
  low: number
  high: number
  /** Position of a value: 0 at the top, 1 at the bottom. */
  at(value: number): number
}

/** Rounds a positive number up to 1, 2, 2.5 or 5 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find(step => value <= step * power * (1 + 1e-9)) ?? 10
  return step * power
}

export function scaleOf(values: readonly number[]): Scale {
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const high = greatest > 0 ? roundUp(greatest) : 0
  const low = least < 0 ? -roundUp(-least) : 0
  const size = high - low || 1
  return { low, high: high === low ? 1 : high, at: value => (high === low ? 1 : (high - value) / size) }
}
