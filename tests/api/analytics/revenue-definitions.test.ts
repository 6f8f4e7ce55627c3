// @module-tag clock

import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import {
  type Definition,
  type DifferenceDetail,
  definitions,
} from '#contract/analytics/revenue-definitions.ts'
import { type RevenueFigure, revenueFigures } from '#contract/analytics/revenue-figures.ts'
import type { MovementKind } from '#contract/billing/ledger.ts'
import { test as base, type Caller } from '#tests/fixtures/api.ts'
import { deleteLives, type Life, storeLives, subscriptionLives } from '#tests/fixtures/subscription-lives.ts'

const DAY = 86_400_000
/** June 2026: 30 days that are over. */
const june = { from: '2026-06-01', to: '2026-06-30' }
const [start, end] = [Date.parse('2026-06-01T00:00:00Z'), Date.parse('2026-07-01T00:00:00Z')]
const onDay = (day: number) => start + (day - 1) * DAY + 8 * 3_600_000

const test = base.extend<{ analyst: Caller }>({
  analyst: [async ({ api }, use) => use(await api.signedIn('analyst')), { scope: 'file' }],
})

type Move = readonly [kind: MovementKind, at: number, cents?: number]
const life = (...moves: readonly Move[]): Life => ({
  region: 'Europe',
  moves: moves.map(([kind, at, cents = 0]) => ({ kind, at, cents, plan: 'starter' })),
  invoices: [],
})

async function figure(analyst: Caller, name: RevenueFigure, definition: Definition, query: object = june) {
  const { status, reply } = await analyst.call(revenueAnalytics.open, {
    params: { figure: name },
    query: { ...query, definition } as never,
  })
  expect(status).toBe(200)
  return reply
}

async function difference(
  analyst: Caller,
  name: RevenueFigure,
  [definition, than]: readonly [Definition, Definition],
  query: object = june,
): Promise<DifferenceDetail> {
  const { status, reply } = await analyst.call(revenueAnalytics.difference, {
    params: { figure: name },
    query: { ...query, definition, than, limit: 1000 } as never,
  })
  expect(status).toBe(200)
  return reply
}

const cents = (dollars: number) => Math.round(100 * dollars)
/** What each term of a formula differs by, in hundredths, and the sum of its rows. */
const termsOf = ({ parts, rows }: DifferenceDetail) =>
  parts.map(({ part, sum, than_sum, rows: count }) => {
    const own = rows.filter(row => row.part === part)
    return {
      part,
      differs: cents(than_sum - sum),
      rows: own.reduce((all, row) => all + cents(row.difference), 0),
      count: count === own.length,
    }
  })
const reasonsOf = ({ rows }: DifferenceDetail) =>
  rows.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)).sort()

