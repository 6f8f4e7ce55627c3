// @module-tag clock

import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { definitions } from '#contract/analytics/revenue-definitions.ts'
import { type RevenueFigure, revenueFigures } from '#contract/analytics/revenue-figures.ts'
import type { PlanId } from '#contract/billing/plans.ts'
import type { StoredStep } from '#server/modules/billing/subscriptions/history.ts'
import { applyStep } from '#server/modules/billing/subscriptions/ledger.ts'
import { type Api, test as base, type Caller } from '#tests/fixtures/api.ts'

const DAY = 86_400_000
const test = base.extend<{ analyst: Caller }>({
  analyst: [async ({ api }, use) => use(await api.signedIn('analyst')), { scope: 'file' }],
})

/** Reports about two subscriptions of each of three customers, of any day of the last forty, in any order. */
const reports = fc.array(
  fc.record({
    customer: fc.nat({ max: 2 }),
    daysAgo: fc.integer({ min: 1, max: 40 }),
    rank: fc.nat({ max: 2 }),
    externalId: fc.constantFrom('sub_1', 'sub_2'),
    plan: fc.constantFrom<PlanId>('starter', 'professional', 'enterprise'),
    isOver: fc.boolean(),
    cancels: fc.boolean(),
  }),
  { minLength: 2, maxLength: 10 },
)

/** Figures that a past can be asked of. */
const past: readonly RevenueFigure[] = [
  'mrr',
  'active_subscriptions',
  'trial_subscriptions',
  'recent_cancellations',
  'churn_rate',
  'monthly_churn_rate',
  'trial_to_paid_rate',
  'new_subscriptions',
  'net_growth',
]

/** Everything that the screen shows of a period, and the rows behind its figures. */
async function shown(analyst: Caller, also: object) {
  const query = { ...also, days: 60 } as never
  const replies = await Promise.all([
    analyst.call(revenueAnalytics.summary, { query }),
    analyst.call(revenueAnalytics.byPlan, { query }),
    analyst.call(revenueAnalytics.growthTimeline, { query }),
    analyst.call(revenueAnalytics.trialConversion, { query }),
    analyst.call(revenueAnalytics.churnAnalysis, { query }),
    analyst.call(revenueAnalytics.waterfall, { query }),
    ...past.map(figure =>
      analyst.call(revenueAnalytics.open, {
        params: { figure },
        query: { ...also, time_range: '90d', limit: 200 } as never,
      }),
    ),
  ])
  return replies.map(({ status, reply }) => {
    expect(status).toBe(200)
    // The end of a running period is the moment of the question.
    const { period: _, ...figures } = reply as { period: unknown }
    return figures
  })
}

