import { expect, test } from 'vitest'
import {
  type ChartData,
  drawnByUnit,
  extremes,
  markedKinds,
  type Point,
  plotHeight,
} from '#kit/chart/chart-data.ts'
import { domainOf, type PlotContent, plotOptions, tickCountOf } from '#kit/chart/plot-options.ts'
import { toneColor } from '#kit/chart/tone-color.ts'
import { csvOf } from '#kit/download.ts'

const point = (value: number | null, index = 0): Point => ({
  key: `2025-03-${String(index + 1).padStart(2, '0')}`,
  label: String(value),
  values: { value },
})

const count = { key: 'value', title: 'Value', unit: 'count' } as const

const content = (values: readonly (number | null)[], over: Partial<PlotContent> = {}): PlotContent => ({
  series: [count],
  points: values.map(point),
  form: 'lines',
  bands: null,
  drawsPrevious: false,
  ...over,
})

interface Mark {
  type: string
  data: { x: string; y: number | null; y1?: number }[]
  style: Record<string, unknown>
}

interface Options {
  scale: { x: { domain: string[] }; color: { range: string[] } }
  axis: { y: { position: string } }
  children: Mark[]
}

const setting = { isRtl: false, isAligned: false, height: 220, tick: String }
const optionsOf = (of: PlotContent, isRtl = false) =>
  plotOptions(of, { ...setting, isRtl }) as unknown as Options
const marksOf = (of: PlotContent, type: string) => optionsOf(of).children.filter(mark => mark.type === type)

test.each([
  ['includes zero', content([3, 7]), 0, 7],
  ['reaches below zero', content([-3, 40]), -3, 40],
  ['is not empty without values', content([null]), 0, 1],
  ['is not empty where all is zero', content([0, 0]), 0, 1],
  [
    'ends at normal ranges',
    content([36.4, 37.5], { bands: [{ key: 'value', from: 36, to: null }] }),
    36,
    37.5,
  ],
  ['holds a single value in its middle', content([97], { bands: [] }), 96, 98],
])('a value axis %s', (_, of, low, high) => {
  expect(domainOf(of)).toEqual([low, high])
})

test('a value axis covers stacked bars, away from zero in both directions', () => {
  const series = [count, { ...count, key: 'more' }, { ...count, key: 'less' }]
  const points = [{ key: 'a', label: 'a', values: { value: 3, more: 4, less: -5 } }]
  expect(domainOf(content([], { series, points, form: 'bars' }))).toEqual([-5, 7])
  expect(domainOf(content([], { series, points, form: 'lines' }))).toEqual([-5, 4])
})

test('a value axis covers the compared period only where it is drawn', () => {
  const points = [{ ...point(3), previous: { label: 'before', values: { value: 90 } } }]
  expect(domainOf(content([], { points, drawsPrevious: true }))).toEqual([0, 90])
  expect(domainOf(content([], { points }))).toEqual([0, 3])
})

test.each([
  [[1], 1],
  [[2, 3], 3],
  [[60], 4],
  [[0.5], 4],
])('the ticks of %o are whole where all values are: %d', (values, ticks) => {
  expect(tickCountOf(content(values), domainOf(content(values)))).toBe(ticks)
})

test('a line keeps its gaps, and shows an isolated value as a dot', () => {
  const of = content([1, null, 2, 2, null, 5])
  expect(marksOf(of, 'line')[0]?.data.map(({ y }) => y)).toEqual([1, null, 2, 2, null, 5])
  expect(marksOf(of, 'point')[0]?.data.map(({ y }) => y)).toEqual([1, 5])
})

test('a running day is hatched; its bar is paler, the line towards it dashed', () => {
  const points = [1, 2, 3].map(point).map((point, index) => ({ ...point, partial: index === 2 }))
  const running = content([], { points })
  expect(marksOf(running, 'rangeX')[0]?.data).toEqual([{ x: '2025-03-03', x1: '2025-03-03' }])
  expect(marksOf(content([1, 2, 3]), 'rangeX')).toEqual([])
  const [full, dashed] = marksOf(running, 'line')
  expect(full?.data.map(({ y }) => y)).toEqual([1, 2, null])
  expect(dashed?.data.map(({ y }) => y)).toEqual([null, 2, 3])
  expect(dashed?.style.lineDash).toBeDefined()
  const [bars] = marksOf({ ...running, form: 'bars' }, 'interval')
  const opacity = bars?.style.fillOpacity as (row: { partial: boolean }) => number
  expect(opacity({ partial: true })).toBeLessThan(opacity({ partial: false }))
})

