import type { Unit } from '#contract/kit/figure.ts'

/** The colours of the design that say something; `accent` says nothing. */
export type Tone = 'accent' | 'good' | 'bad' | 'serious' | 'warn' | 'info' | 'muted'

export interface Series {
  key: string
  title: string
  unit: Unit
  tone?: Tone
}

/** One place of a chart: a day, a plan, a step. */
export interface Point {
  key: string
  /** What it is called, written for people. */
  label: string
  values: Readonly<Record<string, number | null>>
  /** Set where it is not over yet. */
  partial?: boolean
}

/** What a chart draws, its table tells and its file holds. */
export interface ChartData {
  title: string
  /** What the points are: “Day”. */
  of: string
  series: readonly Series[]
  points: readonly Point[]
}

/** The lowest and the highest of a series, and where; null where it has no values. */
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
