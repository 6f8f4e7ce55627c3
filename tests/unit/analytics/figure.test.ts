import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cohortFigures } from '#contract/analytics/cohort-figures.ts'
import { conversationFigures } from '#contract/analytics/conversation-analytics.ts'
import { operationalFigures } from '#contract/analytics/operational-metrics.ts'
import { revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { usageFigures } from '#contract/analytics/usage-metrics.ts'
import { safetyFigures } from '#contract/conversations/safety-incidents.ts'
import {
  evaluate,
  type Figure,
  type Formula,
  formulaParts,
  roundToUnit,
  sumParts,
  type Unit,
  unitOfPart,
} from '#contract/kit/figure.ts'

const value = (unit: Unit, formula: Formula, of: Record<string, number | number[]>) => {
  const rows = Object.entries(of).flatMap(([part, amounts]) =>
    [amounts].flat().map(amount => ({ part, amount })),
  )
  return evaluate({ unit, formula }, sumParts(Object.keys(of), rows))
}

describe('a figure', () => {
  test('is the sum of its part, or a multiple of it', () => {
    expect(value('money', { sum: 'mrr' }, { mrr: 0.1 + 0.2 })).toBe(0.3)
    expect(value('money', { sum: 'mrr', times: 12 }, { mrr: 8.33 })).toBe(99.96)
  })

  test('is one part over another', () => {
    expect(value('percent', { ratio: ['lost', 'all'] }, { lost: 1, all: 3 })).toBe(33.33)
    expect(value('milliseconds', { ratio: ['time', 'all'], times: 1 }, { time: 2500, all: 2 })).toBe(1250)
  })

  test('is the product of two ratios', () => {
    const formula: Formula = {
      product: [
        ['mrr', 'customers'],
        ['months', 'lost'],
      ],
    }
    expect(value('money', formula, { mrr: 100, customers: 4, months: 60, lost: 3 })).toBe(500)
    expect(value('money', formula, { mrr: 100, customers: 4, months: 60, lost: 0 })).toBeNull()
    expect(value('money', formula, { mrr: 0, customers: 0, months: 60, lost: 3 })).toBeNull()
  })

  test('is the change from one part to another, in percent of the former', () => {
    expect(value('percent', { growth: ['start', 'end'] }, { start: 80, end: 100 })).toBe(25)
    expect(value('percent', { growth: ['start', 'end'] }, { start: 100, end: 80 })).toBe(-20)
  })

  test('is the mean of a part’s amounts', () => {
    expect(value('score', { mean: 'mood' }, { mood: [0.5, -0.25, 0.1] })).toBe(0.117)
    expect(value('milliseconds', { mean: 'time' }, { time: [1000, 2001] })).toBe(1501)
    expect(value('score', { mean: 'mood' }, { mood: [] })).toBeNull()
  })

  test('is a percentile of a part’s amounts, within its bucket', () => {
    const time = Array.from({ length: 100 }, (_, index) => 10 * (index + 1))
    const p95 = value('milliseconds', { percentile: 'time', share: 0.95 }, { time }) as number
    expect(Math.abs(p95 - 950)).toBeLessThan(95)
    expect(value('milliseconds', { percentile: 'time', share: 0.5 }, { time: [] })).toBeNull()
  })

  test('is null over zero', () => {
    expect(value('percent', { ratio: ['lost', 'all'] }, { lost: 0, all: 0 })).toBeNull()
    expect(value('percent', { growth: ['start', 'end'] }, { start: 0, end: 5 })).toBeNull()
  })

  test.each(
    [
      operationalFigures,
      conversationFigures,
      usageFigures,
      safetyFigures,
      revenueFigures,
      cohortFigures,
    ].flatMap(group => Object.entries<Figure>(group)),
  )('%s of nothing is zero if it is a sum, and null otherwise', (_, figure) => {
    const { formula } = figure
    const nothing = sumParts(formulaParts(formula), [])
    expect(evaluate(figure, nothing)).toBe('sum' in formula ? 0 : null)
  })

  test('over zero is null, whatever the numerator', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 100 }), (over, times) => {
        const of = sumParts(['over', 'zero'], [{ part: 'over', amount: over }])
        expect(evaluate({ unit: 'percent', formula: { ratio: ['over', 'zero'], times } }, of)).toBeNull()
        expect(evaluate({ unit: 'percent', formula: { growth: ['zero', 'over'] } }, of)).toBeNull()
      }),
    )
  })

  test('names its parts', () => {
    expect(formulaParts({ sum: 'a' })).toEqual(['a'])
    expect(formulaParts({ ratio: ['a', 'b'] })).toEqual(['a', 'b'])
    expect(formulaParts({ growth: ['a', 'b'] })).toEqual(['a', 'b'])
    const product = [
      ['a', 'b'],
      ['c', 'd'],
    ] as const
    expect(formulaParts({ product })).toEqual(['a', 'b', 'c', 'd'])
    expect(formulaParts({ mean: 'a' })).toEqual(['a'])
    expect(formulaParts({ percentile: 'a', share: 0.5 })).toEqual(['a'])
  })

  test('counts its parts in the unit of its formula', () => {
    const formula: Formula = { sum: 'a' }
    expect(unitOfPart({ unit: 'percent', formula }, 'a')).toBe('count')
    expect(unitOfPart({ unit: 'money', formula }, 'a')).toBe('money')
    expect(unitOfPart({ unit: 'percent', formula, parts: 'money' }, 'a')).toBe('money')
    const mixed: Figure = { unit: 'money', formula: { ratio: ['a', 'b'] }, parts: { b: 'count' } }
    expect([unitOfPart(mixed, 'a'), unitOfPart(mixed, 'b')]).toEqual(['money', 'count'])
  })

  test('is rounded with halves away from zero, and never to minus zero', () => {
    expect(roundToUnit('money', 1.005)).toBe(1.01)
    expect(roundToUnit('money', -1.005)).toBe(-1.01)
    expect(Object.is(roundToUnit('count', -0.2), 0)).toBe(true)
  })
})
