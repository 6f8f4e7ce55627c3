import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extremes, scaleOf } from '#kit/chart/chart-data.ts'
import { scaleAround } from '#kit/chart/plot.tsx'
import { pathOf } from '#kit/chart/sparkline.tsx'
import { csvOf } from '#kit/download.ts'

test.each([
  [[3, 7], 0, 10],
  [[0.3], 0, 0.5],
  [[-3, 40], -5, 50],
  [[-120], -200, 0],
  [[230], 0, 250],
])('a scale of %o goes from %d to %d', (values, low, high) => {
  expect(scaleOf(values)).toMatchObject({ low, high })
})

test('a scale holds its values, and zero', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), values => {
      const { at } = scaleOf(values)
      for (const value of [0, ...values]) {
        expect(at(value)).toBeGreaterThanOrEqual(0)
        expect(at(value)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test.each([
  [[36.4, 36.9, 36.1, 37.5], 36, 37.5],
  [[66, 81, 60, 100], 60, 100],
  [[97], 96.75, 97.25],
])('a scale about %o goes from %d to %d, and not to zero', (values, low, high) => {
  const scale = scaleAround(values)
  expect([scale.low, scale.high]).toEqual([low, high])
})

test('a scale about values holds them, and is never empty', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e4 }), { minLength: 1 }), values => {
      const { at, low, high } = scaleAround(values)
      expect(high).toBeGreaterThan(low)
      for (const value of values) {
        expect(at(value)).toBeGreaterThanOrEqual(0)
        expect(at(value)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

const point = (value: number | null) => ({ key: String(value), label: String(value), values: { value } })

test('a line has a gap where a value is not there', () => {
  const points = [1, null, 2, 2].map(point)
  expect(pathOf(points, 'value', { low: 0, high: 2, at: value => 1 - value / 2 })).toBe(
    'M12.500 50.000M62.500 0.000L87.500 0.000',
  )
})

test('the extremes of a series are its first lowest and highest', () => {
  const of = (values: (number | null)[]) => extremes(values.map(point), 'value')
  expect(of([3, null, 1, 5])).toMatchObject({ low: { label: '1' }, high: { label: '5' } })
  expect(of([null])).toBeNull()
})

test('a file quotes what needs it, and holds no formulas', () => {
  expect(
    csvOf([
      ['a "b", c', null, -2],
      ['=1+1', '-3', 4.5],
    ]),
  ).toBe(`"a ""b"", c",,-2\r\n'=1+1,'-3,4.5\r\n`)
})
