import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { revenueMovements } from '#contract/billing/ledger.ts'
import { mrrCents, priceCents } from '#contract/billing/plans.ts'
import { evaluate, type Figure, sumParts } from '#contract/kit/figure.ts'
import {
  type DailyMovement,
  growth,
  waterfall,
} from '#server/modules/analytics/revenue-analytics/formulas.ts'

type Figures = typeof revenueFigures
type SumsOf<Name extends keyof Figures> = Figures[Name]['formula'] extends { sum: infer Part extends string }
  ? Record<Part, number>
  : Record<string, number>
const figure = <Name extends keyof Figures>(name: Name, sums: SumsOf<Name>) => {
  const rows = Object.entries<number>(sums).map(([part, amount]) => ({ part, amount }))
  return evaluate(revenueFigures[name] as Figure, sumParts(Object.keys(sums), rows))
}

const days = ['2026-06-01', '2026-06-02', '2026-06-03']
const sign = { new: 1, expansion: 1, reactivation: 1, contraction: -1, churn: -1 }
const movement = fc
  .record({
    day: fc.constantFrom(...days),
    kind: fc.constantFrom(...revenueMovements),
    size: fc.integer({ min: 1, max: 10_000_000 }),
    movements: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ size, ...of }): DailyMovement => ({ ...of, cents: sign[of.kind] * size }))
const ledgers = fc.array(movement, { maxLength: 40 })

/** https://docs.stripe.com/billing/subscriptions/analytics/glossary */
describe('by Stripe’s definitions', () => {
  test('MRR is the sum of monthly-normalised prices', () => {
    // “100 subscribers are on Plan A (100 USD per month) and 50 on Plan B (600 USD per year)”: 12,500 USD.
    expect(figure('mrr', { mrr: 100 * 100 + 50 * (600 / 12) })).toBe(12_500)
    expect(figure('arr', { mrr: 12_500 })).toBe(150_000)
  })

  test('MRR growth is MRR gained less MRR lost', () => {
    const moved: DailyMovement[] = [
      { day: '2026-06-01', kind: 'new', cents: 300_00, movements: 3 },
      { day: '2026-06-01', kind: 'reactivation', cents: 100_00, movements: 1 },
      { day: '2026-06-01', kind: 'expansion', cents: 200_00, movements: 1 },
      { day: '2026-06-01', kind: 'churn', cents: -250_00, movements: 2 },
      { day: '2026-06-01', kind: 'contraction', cents: -50_00, movements: 1 },
    ]
    const [day] = waterfall(1000_00, ['2026-06-01'], moved)
    expect(day?.end).toBe(1300_00)
    expect(figure('mrr_growth', { mrr_at_start: 1000, mrr: 1300 })).toBe(30)
    expect(figure('mrr_growth', { mrr_at_start: 0, mrr: 1300 })).toBeNull()
  })
})

/** https://support.stripe.com/questions/billing-analytics, https://help.chartmogul.com/hc/en-us/articles/201244842 */
test('by both, a yearly subscription counts a twelfth', () => {
  // ChartMogul: “$2,000 / 12” is $166.67, which is what our largest plan costs by the year.
  expect([priceCents('enterprise', 'yearly'), mrrCents('enterprise', 'yearly')]).toEqual([2000_00, 166_67])
  expect(mrrCents('enterprise', 'monthly')).toBe(200_00)
})

/** https://help.chartmogul.com/hc/en-us/articles/203299892 */
test('by ChartMogul, ARR is MRR times 12', () => {
  // “5 subscribers paying $5 per month”: an MRR of $25, an ARR of $300.
  expect(figure('mrr', { mrr: 5 * 5 })).toBe(25)
  expect(figure('arr', { mrr: 5 * 5 })).toBe(300)
})

/** https://help.chartmogul.com/hc/en-us/articles/115000865205 */
test('by ChartMogul, conversion is of the cohort of trials started in the period', () => {
  // “10 customers started a trial in May 2015 and 5 of these customers became active paying customers”: 50%.
  expect(figure('trial_to_paid_rate', { converted_trials: 5, started_trials: 10 })).toBe(50)
})

