import { expect, test } from 'vitest'
import { readSizes } from '../../../bench/soak/flags.ts'
import { brokenBy, type Interval } from '../../../bench/soak/promises.ts'

/** A run of thirty intervals without a fault, changed by what a test is about. */
const run = (change: (interval: Interval, index: number) => Partial<Interval> = () => ({})): Interval[] =>
  Array.from({ length: 30 }, (_, index) => {
    const calm: Interval = {
      second: 60 * (index + 1),
      calls: 2_000,
      failed: 0,
      p50: 4,
      p99: 40,
      'loop p99': 20 + (index % 3),
      // Warming up in the first third.
      'memory MB': index < 10 ? 180 + 10 * index : 280 + (index % 4),
      'heap MB': 120,
      'WAL MB': 300,
      'data MB': 500 + 8 * index,
    } as Interval
    return { ...calm, ...change(calm, index) } as Interval
  })

test('a calm run breaks no promise, also while it warms up', () => {
  expect(brokenBy(run())).toEqual([])
  expect(brokenBy(run((_, index) => (index < 10 ? { 'loop p99': 400 } : {})))).toEqual([])
})

test.each([
  ['one call failed', run((_, index) => (index === 7 ? { failed: 1 } : {})), /1 calls failed/],
  [
    'memory that leaks',
    run(({ 'memory MB': mb }, index) => ({ 'memory MB': mb + 12 * index })),
    /memory grew/,
  ],
  ['a busy event loop', run((_, index) => (index % 3 === 0 ? { 'loop p99': 80 } : {})), /event loop/],
  ['a log that is never removed', run((_, index) => ({ 'WAL MB': 100 * index })), /write-ahead log/],
  [
    'a disk that fills faster and faster',
    run((_, index) => ({ 'data MB': 500 + index ** 3 })),
    /the disk filled faster/,
  ],
])('%s is reported', (_, intervals, message) => {
  expect(brokenBy(intervals)).toEqual([expect.stringMatching(message)])
})

test('a single slow interval is not taken for a slow run', () => {
  expect(brokenBy(run((_, index) => (index === 20 ? { 'loop p99': 300 } : {})))).toEqual([])
})

test('a run that is too short to compare is refused before it begins', () => {
  expect(() => readSizes(['--minutes=2', '--every=21'])).toThrow(
    '--minutes needs at least 6 intervals of --every=21 seconds',
  )
  expect(readSizes(['--minutes=2', '--every=20'])).toMatchObject({ minutes: 2, every: 20, sockets: 100 })
})