test('incidents are dots at the bottom, releases lines through the plot', () => {
  const marked = [1, 2, 3].map(point).map((point, index) => ({
    ...point,
    markers:
      index === 1
        ? [
            { kind: 'incident' as const, text: '2 safety incidents' },
            { kind: 'release' as const, text: 'Release 1.2.0' },
          ]
        : [],
  }))
  const of = content([], { points: marked })
  expect(marksOf(of, 'lineX')[0]?.data).toEqual([{ x: '2025-03-02' }])
  expect(marksOf(of, 'point').at(-1)?.data).toEqual([{ x: '2025-03-02', y: 0 }])
  expect(marksOf(content([1, 2]), 'lineX')).toEqual([])
  expect(markedKinds({ title: '', of: '', series: [count], points: marked })).toEqual(['incident', 'release'])
})

test('a waterfall leads from total to total, on an axis near them', () => {
  const points: Point[] = [
    { key: 'start', label: '', values: {}, span: [null, 1000], tone: 'muted' },
    { key: 'new', label: '', values: {}, span: [1000, 1040], tone: 'good' },
    { key: 'churn', label: '', values: {}, span: [1040, 990], tone: 'bad' },
    { key: 'end', label: '', values: {}, span: [null, 990], tone: 'muted' },
  ]
  const of = content([], { points, form: 'waterfall' })
  const [low, high] = domainOf(of)
  expect(high).toBe(1040)
  expect(low).toBeGreaterThan(900)
  expect(low).toBeLessThan(990)
  const [bars] = marksOf(of, 'interval')
  expect(bars?.data.map(({ x, y1 }) => [x, y1])).toEqual([
    ['start', 1000],
    ['new', 1040],
    ['churn', 990],
    ['end', 990],
  ])
  // Totals stand on the edge of the axis, wherever rounding puts it.
  expect(bars?.data[0]?.y).toBeLessThan(low)
  expect(marksOf(of, 'link')[0]?.data).toHaveLength(3)
  expect(domainOf(content([], { points: [], form: 'waterfall' }))).toEqual([0, 1])
})

test('in a right-to-left language time runs from the right, and values are on that side', () => {
  const [ltr, rtl] = [optionsOf(content([1, 2])), optionsOf(content([1, 2]), true)]
  expect(ltr.scale.x.domain).toEqual(['2025-03-01', '2025-03-02'])
  expect(rtl.scale.x.domain).toEqual(['2025-03-02', '2025-03-01'])
  expect([ltr.axis.y.position, rtl.axis.y.position]).toEqual(['left', 'right'])
})

test('an open-ended normal range extends beyond the axis', () => {
  const of = content([60, 80], { bands: [{ key: 'value', from: 70, to: null }] })
  const [band] = marksOf(of, 'rangeY')
  expect(band?.data[0]?.y).toBe(70)
  expect(band?.data[0]?.y1).toBeGreaterThan(80)
})

test('each tone has a colour of its own', () => {
  const tones = ['accent', 'good', 'bad', 'serious', 'warn', 'info', 'muted'] as const
  expect(new Set(tones.map(tone => toneColor(tone))).size).toBe(tones.length)
  const series = tones.map(tone => ({ ...count, key: tone, tone }))
  expect(optionsOf(content([], { series, points: [] })).scale.color.range).toEqual(
    tones.map(tone => toneColor(tone)),
  )
})

test('series of different units have plots of their own, and some are in the table only', () => {
  const data: ChartData = {
    title: '',
    of: '',
    series: [
      { key: 'start', title: '', unit: 'money', tableOnly: true },
      { key: 'incidents', title: '', unit: 'count' },
      { key: 'risk', title: '', unit: 'score' },
      { key: 'falls', title: '', unit: 'count' },
    ],
    points: [],
  }
  expect(drawnByUnit(data).map(series => series.map(({ key }) => key))).toEqual([
    ['incidents', 'falls'],
    ['risk'],
  ])
  expect(plotHeight(data)).toBeLessThan(plotHeight({ ...data, series: data.series.slice(0, 2) }))
})

test('the extremes of a series are its first lowest and first highest value', () => {
  const of = (values: (number | null)[]) => extremes(values.map(point), 'value')
  expect(of([3, null, 1, 5])).toMatchObject({ low: { label: '1' }, high: { label: '5' } })
  expect(of([null])).toBeNull()
})

test('a file quotes where necessary, and contains no formulas', () => {
  expect(
    csvOf([
      ['a "b", c', null, -2],
      ['=1+1', '-3', 4.5],
    ]),
  ).toBe(`"a ""b"", c",,-2\r\n'=1+1,'-3,4.5\r\n`)
})