/** https://help.chartmogul.com/hc/en-us/articles/4416682609426: the sum of all movements is the present MRR. */
test('by ChartMogul, the sum of a subscription’s movements is its MRR', () => {
  fc.assert(
    fc.property(ledgers, moved => {
      const [end] = waterfall(0, days, moved).slice(-1)
      expect(end?.end).toBe(moved.reduce((sum, { cents }) => sum + cents, 0))
    }),
  )
})

/** https://help.chartmogul.com/hc/en-us/articles/201244842 */
test('in ChartMogul’s example, a subscription goes through all five movements', () => {
  const steps = waterfall(
    0,
    ['2025-01-01', '2025-01-05', '2025-01-19', '2026-01-01', '2026-02-01'],
    [
      { day: '2025-01-01', kind: 'new', cents: 166_67, movements: 1 },
      { day: '2025-01-05', kind: 'expansion', cents: 60_00, movements: 1 },
      { day: '2025-01-19', kind: 'contraction', cents: -60_00, movements: 1 },
      { day: '2026-01-01', kind: 'churn', cents: -166_67, movements: 1 },
      { day: '2026-02-01', kind: 'reactivation', cents: 150_00, movements: 1 },
    ],
  )
  expect(steps.map(({ end }) => end)).toEqual([166_67, 226_67, 166_67, 0, 150_00])
})

/** Not after Stripe, who puts those who came within the time into the divisor too: 10 ÷ (200 + 50) would be 4 %. */
test('churn is customers lost over customers at the start', () => {
  expect(figure('churn_rate', { lost: 10, subscribers_at_start: 200 })).toBe(5)
  expect(figure('monthly_churn_rate', { lost_in_month: 3, subscribers_month_ago: 40 })).toBe(7.5)
  expect(figure('churn_rate', { lost: 2, subscribers_at_start: 0 })).toBeNull()
})

test('conversion is the share of a cohort of trials that paid', () => {
  expect(figure('trial_to_paid_rate', { converted_trials: 25, started_trials: 40 })).toBe(62.5)
  expect(figure('trial_to_paid_rate', { converted_trials: 0, started_trials: 0 })).toBeNull()
})

describe('the waterfall', () => {
  test('of any ledger balances, day by day and cent for cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), ledgers, (start, moved) => {
        const steps = waterfall(start, days, moved)
        expect(steps.map(({ date }) => date)).toEqual(days)
        let before = start
        for (const step of steps) {
          expect(step.start).toBe(before)
          expect(
            step.start + step.new + step.expansion + step.reactivation - step.contraction - step.churn,
          ).toBe(step.end)
          for (const kind of revenueMovements) expect(step[kind]).toBeGreaterThanOrEqual(0)
          before = step.end
        }
        expect(before).toBe(start + moved.reduce((sum, { cents }) => sum + cents, 0))
      }),
    )
  })

  test('adds up several movements on a day', () => {
    const moved: DailyMovement[] = [
      { day: '2026-06-02', kind: 'new', cents: 1000, movements: 1 },
      { day: '2026-06-02', kind: 'new', cents: 3000, movements: 1 },
      { day: '2026-06-02', kind: 'churn', cents: -500, movements: 1 },
    ]
    expect(waterfall(2000, days, moved)).toMatchObject([
      { start: 2000, end: 2000 },
      { start: 2000, new: 4000, churn: 500, end: 5500 },
      { start: 5500, end: 5500 },
    ])
  })
})

test('growth over all days is new and reactivated subscriptions less churned ones', () => {
  fc.assert(
    fc.property(ledgers, moved => {
      const count = (...kinds: string[]) =>
        moved.reduce((sum, { kind, movements }) => (kinds.includes(kind) ? sum + movements : sum), 0)
      const timeline = growth(days, moved)
      const total = (name: 'new_subscriptions' | 'net_growth') =>
        timeline.reduce((sum, day) => sum + day[name], 0)
      expect(total('new_subscriptions')).toBe(count('new'))
      expect(total('net_growth')).toBe(count('new', 'reactivation') - count('churn'))
    }),
  )
})
