import { expect, test } from 'vitest'
import { brokenBy } from '../../../bench/analytics/promises.ts'

const sizes = [100_000, 1_000_000, 10_000_000]
const row = (small: number, middle: number, large: number) => ({
  call: 'overview',
  'API at 100000': small,
  'API at 1000000': middle,
  'API at 10000000': large,
})

test('a call may take half as long again at ten times the rows, and a millisecond more', () => {
  expect(brokenBy([row(10, 15, 22), row(1, 2, 3)], 'API', sizes)).toEqual([])
})

test('a call that takes longer is named with both sizes', () => {
  expect(brokenBy([row(10, 10, 16), row(10, 10, 10)], 'API', sizes)).toEqual([
    'overview takes 1.6 times as long with 10000000 rows as with 1000000',
  ])
})

test('of other sizes, the limit follows their ratio', () => {
  const two = [{ call: 'overview', 'API at 100': 10, 'API at 10000': 22 }]
  expect(brokenBy(two, 'API', [100, 10_000])).toEqual([])
  expect(
    brokenBy([{ call: 'overview', 'API at 100': 10, 'API at 10000': 23 }], 'API', [100, 10_000]),
  ).toHaveLength(1)
})