describe('worked examples', () => {
  /** https://help.chartmogul.com/hc/en-us/articles/207340419-Churn-rate-formulas */
  test('ChartMogul: of 100 customers 12 churn, one of them new and one back, which is 10 %', async ({
    api,
    analyst,
  }) => {
    const paying = (count: number) => Array.from({ length: count }, () => life(['new', onDay(-20), 1000]))
    const ids = await storeLives(api.db, [
      ...paying(89),
      ...Array.from({ length: 10 }, () => life(['new', onDay(-20), 1000], ['churn', onDay(10), -1000])),
      life(['new', onDay(-20), 1000], ['churn', onDay(5), -1000], ['reactivation', onDay(9), 1000]),
      life(['new', onDay(3), 1000], ['churn', onDay(20), -1000]),
    ])
    try {
      const values = Object.fromEntries(
        await Promise.all(
          definitions.map(async of => [of, (await figure(analyst, 'churn_rate', of)).value] as const),
        ),
      )
      // Stripe adds the customer who is new to the divisor.
      expect(values).toEqual({ voicedeck: 12, chartmogul: 10, stripe: 11.88 })
      const named = await difference(analyst, 'churn_rate', ['voicedeck', 'chartmogul'])
      expect([named.value, named.than_value, named.total]).toEqual([12, 10, 2])
      expect(reasonsOf(named)).toEqual(['left_and_returned', 'not_at_start'])
      const stripe = await difference(analyst, 'churn_rate', ['voicedeck', 'stripe'])
      expect(reasonsOf(stripe)).toEqual(['new_in_period'])
    } finally {
      await deleteLives(api.db, ids)
    }
  })

  /** https://support.stripe.com/questions/calculating-subscriber-churn-rate-in-billing */
  test('Stripe: who returns and leaves again counts as a second churn', async ({ api, analyst }) => {
    const ids = await storeLives(api.db, [
      ...Array.from({ length: 4 }, () => life(['new', onDay(-20), 1000])),
      life(
        ['new', onDay(-20), 1000],
        ['churn', onDay(3), -1000],
        ['reactivation', onDay(5), 1000],
        ['churn', onDay(9), -1000],
      ),
    ])
    try {
      expect((await figure(analyst, 'churn_rate', 'voicedeck')).value).toBe(20)
      expect((await figure(analyst, 'churn_rate', 'stripe')).value).toBe(40)
      expect((await figure(analyst, 'churn_rate', 'chartmogul')).value).toBe(20)
      const named = await difference(analyst, 'churned_customers', ['voicedeck', 'stripe'])
      expect(named.rows.map(row => [row.amounts, row.difference])).toEqual([
        [{ voicedeck: 1, stripe: 2, chartmogul: 1 }, 1],
      ])
      expect(reasonsOf(named)).toEqual(['each_departure'])
    } finally {
      await deleteLives(api.db, ids)
    }
  })

  /** https://support.stripe.com/questions/impact-of-subscription-cancellations-on-monthly-recurring-revenue-mrr-in-billing */
  test('Stripe: a subscription set to end stops counting at the request', async ({ api, analyst }) => {
    const ids = await storeLives(api.db, [
      life(['new', onDay(-40), 1000]),
      // Asked on the 10th, ends in July.
      {
        ...life(['new', onDay(-20), 3000], ['churn', onDay(38), -3000]),
        cancellations: [{ from: onDay(10), to: onDay(38) }],
      },
      // Asked in May, ended on the 5th.
      {
        ...life(['new', onDay(-50), 500], ['churn', onDay(5), -500]),
        cancellations: [{ from: onDay(-9), to: onDay(5) }],
      },
      // Asked on the 2nd and withdrawn on the 7th.
      { ...life(['new', onDay(-50), 200]), cancellations: [{ from: onDay(2), to: onDay(7) }] },
    ])
    try {
      expect((await figure(analyst, 'mrr', 'voicedeck')).value).toBe(42)
      expect((await figure(analyst, 'mrr', 'stripe')).value).toBe(12)
      const named = await difference(analyst, 'mrr', ['stripe', 'voicedeck'])
      expect(named.rows.map(row => row.difference)).toEqual([30])
      expect(reasonsOf(named)).toEqual(['requested'])
      const moved = await difference(analyst, 'mrr_moved', ['voicedeck', 'stripe'])
      expect(moved.rows.map(row => [row.difference, row.reasons[0]?.reason, row.facets.kind])).toEqual([
        [-30, 'ended_at_request', 'churn'],
        [2, 'withdrawn', 'reactivation'],
        [5, 'after_request', 'churn'],
        [-2, 'ended_at_request', 'churn'],
      ])
      const { reply } = await analyst.call(revenueAnalytics.waterfall, {
        query: { ...june, definition: 'stripe' } as never,
      })
      expect([reply.days.at(0)?.start, reply.days.at(-1)?.end]).toEqual([42, 12])
      const { reply: growth } = await analyst.call(revenueAnalytics.growthTimeline, {
        query: { ...june, definition: 'stripe' } as never,
      })
      expect(growth.timeline.reduce((sum, day) => sum + day.net_growth, 0)).toBe(-1)
    } finally {
      await deleteLives(api.db, ids)
    }
  })

  /** https://support.stripe.com/questions/calculating-trial-conversion-rate-in-billing */
  test('Stripe: trials count in the period in which they end', async ({ api, analyst }) => {
    const trial = (began: number, ...ends: readonly Move[]) => life(['trial_started', began], ...ends)
    const ids = await storeLives(api.db, [
      trial(onDay(-5), ['trial_converted', onDay(5)], ['new', onDay(5), 1000]),
      trial(onDay(-6), ['trial_expired', onDay(8)]),
      trial(onDay(25), ['trial_converted', onDay(33)], ['new', onDay(33), 1000]),
      trial(onDay(2), ['trial_expired', onDay(16)]),
    ])
    try {
      expect((await figure(analyst, 'trial_to_paid_rate', 'voicedeck')).value).toBe(50)
      expect((await figure(analyst, 'trial_to_paid_rate', 'stripe')).value).toBe(33.33)
      const named = await difference(analyst, 'trial_to_paid_rate', ['voicedeck', 'stripe'])
      expect(reasonsOf(named)).toEqual([
        'trial_by_end',
        'trial_by_end',
        'trial_by_end',
        'trial_by_start',
        'trial_by_start',
      ])
    } finally {
      await deleteLives(api.db, ids)
    }
  })
})

