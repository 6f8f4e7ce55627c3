import { expect, test } from 'vitest'
import {
  aucOf,
  bootstrap,
  f1Of,
  percentile,
  precisionOf,
  recallOf,
  shareOf,
} from '../../../../scripts/safety/statistics.ts'

test('the area under the ROC curve counts ordered pairs, and ties as half', () => {
  const rows = (truths: number[], scores: number[]) =>
    scores.map((score, at) => ({ score, truth: truths[at] === 1 }))
  expect(aucOf(rows([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4]))).toBe(1)
  expect(aucOf(rows([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4]))).toBe(0)
  expect(aucOf(rows([0, 1, 0, 1], [0.1, 0.4, 0.35, 0.3]))).toBe(0.75)
  expect(aucOf(rows([0, 1, 0, 1], [0, 0, 0, 0]))).toBe(0.5)
})

test('recall, precision and F1 come from the same decisions', () => {
  const decisions = [
    { truth: true, predicted: true },
    { truth: true, predicted: false },
    { truth: true, predicted: false },
    { truth: false, predicted: true },
    { truth: false, predicted: false },
  ]
  expect(recallOf(decisions)).toBeCloseTo(1 / 3)
  expect(precisionOf(decisions)).toBe(0.5)
  expect(f1Of(decisions)).toBeCloseTo(0.4)
})

test('an interval contains its value, narrows with more rows and is reproducible', () => {
  const few = Array.from({ length: 20 }, (_, at) => at % 4 === 0)
  const many = Array.from({ length: 2000 }, (_, at) => at % 4 === 0)
  const [wide, narrow] = [bootstrap(few, shareOf), bootstrap(many, shareOf)]
  expect(wide.value).toBe(0.25)
  expect(wide.low).toBeLessThan(0.25)
  expect(wide.high).toBeGreaterThan(0.25)
  expect(narrow.high - narrow.low).toBeLessThan((wide.high - wide.low) / 5)
  expect(bootstrap(few, shareOf)).toEqual(wide)
})

test('a percentile is one of the numbers', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(percentile(numbers, 0.5)).toBe(50)
  expect(percentile(numbers, 0.99)).toBe(99)
})
