// @module-tag clock

import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type CohortFigure, cohortFigures } from '#contract/analytics/cohort-figures.ts'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { type CohortCell, revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import { evaluate, type FigureRow, sumParts } from '#contract/kit/figure.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { addDays, addMonths, dayOf, startOfDay } from '#server/kit/period.ts'
import { type Api, test as base, type Caller } from '#tests/fixtures/api.ts'
import { deleteLives, type Life, storeLives, subscriptionLives } from '#tests/fixtures/subscription-lives.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const setZone = (api: Api, time_zone: string) =>
  api.db.updateTable('organizations').set({ time_zone }).where('id', '=', serviceOrganization).execute()

/** The first day of a month so many months before the current one, in a zone. */
const firstDay = (ago: number, zone = 'UTC') => addMonths(`${dayOf(new Date(), zone).slice(0, 7)}-01`, -ago)
/** An instant in that month. */
const inMonth = (ago: number, day = 1) => Date.parse(`${firstDay(ago)}T08:00:00Z`) + (day - 1) * DAY
const monthOf = (ago: number) => firstDay(ago).slice(0, 7)

const test = base.extend<{ analyst: Caller }>({
  analyst: [async ({ api }, use) => use(await api.signedIn('analyst')), { scope: 'file' }],
})

const moves = (...of: Life['moves']): Pick<Life, 'moves'> => ({ moves: of })
const move = (kind: Life['moves'][number]['kind'], at: number, cents = 0): Life['moves'][number] => ({
  kind,
  at,
  cents,
  plan: 'starter',
})

/**
 * A cohort of seven months ago: two customers, of whom one upgrades in the next month, and the other leaves two months
 * after the start and returns after another two; one of three months ago with a trial before; and one that only tried.
 */
const known = (): Life[] => [
  {
    region: 'Europe',
    ...moves(move('new', inMonth(7), 1000), move('expansion', inMonth(6), 2000)),
    invoices: [
      { at: inMonth(7), cents: 1000 },
      { at: inMonth(6), cents: 3000 },
    ],
  },
  {
    region: 'Africa',
    ...moves(
      move('new', inMonth(7, 3), 3000),
      move('churn', inMonth(5), -3000),
      move('reactivation', inMonth(3), 1000),
    ),
    invoices: [{ at: inMonth(7, 3), cents: 2000 }],
  },
  {
    region: 'Europe',
    ...moves(
      move('trial_started', inMonth(4)),
      move('trial_converted', inMonth(3)),
      move('new', inMonth(3), 1000),
    ),
    invoices: [],
  },
  { region: 'Europe', ...moves(move('trial_started', inMonth(2))), invoices: [] },
]

async function retention(analyst: Caller, query: object = {}) {
  const { status, reply } = await analyst.call(revenueCohorts.retention, { query: query as never })
  expect(status).toBe(200)
  return reply
}
type Retention = Awaited<ReturnType<typeof retention>>

/** Stores lives while something is checked; once more with those of the new month, if it began meanwhile. */
async function living(api: Api, lives: () => readonly Life[], check: () => Promise<void>): Promise<void> {
  const month = monthOf(0)
  const ids = await storeLives(api.db, lives())
  const failed = await check().then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await deleteLives(api.db, ids)
  if (failed && monthOf(0) !== month) return living(api, lives, check)
  if (failed) throw failed.error
}

/** Opens a figure and adds up all of its rows, page by page. @returns the figure's value */
async function openedValue(analyst: Caller, figure: CohortFigure, query: object): Promise<number | null> {
  const rows: FigureRow[] = []
  for (;;) {
    const { status, reply } = await analyst.call(revenueCohorts.open, {
      params: { figure },
      query: { ...query, start: rows.length, limit: 3 } as never,
    })
    expect(status).toBe(200)
    rows.push(...reply.rows)
    if (rows.length < reply.total) {
      expect(reply.rows.length).toBeGreaterThan(0)
      continue
    }
    const parts = reply.parts.map(({ part }) => part)
    expect(evaluate(cohortFigures[figure], sumParts(parts, rows) as never), figure).toBe(reply.value)
    return reply.value
  }
}

const cellFigures = [
  'kept_customers',
  'kept_mrr',
  'customer_retention',
  'revenue_retention',
  'paid_per_customer',
] as const satisfies (keyof CohortCell & CohortFigure)[]

/** Compares every cell of some ages with the rows that it opens. */
async function compareCells(
  analyst: Caller,
  { from, to, cohorts, totals }: Retention,
  ages: readonly number[],
) {
  const opened = (figure: CohortFigure, held: object) => openedValue(analyst, figure, { from, to, ...held })
  for (const { cohort, cohort_customers, cohort_mrr, cells } of cohorts) {
    if (cohort_customers === 0) continue
    expect(await opened('cohort_customers', { cohort, age: 0 })).toBe(cohort_customers)
    expect(await opened('cohort_mrr', { cohort, age: 0 })).toBe(cohort_mrr)
    for (const cell of cells)
      if (ages.includes(cell.age))
        for (const figure of cellFigures)
          expect(await opened(figure, { cohort, age: cell.age }), `${figure} ${cohort} ${cell.age}`).toBe(
            cell[figure],
          )
  }
  for (const total of totals)
    if (ages.includes(total.age))
      for (const figure of cellFigures)
        expect(await opened(figure, { age: total.age, complete: 'true' }), `${figure} ${total.age}`).toBe(
          total[figure],
        )
}

describe('the cohort table', () => {
  test('shows what each cohort keeps, month by month', async ({ api, analyst }) => {
    await living(api, known, async () => {
      const { cohorts, totals } = await retention(analyst)
      expect(cohorts).toHaveLength(25)
      const [first] = cohorts.filter(({ cohort }) => cohort === monthOf(7))
      expect(first).toMatchObject({ cohort_customers: 2, cohort_mrr: 40 })
      expect(first?.cells.map(cell => cell.kept_customers)).toEqual([2, 2, 1, 1, 2, 2, 2, 2])
      expect(first?.cells.map(cell => cell.customer_retention)).toEqual([
        100, 100, 50, 50, 100, 100, 100, 100,
      ])
      expect(first?.cells.map(cell => cell.kept_mrr)).toEqual([40, 60, 30, 30, 40, 40, 40, 40])
      expect(first?.cells.map(cell => cell.revenue_retention)).toEqual([100, 150, 75, 75, 100, 100, 100, 100])
      expect(first?.cells.map(cell => cell.paid_per_customer)).toEqual([15, 30, 30, 30, 30, 30, 30, 30])
      expect(first?.cells.map(cell => cell.complete)).toEqual([...Array(7).fill(true), false])
      const [second] = cohorts.filter(({ cohort }) => cohort === monthOf(3))
      expect(second).toMatchObject({ cohort_customers: 1, cohort_mrr: 10 })
      // Trials start no cohort.
      expect(cohorts.reduce((sum, { cohort_customers }) => sum + cohort_customers, 0)).toBe(3)
      // After two months one of two customers is left in one cohort, and one of one in the other.
      expect(totals[2]).toMatchObject({
        cohort_customers: 3,
        kept_customers: 2,
        customer_retention: 66.67,
        cohort_mrr: 50,
        kept_mrr: 40,
        revenue_retention: 80,
      })
      // The second cohort's age of three months is still running.
      expect(totals[3]).toMatchObject({ cohort_customers: 2, customer_retention: 50 })
    })
  })

  test('opens every cell to rows that add up to it', async ({ api, analyst }) => {
    await living(api, known, async () =>
      compareCells(analyst, await retention(analyst), [0, 1, 2, 3, 4, 5, 6, 7]),
    )
  })

  test('counts the first instant of a month to that month, in the table and in its rows', async ({
    api,
    analyst,
  }) => {
    const lives = (): Life[] => {
      const at = Date.parse(`${firstDay(2)}T00:00:00Z`)
      const life = moves(move('new', inMonth(3), 1000), move('churn', at, -1000))
      return [{ region: 'Europe', ...life, invoices: [{ at, cents: 700 }] }]
    }
    await living(api, lives, async () => {
      const reply = await retention(analyst)
      const cohort = reply.cohorts.find(({ cohort }) => cohort === monthOf(3))
      expect(cohort?.cells.map(cell => cell.kept_customers)).toEqual([1, 0, 0, 0])
      expect(cohort?.cells.map(cell => cell.paid_per_customer)).toEqual([0, 7, 7, 7])
      await compareCells(analyst, reply, [0, 1])
    })
  })

  test('counts customers of a plan and a region, by what they started with', async ({ api, analyst }) => {
    await living(api, known, async () => {
      const african = await retention(analyst, { region: 'Africa' })
      expect(african.cohorts.filter(({ cohort_customers }) => cohort_customers > 0)).toMatchObject([
        { cohort: monthOf(7), cohort_customers: 1, cohort_mrr: 30 },
      ])
      const { cohorts } = await retention(analyst, { plan: 'enterprise' })
      expect(cohorts.every(({ cohort_customers }) => cohort_customers === 0)).toBe(true)
      const { from, to } = african
      const held = { from, to, cohort: monthOf(7), age: 2 }
      expect(await openedValue(analyst, 'kept_customers', { ...held, region: 'Africa' })).toBe(0)
      expect(await openedValue(analyst, 'kept_customers', { ...held, region: 'Europe' })).toBe(1)
      expect(await openedValue(analyst, 'kept_customers', { ...held, plan: 'enterprise' })).toBe(0)
    })
  })

  test('has no rates without customers', async ({ analyst }) => {
    const { cohorts, totals } = await retention(analyst, { months: 1 })
    expect(cohorts).toHaveLength(2)
    expect(cohorts[0]?.cells).toMatchObject([
      { kept_customers: 0, customer_retention: null, complete: false },
    ])
    expect(totals).toMatchObject([{ paid_per_customer: null }, { revenue_retention: null }])
  })

  test('refuses months and filters that do not exist', async ({ analyst }) => {
    for (const query of [{ months: 0 }, { months: 121 }, { plan: 'gold' }, { cohort: '2026-01' }])
      expect((await analyst.call(revenueCohorts.retention, { query: query as never })).status).toBe(422)
    for (const query of [{ cohort: '2026-13' }, { age: 25 }, { complete: 'maybe' }]) {
      const call = { params: { figure: 'kept_mrr' }, query: query as never }
      expect((await analyst.call(revenueCohorts.open, call)).status).toBe(422)
    }
  })

  test('is hidden from everyone who may not see revenue', async ({ api }) => {
    for (const role of [
      'organization_admin',
      'operator',
      'caregiver',
      'family_member',
      'translator',
    ] as const) {
      const caller = await api.signedIn(role)
      const open = { params: { figure: 'kept_mrr' } }
      expect((await caller.call(revenueCohorts.retention)).status).toBe(403)
      expect((await caller.call(revenueCohorts.lifetimeValue)).status).toBe(403)
      expect((await caller.call(revenueCohorts.open, open)).status).toBe(403)
    }
  })
})

describe('lifetime value', () => {
  test('is MRR per customer ÷ the average churn of six complete months', async ({ api, analyst }) => {
    await living(api, known, async () => {
      const { reply } = await analyst.call(revenueCohorts.lifetimeValue)
      // $50 of three customers; 2 + 2 + 1 + 1 + 3 + 3 = 12 customers at the starts of the six months, of whom one left.
      expect(reply).toMatchObject({
        mrr_per_customer: 16.67,
        average_churn: 8.33,
        lost_customers: 1,
        lifetime_value: 200,
      })
      const { from, to } = await retention(analyst)
      for (const figure of ['lifetime_value', 'mrr_per_customer', 'average_churn', 'lost_customers'] as const)
        expect(await openedValue(analyst, figure, { from, to })).toBe(reply[figure])
    })
  })

  test('is missing, not infinite, if no one left or no one pays', async ({ api, analyst }) => {
    const { reply: empty } = await analyst.call(revenueCohorts.lifetimeValue)
    expect(empty).toMatchObject({ lifetime_value: null, mrr_per_customer: null, average_churn: null })
    await living(
      api,
      () => known().slice(0, 1),
      async () => {
        const { reply } = await analyst.call(revenueCohorts.lifetimeValue)
        expect(reply).toMatchObject({ lifetime_value: null, mrr_per_customer: 30, average_churn: 0 })
      },
    )
  })
})

/** What a life pays just before an instant, in cents. */
const payingAt = ({ moves }: Life, at: number) =>
  moves.reduce((sum, move) => (move.at < at ? sum + move.cents : sum), 0)

/** The cohort table of lives, computed one customer, month and movement at a time. */
function tableOf(lives: readonly Life[], zone: string, months: number) {
  const now = Date.now()
  const running = firstDay(0, zone)
  return Array.from({ length: months + 1 }, (_, ago) => {
    const month = addMonths(running, -ago)
    const started = lives.filter(({ moves }) => {
      const first = moves.find(({ cents }) => cents > 0)
      return first && dayOf(new Date(first.at), zone).slice(0, 7) === month.slice(0, 7)
    })
    const startCents = started.reduce(
      (sum, { moves }) => sum + (moves.find(({ cents }) => cents > 0)?.cents ?? 0),
      0,
    )
    const cells = Array.from({ length: Math.min(ago, 24) + 1 }, (_, age) => {
      const end = Math.min(startOfDay(addMonths(month, age + 1), zone).getTime(), now)
      const paid = started.flatMap(({ invoices }) => invoices.filter(({ at }) => at < end))
      const levels = started.map(life => payingAt(life, end))
      const kept = levels.filter(cents => cents > 0).length
      const keptCents = levels.reduce((sum, cents) => sum + cents, 0)
      const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0)
      return {
        age,
        kept_customers: kept,
        kept_mrr: keptCents / 100,
        paid: paidCents / 100,
        complete: end < now,
      }
    })
    return {
      cohort: month.slice(0, 7),
      cohort_customers: started.length,
      cohort_mrr: startCents / 100,
      cells,
    }
  })
}