/** MRR in cents just before an instant, by the sentence of the documentation: nothing while a cancellation stands. */
const mrrByStripe = ({ moves, cancellations = [] }: Life, at: number) =>
  cancellations.some(({ from, to }) => from < at && (to === null || to >= at))
    ? 0
    : moves.reduce((sum, move) => (move.at < at ? sum + move.cents : sum), 0)

const names = Object.keys(revenueFigures) as RevenueFigure[]
const edges = [start, end, start + 5 * DAY]

/** Random lives, some of which were set to end at random times, from before their first payment to now. */
const lives = fc
  .array(
    fc.tuple(
      subscriptionLives(start - 60 * DAY, end + 20 * DAY, edges),
      fc.uniqueArray(
        fc.oneof(fc.constantFrom(...edges), fc.integer({ min: start - 40 * DAY, max: end + 20 * DAY })),
        {
          maxLength: 5,
        },
      ),
    ),
    { maxLength: 6 },
  )
  .map(drawn =>
    drawn.map(([life, instants]): Life => {
      const sorted = instants.toSorted((a, b) => a - b)
      const cancellations = sorted.flatMap((from, index) =>
        index % 2 === 0 ? [{ from, to: sorted[index + 1] ?? null }] : [],
      )
      return { ...life, cancellations }
    }),
  )

test('the rows add up to the difference, of every figure, between any two definitions', async ({
  api,
  analyst,
}) => {
  await fc.assert(
    fc.asyncProperty(
      lives,
      fc.constantFrom(
        {},
        { plan: 'starter' },
        { region: 'Africa' },
        { plan: 'professional', region: 'Europe' },
      ),
      async (of, filters) => {
        const ids = await storeLives(api.db, of)
        try {
          const query = { ...june, ...filters }
          for (const name of names) {
            for (const pair of [
              ['voicedeck', 'stripe'],
              ['stripe', 'chartmogul'],
              ['chartmogul', 'voicedeck'],
            ] as const) {
              const detail = await difference(analyst, name, pair, query)
              for (const term of termsOf(detail)) {
                expect({ name, pair, part: term.part, sum: term.rows, count: term.count }).toEqual({
                  name,
                  pair,
                  part: term.part,
                  sum: term.differs,
                  count: true,
                })
              }
              for (const row of detail.rows) expect(row.reasons).not.toEqual([])
              const [one, other] = [
                await figure(analyst, name, pair[0], query),
                await figure(analyst, name, pair[1], query),
              ]
              expect([detail.value, detail.than_value]).toEqual([one.value, other.value])
            }
          }
          const { value } = await figure(analyst, 'mrr', 'stripe')
          const { value: before } = await figure(analyst, 'mrr_at_start', 'stripe')
          const sumAt = (at: number) => of.reduce((sum, life) => sum + mrrByStripe(life, at), 0)
          expect([cents(value as number), cents(before as number)]).toEqual([sumAt(end), sumAt(start)])
          const { reply } = await analyst.call(revenueAnalytics.waterfall, {
            query: { ...june, definition: 'stripe' } as never,
          })
          expect(cents(reply.days.at(-1)?.end ?? 0)).toBe(sumAt(end))
        } finally {
          await deleteLives(api.db, ids)
        }
      },
    ),
    { numRuns: process.env.DEEP ? 12 : 3 },
  )
}, 180_000)

test('a subscription of which no request was recorded is said to be one', async ({ api, analyst }) => {
  const unknown = life(['new', onDay(-50), 500], ['churn', onDay(5), -500])
  const known = { ...unknown, cancellations: [{ from: onDay(-9), to: onDay(5) }] }
  const ids = await storeLives(api.db, [unknown, known])
  try {
    expect((await difference(analyst, 'mrr', ['voicedeck', 'stripe'])).unrecorded).toBe(1)
    expect((await difference(analyst, 'mrr', ['voicedeck', 'chartmogul'])).unrecorded).toBe(0)
  } finally {
    await deleteLives(api.db, ids)
  }
})

test('only those who may see revenue can ask for differences, of figures that exist', async ({
  api,
  analyst,
}) => {
  const query = { than: 'stripe' } as never
  const { status } = await analyst.call(revenueAnalytics.difference, { params: { figure: 'mood' }, query })
  expect(status).toBe(404)
  const translator = await api.signedIn('translator')
  const refused = await translator.call(revenueAnalytics.difference, { params: { figure: 'mrr' }, query })
  expect(refused.status).toBe(403)
})
