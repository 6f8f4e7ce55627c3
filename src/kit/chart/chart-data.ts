import type { Unit } from '#contract/kit/figure.ts'

/** Semantic colours; `accent` is neutral. */
export type Tone = 'accent' | 'good' | 'bad' | 'serious' | 'warn' | 'info' | 'muted'

export interface Series {
  key: string
  title: string
  unit: Unit
  tone?: Tone
  /** Shown in the table and the file, but not drawn. */
  tableOnly?: boolean
}

/** One position of a chart: a day, a plan, a step. */
export interface Point {
  key: string
  /** Display label. */
  label: string
  values: Readonly<Record<string, number | null>>
  /** Short label of the axis; by default the display label. */
  tick?: string
  /** Set while the period is still running. */
  partial?: boolean
  /** The same position of the compared period. */
  previous?: { label: string; values: Point['values'] } | undefined
  /** What happened there. */
  markers?: readonly Marker[]
  /** Of a waterfall: where the bar begins and ends; null begins at the edge of the axis. */
  span?: readonly [number | null, number]
  /** Of a waterfall: colour of the bar. */
  tone?: Tone
}

export const markerKinds = ['incident', 'release'] as const
export type MarkerKind = (typeof markerKinds)[number]

/** Something that happened on a point, e.g. “2 safety incidents”. */
export interface Marker {
  kind: MarkerKind
  text: string
}

/** Data shared by the drawing, the table and the CSV file. */
export interface ChartData {
  title: string
  /** What the points are: “Day”. */
  of: string
  series: readonly Series[]
  points: readonly Point[]
}

/** The kinds of markers that a chart has. */
export const markedKinds = ({ points }: ChartData): MarkerKind[] =>
  markerKinds.filter(kind => points.some(({ markers = [] }) => markers.some(marker => marker.kind === kind)))

/** The drawn series by unit, in the order of their first appearance: different units never share an axis. */
export const drawnByUnit = ({ series }: ChartData): readonly (readonly Series[])[] => [
  ...Map.groupBy(
    series.filter(({ tableOnly }) => !tableOnly),
    ({ unit }) => unit,
  ).values(),
]

/** Normal range of a series; null means unbounded. */
export interface Band {
  /** Key of the series. */
  key: string
  from: number | null
  to: number | null
}

/** Height in pixels of each of a chart's plots: lower where several stand one above another. */
export const plotHeight = (data: ChartData): number => (drawnByUnit(data).length > 1 ? 160 : 220)

/** How the drawn series are shown. */
export type PlotForm = 'lines' | 'bars' | 'waterfall'

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