const instant = async ({ db }: Api) => {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::timestamptz(3) as now`.execute(db)
  return (rows[0] as { now: string }).now
}
/** An instant that no row can be recorded at: some milliseconds stand before and after it. */
async function betweenWrites(api: Api): Promise<string> {
  await sql`select pg_sleep(0.004)`.execute(api.db)
  const now = await instant(api)
  await sql`select pg_sleep(0.004)`.execute(api.db)
  return now
}

async function remove({ db }: Api, organizations: readonly string[]) {
  for (const table of [
    'replaced_movements',
    'replaced_cancellations',
    'subscription_movements',
    'subscription_cancellations',
  ] as const)
    await db.deleteFrom(table).where('organization_id', 'in', organizations).execute()
  const { rows } = await sql<{ id: string }>`
    select id from subscriptions where organization_id = any(${organizations}::uuid[])`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await db.deleteFrom('subscription_steps').where('subscription_id', 'in', ids).execute()
    await db.deleteFrom('subscriptions').where('id', 'in', ids).execute()
  }
}

interface Reported {
  daysAgo: number
  rank: number
  externalId: string
  plan: PlanId
  isOver: boolean
  cancels: boolean
}

/** A report of a provider as a step of a subscription's history. */
const stepOf = (
  today: number,
  { daysAgo, rank, externalId, plan, isOver, cancels }: Reported,
): StoredStep => {
  const at = new Date(today - daysAgo * DAY)
  const terms = {
    plan,
    billing_cycle: 'monthly' as const,
    status: 'active' as const,
    cancel_at_period_end: cancels,
    current_period_start: at.toISOString(),
    current_period_end: new Date(at.getTime() + 30 * DAY).toISOString(),
  }
  const report = { externalId, isOver, rank, customerId: null, paymentMethod: null, terms }
  return {
    id: `step_${uuid()}`,
    at: at.toISOString(),
    rank,
    step: { type: 'report', provider: 'stripe', report },
  }
}

describe('revenue as it was known', () => {
  test('is at each instant what was shown then, whatever was reported later', async ({ api, analyst }) => {
    // A whole hour ago, so that no midnight falls between the writes and the question.
    const today = Math.floor((Date.now() - 3_600_000) / 3_600_000) * 3_600_000
    await fc.assert(
      fc.asyncProperty(reports, fc.constantFrom(...definitions), async (given, definition) => {
        const organizations = await Promise.all([0, 1, 2].map(() => api.organization()))
        const seen: { at: string; figures: unknown }[] = []
        try {
          for (const { customer, ...report } of given) {
            const organization = organizations[customer] as string
            const own = { ...report, externalId: `${report.externalId}_${organization}` }
            await api.db
              .transaction()
              .execute(db => applyStep(db as never, organization, stepOf(today, own), () => {}))
            const at = await betweenWrites(api)
            seen.push({ at, figures: await shown(analyst, { definition }) })
          }
          for (const { at, figures } of seen)
            expect(await shown(analyst, { definition, known: at }), at).toEqual(figures)
        } finally {
          await remove(api, organizations)
        }
      }),
      { numRuns: process.env.DEEP ? 40 : 6 },
    )
  }, 900_000)

  test('counts a late report from the moment it arrived', async ({ api, analyst }) => {
    const [organization, now] = [await api.organization(), Date.now()]
    const report = { rank: 0, externalId: `late_${organization}`, isOver: false, cancels: false }
    const apply = (daysAgo: number, plan: PlanId) =>
      api.db
        .transaction()
        .execute(db =>
          applyStep(db as never, organization, stepOf(now, { ...report, daysAgo, plan }), () => {}),
        )
    const mrr = async (known?: string) => {
      const { reply } = await analyst.call(revenueAnalytics.open, {
        params: { figure: 'mrr' },
        query: { time_range: '30d', ...(known && { known }) } as never,
      })
      return reply.rows
        .filter(({ path }) => path === `/users/organizations/${organization}`)
        .map(row => row.amount)
    }
    try {
      await apply(20, 'starter')
      const before = await betweenWrites(api)
      await apply(5, 'professional')
      const between = await betweenWrites(api)
      // A change between the two, of which the provider tells last.
      await apply(10, 'professional')
      const after = await betweenWrites(api)
      expect(await mrr(before)).toEqual([10])
      expect(await mrr(between)).toEqual([30])
      expect(await mrr(after)).toEqual(await mrr())
      const kept = await api.db
        .selectFrom('replaced_movements')
        .select(['kind', 'mrr_delta_cents'])
        .where('organization_id', '=', organization)
        .execute()
      expect(kept).toEqual([{ kind: 'expansion', mrr_delta_cents: 2000 }])
    } finally {
      await remove(api, [organization])
    }
  })

  test('is refused for times ahead, for times before anything was kept, and for figures of the present', async ({
    api,
    analyst,
  }) => {
    const ask = async (known: string, figure = 'mrr') => {
      const { status, problem } = await analyst.call(revenueAnalytics.open, {
        params: { figure },
        query: { time_range: '30d', known } as never,
      })
      return [status, problem.errors?.[0]?.pointer, problem.detail]
    }
    const { rows } = await sql<{ since: string }>`
      select least((select min(recorded_at) from subscription_movements),
        (select min(recorded_at) from replaced_movements)) as since`.execute(api.db)
    const since = rows[0]?.since ?? (await instant(api))
    expect(await ask(new Date(Date.now() + DAY).toISOString())).toEqual([
      422,
      '#/known',
      'Must not be in the future',
    ])
    if (rows[0]?.since)
      expect(await ask(new Date(Date.parse(since) - 1000).toISOString())).toEqual([
        422,
        '#/known',
        'What was known at that time was not kept',
      ])
    const now = await instant(api)
    expect(await ask(now, 'subscriptions')).toEqual([
      422,
      '#/known',
      'This figure can only be read as it is now',
    ])
    expect((await ask('yesterday'))[0]).toBe(422)
  })

  test('leaves other questions on the same connections in the present', async ({ api, analyst }) => {
    const organization = await api.organization()
    const apply = (daysAgo: number, plan: PlanId) =>
      api.db.transaction().execute(db =>
        applyStep(
          db as never,
          organization,
          stepOf(Date.now(), {
            daysAgo,
            plan,
            rank: 0,
            externalId: `one_${organization}`,
            isOver: false,
            cancels: false,
          }),
          () => {},
        ),
      )
    try {
      await apply(20, 'starter')
      const known = await betweenWrites(api)
      await apply(5, 'professional')
      const present = (await shown(analyst, {}))[0]
      const both = await Promise.all(
        Array.from({ length: 24 }, (_, nth) => shown(analyst, nth % 2 ? { known } : {})),
      )
      for (const [nth, [summary]] of both.entries()) {
        if (nth % 2 === 0) expect(summary).toEqual(present)
        else expect(summary).not.toEqual(present)
      }
      const call = { query: { days: 30, known } as never }
      const carer = await api.signedIn('caregiver')
      expect((await carer.call(revenueAnalytics.summary, call)).status).toBe(403)
    } finally {
      await remove(api, [organization])
    }
  })
})

test('of every figure a past is answered, or refused with the reason', async ({ api, analyst }) => {
  const known = await instant(api)
  const answers = await Promise.all(
    (Object.keys(revenueFigures) as RevenueFigure[]).map(async figure => {
      const { status } = await analyst.call(revenueAnalytics.open, {
        params: { figure },
        query: { time_range: '30d', known } as never,
      })
      return [figure, status] as const
    }),
  )
  const refused = answers.filter(([, status]) => status !== 200)
  expect(refused.every(([, status]) => status === 422)).toBe(true)
  expect(refused.map(([figure]) => figure).sort()).toEqual(
    [
      'active_users',
      'ending_subscriptions',
      'new_signups',
      'subscriptions',
      'total_users',
      'user_growth',
      'visitors',
    ].sort(),
  )
})
