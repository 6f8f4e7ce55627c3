import { expect, test } from 'vitest'
import { areaOf } from '#kit/chart/sparkline.tsx'

const points = [1, 2, null, 3, null, 4, 5].map((value, index) => ({
  key: String(index),
  label: '',
  values: { value },
}))
const scale = { low: 0, high: 10, at: (value: number) => 1 - value / 10 }

test('an area is filled between the gaps of its series, not across them', () => {
  const shapes = areaOf(points, 'value', scale)
    .split('Z')
    .filter(Boolean)
    .map(shape => [...shape.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x]) => Math.round(Number(x))))
  // The x of a point is the middle of its seventh; each shape returns to where it began, on the zero line.
  expect(shapes).toEqual([
    [7, 21, 21, 7],
    [50, 50, 50],
    [79, 93, 93, 79],
  ])
  expect(areaOf([], 'value', scale)).toBe('')
})
