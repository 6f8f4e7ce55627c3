import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planCopied } from '#server/rollups/copy/plan.ts'
import type { Interval } from '#server/rollups/source.ts'
import { FIVE_MINUTES, ONE_HOUR } from '#server/rollups/spans.ts'

const DAY = 24 * ONE_HOUR
const cuts = Array.from({ length: 6 }, (_, day) => day * DAY)
const state = (copiedFrom: number, changed: number[] = []) => ({
  copiedFrom,
  changed,
  begun: 1,
  completed: 1,
})
const slot = fc.integer({ min: 0, max: (5 * DAY) / FIVE_MINUTES - 1 }).map(number => number * FIVE_MINUTES)

describe('the plan of reads with a copy', () => {
  test('covers the interval once, and reads nothing from the copy that changed or is not copied', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: DAY }),
        fc.integer({ min: 2 * DAY, max: 5 * DAY }),
        fc.integer({ min: 0, max: 5 * 24 }).map(hours => hours * ONE_HOUR),
        fc.array(slot, { maxLength: 60 }),
        (from, to, copiedFrom, changed) => {
          const plan = planCopied([from, to], cuts, state(copiedFrom, changed))
          if (!plan) return
          const parts: Interval[] = [[from, plan.until], ...plan.copied, ...plan.rows]
          const inOrder = parts.filter(([a, b]) => b > a).sort(([a], [b]) => a - b)
          expect(inOrder[0]?.[0]).toBe(from)
          expect(inOrder.at(-1)?.[1]).toBe(to)
          for (const [index, [, end]] of inOrder.slice(0, -1).entries())
            expect(inOrder[index + 1]?.[0]).toBe(end)
          for (const [a, b] of plan.copied) {
            expect(a).toBeGreaterThanOrEqual(copiedFrom)
            expect(changed.filter(start => start < b && start + FIVE_MINUTES > a)).toEqual([])
          }
        },
      ),
    )
  })

  test('reads days before the copy begins from embedded rollups, as whole days', () => {
    const plan = planCopied([0, 5 * DAY], cuts, state(2 * DAY + ONE_HOUR))
    expect(plan).toEqual({ until: 3 * DAY, copied: [[3 * DAY, 5 * DAY]], rows: [] })
  })

  test('leaves everything to embedded rollups if nothing is copied, or too much has changed', () => {
    expect(planCopied([0, 5 * DAY], cuts, state(9 * DAY))).toBe(null)
    const everyOther = Array.from({ length: 41 }, (_, number) => 2 * number * FIVE_MINUTES)
    expect(planCopied([0, 5 * DAY], cuts, state(0, everyOther))).toBe(null)
    expect(planCopied([0, 5 * DAY], cuts, state(0, everyOther.slice(1)))?.rows).toHaveLength(40)
  })
})