describe('random lives', () => {
  // Tokyo has no clock changes, São Paulo had them at midnight, Berlin and Auckland have both.
  const zones = ['UTC', 'Asia/Tokyo', 'America/Sao_Paulo', 'Europe/Berlin', 'Pacific/Auckland']
  const months = 30
  const runs = process.env.DEEP ? 60 : 5

  test.for(zones)(
    'in %s are counted as one by one, and as by the other figures',
    async (zone, { api, analyst }) => {
      await setZone(api, zone)
      try {
        // Not the oldest month of the table, which is no longer in it once a new month begins during the test.
        const edges = Array.from({ length: months - 1 }, (_, ago) =>
          startOfDay(firstDay(ago, zone), zone).getTime(),
        )
        const past = edges.filter(edge => edge < Date.now() - 2 * HOUR)
        const lives = subscriptionLives(past.at(-1) as number, Date.now() - 2 * HOUR, past)
        await fc.assert(
          fc.asyncProperty(
            fc.array(lives, { minLength: 1, maxLength: 12 }),
            fc.integer({ min: 1, max: months - 1 }),
            fc.integer({ min: 0, max: 24 }),
            async (lives, ago, age) => {
              await living(
                api,
                () => lives,
                async () => {
                  const reply = await retention(analyst, { months })
                  expect(
                    reply.cohorts.map(({ cells, ...cohort }) => ({
                      ...cohort,
                      cells: cells.map(({ age, kept_customers, kept_mrr, paid_per_customer, complete }) => ({
                        age,
                        kept_customers,
                        kept_mrr,
                        paid: Math.round(100 * (paid_per_customer ?? 0)) / 100,
                        complete,
                      })),
                    })),
                  ).toEqual(
                    tableOf(lives, zone, months).map(({ cells, ...cohort }) => ({
                      ...cohort,
                      cells: cells.map(({ paid, ...cell }) => ({
                        ...cell,
                        paid:
                          cohort.cohort_customers === 0
                            ? 0
                            : Math.round((100 * paid) / cohort.cohort_customers + 1e-7) / 100,
                      })),
                    })),
                  )
                  // All cohorts together are the customers and the MRR of the month.
                  const first = firstDay(ago, zone)
                  const last = addDays(addMonths(first, 1), -1)
                  const { reply: summary } = await analyst.call(revenueAnalytics.summary, {
                    query: { from: first, to: last },
                  })
                  const cellsThen = reply.cohorts.flatMap(({ cohort, cells }) => {
                    const then = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7))
                    const start = Number(cohort.slice(0, 4)) * 12 + Number(cohort.slice(5))
                    return cells.filter(cell => cell.age === then - start)
                  })
                  const isWhole = months - ago <= 24
                  if (isWhole) {
                    const sum = (figure: 'kept_customers' | 'kept_mrr') =>
                      cellsThen.reduce((sum, cell) => sum + cell[figure], 0)
                    expect(sum('kept_customers')).toBe(summary.active_subscriptions)
                    expect(sum('kept_mrr')).toBeCloseTo(summary.monthly_recurring_revenue, 6)
                  }
                  await compareCells(analyst, reply, [age])
                },
              )
            },
          ),
          { numRuns: runs },
        )
      } finally {
        await setZone(api, 'UTC')
      }
    },
  )
})
