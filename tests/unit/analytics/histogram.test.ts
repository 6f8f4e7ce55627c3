import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketBounds, histogramOf, percentileOf } from '#contract/kit/histogram.ts'

const bucketOf = (value: number) => bucketBounds.filter(bound => bound <= value).length

describe('a percentile', () => {
  test('is in the bucket of the nearest-rank value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1 }),
        fc.constantFrom(0.5, 0.95, 0.99),
        (values, share) => {
          const exact = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] as number
          const found = percentileOf(histogramOf(values), share) as number
          expect(found).toBeGreaterThanOrEqual(bucketBounds[bucketOf(exact) - 1] ?? 0)
          expect(found).toBeLessThanOrEqual(bucketBounds[bucketOf(exact)] as number)
        },
      ),
    )
  })

  test('of nothing is null', () => expect(percentileOf(new Map(), 0.5)).toBeNull())
})
