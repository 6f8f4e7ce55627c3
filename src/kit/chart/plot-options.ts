import type { CommonConfig } from '@ant-design/plots'
import type { Band, MarkerKind, PlotForm, Point, Series } from './chart-data.ts'
import { toneColor } from './tone-color.ts'
import { extentOf, waterfallMarks } from './waterfall.ts'

export interface PlotContent {
  /** The visible series, all of one unit. */
  series: readonly Series[]
  points: readonly Point[]
  form: PlotForm
  /** Normal ranges; null for an axis that includes zero. */
  bands: readonly Band[] | null
  /** Draws the compared period as dashed lines. */
  drawsPrevious: boolean
}

export interface PlotSetting {
  isRtl: boolean
  /** Whether the value axis has a fixed width, to align with that of another plot. */
  isAligned: boolean
  height: number
  /** Formats a tick of the value axis. */
  tick: (value: number) => string
}

/** Grey stripes, visible on both themes. */
const hatch = {
  image: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M-2 10L10-2M-2 2L2-2M6 10L10 6" stroke="#808898" stroke-opacity=".45" stroke-width="1.5"/></svg>',
  )}`,
  repetition: 'repeat',
}

const isThere = (value: number | null | undefined): value is number => value !== null && value !== undefined

/** The lowest and the highest value that is extents, before the scale extends them to round numbers. */
export function domainOf({
  series,
  points,
  form,
  bands,
  drawsPrevious,
}: PlotContent): readonly [number, number] {
  const of = (values: Point['values']) => series.map(({ key }) => values[key]).filter(isThere)
  if (form === 'waterfall') return extentOf(points)
  const extents = points.flatMap(({ values, previous }) => {
    const now = of(values)
    const before = drawsPrevious && previous ? of(previous.values) : []
    if (form === 'lines') return [...now, ...before]
    const sum = (sign: number) =>
      now.filter(value => value * sign > 0).reduce((total, value) => total + value, 0)
    return [sum(1), sum(-1), ...before]
  })
  // Normal ranges mark values far from zero, such as a temperature.
  const ends = bands?.flatMap(({ from, to }) => [from, to].filter(isThere)) ?? [0]
  const all = [...extents, ...ends]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (low < high) return [low, high]
  return bands ? [low - 1, high + 1] : [0, 1]
}

/** Number of ticks: at most one for each whole number where only whole numbers are extents. */
export function tickCountOf({ series, points }: PlotContent, [low, high]: readonly [number, number]): number {
  const isWhole = points.every(({ values }) =>
    series.every(({ key, unit }) => unit === 'count' && Number.isInteger(values[key] ?? 0)),
  )
  return isWhole ? Math.max(1, Math.min(4, Math.ceil(high - low))) : 4
}

interface Row {
  x: string
  y: number | null
  series: string
}

/** Values with nothing on either side, which a line does not show. */
const lone = (rows: readonly Row[]) =>
  rows.filter(({ y }, index) => y !== null && !isThere(rows[index - 1]?.y) && !isThere(rows[index + 1]?.y))

/** A line with its gaps; the way to a partial point is dashed. */
function lineMarks(series: Series, points: readonly Point[], isFilled: boolean) {
  const { key, tone } = series
  const rows = points.map(point => ({ x: point.key, y: point.values[key] ?? null, series: key }))
  const last = points.length - 1
  const isRunning = points.at(-1)?.partial === true && last > 0
  const only = (holds: (index: number) => boolean) =>
    rows.map((row, index) => (holds(index) ? row : { ...row, y: null }))
  const stroke = { stroke: toneColor(tone), lineWidth: 2, lineJoin: 'round' }
  const line = (data: Row[], style: object = {}) => ({
    type: 'line',
    data,
    encode: { x: 'x', y: 'y', series: 'series' },
    style: { ...stroke, ...style },
    tooltip: false,
  })
  return [
    ...(isFilled
      ? [
          {
            type: 'area',
            data: rows,
            encode: { x: 'x', y: 'y', series: 'series' },
            style: { fill: toneColor(tone), fillOpacity: 0.14 },
            tooltip: false,
          },
        ]
      : []),
    ...(isRunning
      ? [
          line(only(index => index < last)),
          line(
            only(index => index >= last - 1),
            { lineDash: [3, 4] },
          ),
        ]
      : [line(rows)]),
    {
      type: 'point',
      data: lone(rows),
      encode: { x: 'x', y: 'y', shape: 'point', size: 3 },
      style: { fill: toneColor(tone) },
      tooltip: false,
    },
  ]
}

/** Bars, stacked away from zero; those of a partial point are paler. */
const barMarks = (series: readonly Series[], points: readonly Point[]) => [
  {
    type: 'interval',
    data: points.flatMap(({ key: x, values, partial = false }) =>
      series.map(({ key }) => ({ x, y: values[key] ?? null, series: key, partial })),
    ),
    encode: { x: 'x', y: 'y', color: 'series' },
    transform: [{ type: 'stackY' }],
    style: { fillOpacity: ({ partial }: { partial: boolean }) => (partial ? 0.6 : 1) },
    tooltip: false,
  },
]

/** The compared period as thin dashed lines. */
const previousMarks = (series: readonly Series[], points: readonly Point[]) =>
  series.map(({ key, tone }) => ({
    type: 'line',
    data: points.map(({ key: x, previous }) => ({ x, y: previous?.values[key] ?? null, series: key })),
    encode: { x: 'x', y: 'y', series: 'series' },
    style: { stroke: toneColor(tone), strokeOpacity: 0.7, lineWidth: 1.5, lineDash: [2, 3] },
    tooltip: false,
  }))

/** Options of the plotting engine for series of one unit. */
export function plotOptions(content: PlotContent, { isRtl, isAligned, height, tick }: PlotSetting) {
  const { series, points, form, drawsPrevious } = content
  const bands = content.bands ?? []
  const [low, high] = domainOf(content)
  const keys = points.map(({ key }) => key)
  const ticks = new Map(points.map(({ key, tick, label }) => [key, tick ?? label]))
  const partial = points.filter(({ partial }) => partial)
  const marked = (kind: MarkerKind) =>
    points.filter(({ markers = [] }) => markers.some(marker => marker.kind === kind))
  const [incidents, releases] = [marked('incident'), marked('release')]
  // Beyond the scale, whose round ends are not known here.
  const beyond = high - low
  const options = {
    autoFit: true,
    height,
    animate: false,
    margin: 0,
    paddingTop: 10,
    // The names of days at the edge are longer in Arabic.
    ...(isRtl ? { paddingLeft: 24 } : { paddingRight: 8 }),
    ...(isAligned && { [isRtl ? 'paddingRight' : 'paddingLeft']: 52 }),
    clip: true,
    legend: false,
    scale: {
      x: { type: 'band', domain: isRtl ? keys.toReversed() : keys, paddingInner: 0.24, paddingOuter: 0.12 },
      y: { type: 'linear', domain: [low, high], nice: true, tickCount: tickCountOf(content, [low, high]) },
      color: {
        type: 'ordinal',
        domain: series.map(({ key }) => key),
        range: series.map(({ tone }) => toneColor(tone)),
      },
    },
    axis: {
      x: {
        title: false,
        line: false,
        tick: false,
        labelFormatter: (key: string) => ticks.get(key) ?? '',
        // Steps have names, each of which is needed; days are understood from some.
        labelAutoRotate: form === 'waterfall',
        labelAutoEllipsis: false,
        ...(form !== 'waterfall' && { transform: [{ type: 'hide', margin: [0, 8, 0, 8] }] }),
      },
      y: {
        title: false,
        line: false,
        tick: false,
        position: isRtl ? 'right' : 'left',
        labelFormatter: tick,
        labelAutoHide: false,
      },
    },
    children: [
      ...(partial.length > 0
        ? [
            {
              type: 'rangeX',
              data: partial.map(({ key }) => ({ x: key, x1: key })),
              encode: { x: 'x', x1: 'x1' },
              style: { fill: hatch, fillOpacity: 1 },
              tooltip: false,
            },
          ]
        : []),
      ...bands.map(({ key, from, to }) => ({
        type: 'rangeY',
        data: [{ y: from ?? low - beyond, y1: to ?? high + beyond }],
        encode: { y: 'y', y1: 'y1' },
        style: { fill: toneColor(series.find(series => series.key === key)?.tone), fillOpacity: 0.12 },
        tooltip: false,
      })),
      ...(low < 0
        ? [{ type: 'lineY', data: [0], style: { stroke: toneColor('muted'), lineWidth: 1 }, tooltip: false }]
        : []),
      ...(releases.length > 0
        ? [
            {
              type: 'lineX',
              data: releases.map(({ key }) => ({ x: key })),
              encode: { x: 'x' },
              style: { stroke: toneColor('info'), lineWidth: 2, lineDash: [2, 3] },
              tooltip: false,
            },
          ]
        : []),
      ...(form === 'waterfall' ? waterfallMarks(points, low - beyond) : []),
      ...(form === 'bars' ? barMarks(series, points) : []),
      ...(form === 'lines'
        ? series.flatMap(one => lineMarks(one, points, series.length === 1 && content.bands === null))
        : []),
      ...(drawsPrevious ? previousMarks(series, points) : []),
      ...(incidents.length > 0
        ? [
            {
              type: 'point',
              data: incidents.map(({ key }) => ({ x: key, y: Math.max(0, low) })),
              encode: { x: 'x', y: 'y', shape: 'point', size: 3 },
              style: { fill: toneColor('serious') },
              tooltip: false,
            },
          ]
        : []),
      // Gives every point a place for the tooltip, even where it has no values.
      {
        type: 'line',
        data: points.map(({ key }) => ({ x: key, y: low })),
        encode: { x: 'x', y: 'y' },
        style: { strokeOpacity: 0 },
        tooltip: { title: 'x', items: ['y'] },
      },
    ],
  }
  return options as unknown as CommonConfig
}
