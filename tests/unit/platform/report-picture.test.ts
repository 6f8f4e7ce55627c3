import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Chart } from '#server/modules/platform/reports/charts.ts'
import { axisOf, pictureOf, pictureSize, stepOf, svgOf } from '#server/modules/platform/reports/picture.ts'

const dayAt = (at: number) => new Date(Date.UTC(2024, 1, 27 + at)).toISOString().slice(0, 10)
const daysOf = (values: readonly (number | null)[]) => values.map((value, at) => ({ date: dayAt(at), value }))
const chart = (values: readonly (number | null)[], part: Partial<Chart> = {}): Chart => ({
  figure: 'mrr',
  form: 'bars',
  days: daysOf(values),
  before: [],
  isRunning: false,
  ...part,
})
/** The bars of days, whose color is that of the period; in the order of days. */
const barsIn = (svg: string) =>
  [
    ...svg.matchAll(
      /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" fill="(#4a52d9|url\(#running\))"/g,
    ),
  ].map(([, x, y, width, height, fill]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
    fill,
  }))

describe('the axis', () => {
  test.for([
    [4, 1],
    [5, 2],
    [12, 5],
    [40, 10],
    [0.9, 0.5],
    [14_231.44, 5_000],
    [1e9, 5e8],
  ] as const)('of a span of %s has steps of %s', ([span, step]) => {
    expect(stepOf(span)).toBeCloseTo(step, 9)
  })

  test('holds zero and all values between round ends, in at most five steps', () => {
    const random = (seed: number) => {
      const value = Math.sin(seed) * 10_000
      return value - Math.floor(value)
    }
    for (let seed = 1; seed < 400; seed += 1) {
      const size = 10 ** Math.floor(random(seed) * 12 - 3)
      const values = Array.from({ length: 1 + (seed % 30) }, (_, at) => (random(seed * 31 + at) - 0.4) * size)
      const { low, high, step } = axisOf(values)
      expect(low).toBeLessThanOrEqual(Math.min(0, ...values) + step * 1e-9)
      expect(high).toBeGreaterThanOrEqual(Math.max(0, ...values) - step * 1e-9)
      expect((high - low) / step).toBeLessThanOrEqual(6 + 1e-9)
      expect(Math.abs(high / step - Math.round(high / step))).toBeLessThan(1e-6)
    }
  })

  test('of nothing but zeros is not empty', () => {
    const { low, high } = axisOf([0, 0])
    expect(high - low).toBeGreaterThan(0)
  })
})

describe('a picture of a chart', () => {
  test('has bars as high as their values, below the zero line for negative ones', () => {
    const [one, four, none] = barsIn(svgOf(chart([1, 4, -2]), false))
    expect((four?.height ?? 0) / (one?.height ?? 1)).toBeCloseTo(4, 1)
    expect((one?.y ?? 0) + (one?.height ?? 0)).toBeCloseTo(none?.y ?? -1, 1)
    expect((none?.height ?? 0) / (one?.height ?? 1)).toBeCloseTo(2, 1)
  })

  test('runs to the left for readers of Arabic', () => {
    const values = [3, 1, 2]
    const [leftToRight, rightToLeft] = [false, true].map(isRtl => barsIn(svgOf(chart(values), isRtl)))
    expect(leftToRight?.map(({ height }) => height)).toEqual(rightToLeft?.map(({ height }) => height))
    const mirrored = rightToLeft?.map(({ x, width }) => pictureSize.width - x - width) ?? []
    for (const [at, { x }] of (leftToRight ?? []).entries()) expect(mirrored[at]).toBeCloseTo(x, 1)
  })

  test('hatches the day that is not over, and no other', () => {
    const fills = barsIn(svgOf(chart([1, 2, 3], { isRunning: true }), false)).map(({ fill }) => fill)
    expect(fills).toEqual(['#4a52d9', '#4a52d9', 'url(#running)'])
    expect(svgOf(chart([1, 2, 3], { form: 'line' }), false)).not.toContain('fill="url(#running)"')
  })

  test('interrupts a line where values are missing, and shows one alone as a dot', () => {
    const svg = svgOf(chart([1, 2, null, 3, null, 4, 5], { form: 'line' }), false)
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    expect(svg.match(/<circle/g)).toHaveLength(1)
  })

  test('shows no more days of the period before than its own, in their places', () => {
    const before = daysOf([9, 9, 9, 9])
    const svg = svgOf(chart([1, 2, 3], { before }), false)
    expect(svg.match(/stroke="#b9bcc7"/g)).toHaveLength(1)
    expect(svg.match(/<polyline points="([^"]+)"/)?.[1]?.split(' ')).toHaveLength(3)
  })

  const values = (length: number, of: (at: number) => number | null) =>
    Array.from({ length }, (_, at) => of(at))
  test.for([
    ['one day', [5]],
    ['nothing but zeros', [0, 0, 0]],
    ['nothing known', [null, null, null]],
    ['a year', values(366, at => 40 + 30 * Math.sin(at / 9))],
    ['amounts of billions', values(30, at => 1e9 + at * 1e7)],
    ['fractions, some negative', values(90, at => Math.sin(at) / 100)],
    ['losses only', values(30, at => -at - 1)],
  ] as const)('of %s is a small PNG of twice the size, with all marks inside', async ([, days]) => {
    for (const form of ['bars', 'line'] as const) {
      const drawn = chart(days, { form, before: daysOf(days), isRunning: true })
      const svg = svgOf(drawn, true)
      expect(svg).not.toMatch(/NaN|Infinity|<text/)
      for (const { x, y, width, height } of barsIn(svg)) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.01)
        expect(x + width).toBeLessThanOrEqual(pictureSize.width + 0.5)
        expect(y + height).toBeLessThanOrEqual(pictureSize.height + 0.5)
      }
      const png = await pictureOf(drawn, true)
      expect(png.length).toBeLessThan(60_000)
      const { format, width, height } = await sharp(png).metadata()
      expect({ format, width, height }).toEqual({
        format: 'png',
        width: 2 * pictureSize.width,
        height: 2 * pictureSize.height,
      })
    }
  })
})
