// @module-tag clock

import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import { type RevenueFigure, revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { salesMetrics } from '#contract/analytics/sales-metrics.ts'
import { usageMetrics } from '#contract/analytics/usage-metrics.ts'
import { visits } from '#contract/analytics/visits.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { evaluate, type Figure, type FigureRow, sumParts } from '#contract/kit/figure.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { type Api, test as base, type Caller } from '#tests/fixtures/api.ts'
import { customer } from '#tests/fixtures/ledger.ts'

/** June 2026: 30 days that are over. */
const june = { from: '2026-06-01', to: '2026-06-30' }

/**
 * A small ledger, whose every figure can be told by hand. At the start of June Amsel ($10), Drossel ($30) and Eule
 * ($200) pay; at its end Amsel ($30), Eule ($10), Fink ($10) and Gans ($8.33, by the year).
 */
async function ledger(api: Api) {
  const { subscriptionId: amsel } = await customer(api, {
    name: 'Amsel',
    plan: 'professional',
    moves: [
      ['trial_started', '2026-04-01T08:00:00Z', 0, 'starter'],
      ['trial_converted', '2026-04-10T08:00:00Z', 0, 'starter'],
      ['new', '2026-04-10T08:00:00Z', 1000, 'starter'],
      ['expansion', '2026-06-10T08:00:00Z', 2000],
    ],
  })
  await api.db
    .updateTable('subscriptions')
    .set({ cancel_at_period_end: true })
    .where('id', '=', amsel)
    .execute()
  await customer(api, {
    name: 'Drossel',
    plan: 'professional',
    status: 'cancelled',
    moves: [
      ['new', '2026-05-01T08:00:00Z', 3000],
      ['churn', '2026-06-15T08:00:00Z', -3000],
    ],
  })
  await customer(api, {
    name: 'Eule',
    region: 'Africa',
    status: 'past_due',
    moves: [
      ['new', '2026-03-01T08:00:00Z', 20_000, 'enterprise'],
      ['contraction', '2026-06-30T23:59:59.999Z', -19_000],
    ],
  })
  await customer(api, {
    name: 'Fink',
    createdAt: '2026-06-02T08:00:00Z',
    moves: [
      ['trial_started', '2026-06-02T08:00:00Z'],
      ['trial_converted', '2026-06-12T08:00:00Z'],
      ['new', '2026-06-12T08:00:00Z', 1000],
    ],
  })
  await customer(api, {
    name: 'Gans',
    moves: [
      ['new', '2026-01-01T08:00:00Z', 833],
      ['churn', '2026-02-01T08:00:00Z', -833],
      ['reactivation', '2026-06-20T08:00:00Z', 833],
    ],
  })
  await customer(api, {
    name: 'Habicht',
    status: 'trial_expired',
    createdAt: '2026-06-05T08:00:00Z',
    moves: [
      ['trial_started', '2026-06-05T08:00:00Z'],
      ['trial_expired', '2026-06-19T08:00:00Z'],
    ],
  })
  await customer(api, {
    name: 'Ibis',
    status: 'trial',
    createdAt: '2026-06-25T08:00:00Z',
    moves: [
      ['trial_started', '2026-06-25T08:00:00Z'],
      // Paid in July: of June's trials, one that paid; at June's end, one that was open.
      ['trial_converted', '2026-07-05T08:00:00Z'],
      ['new', '2026-07-05T08:00:00Z', 1000],
    ],
  })
}

/** An organization that staff created: not a sign-up. */
const createdByStaff = ({ db }: Api) =>
  db
    .insertInto('organizations')
    .values({
      id: uuid(),
      name: 'Kauz',
      kind: 'care_provider',
      region: 'Europe',
      created_at: '2026-06-06T08:00:00Z',
    })
    .execute()

/** Everybody of a customer, of whom some were active in June. */
async function people(api: Api) {
  const home = await api.organization()
  const person = async (createdAt: string, deletedAt: string | null = null) => {
    const id = uuid()
    await api.db
      .insertInto('people')
      .values({
        id,
        organization_id: home,
        role: 'elderly_user',
        name: 'Erna',
        username: id,
        created_at: createdAt,
        deleted_at: deletedAt,
      })
      .execute()
    return id
  }
  const spoke = await person('2026-01-01T00:00:00Z')
  const fell = await person('2026-01-01T00:00:00Z')
  await person('2026-01-01T00:00:00Z', '2026-06-10T00:00:00Z')
  const came = await person('2026-06-20T00:00:00Z')
  await person('2026-07-01T00:00:00Z')
  await person('2026-06-21T00:00:00Z')
  const message = (personId: string, type: 'user' | 'assistant', ts: string) =>
    api.db
      .insertInto('messages')
      .values({
        organization_id: home,
        id: uuid(),
        conversation_id: uuid(),
        person_id: personId,
        type,
        content: 'Hello',
        ts,
        evidence: 'null',
        latency: 'null',
        tokens: 'null',
      })
      .execute()
  await message(spoke, 'user', '2026-06-03T10:00:00Z')
  await message(spoke, 'user', '2026-06-04T10:00:00Z')
  await message(came, 'assistant', '2026-06-25T10:00:00Z')
  await message(came, 'user', '2026-07-01T00:00:00Z')
  await api.db
    .insertInto('device_events')
    .values({
      organization_id: home,
      id: uuid(),
      device_id: uuid(),
      person_id: fell,
      type: 'fall',
      ts: '2026-06-30T23:59:59Z',
    })
    .execute()
  // Signed in, and signed out again: the log remembers it, the sessions do not.
  await api.db
    .insertInto('activity_logs')
    .values({
      organization_id: home,
      id: uuid(),
      timestamp: '2026-06-25T09:00:00Z',
      action: 'login',
      resource_type: 'session',
      actor_id: came,
    })
    .execute()
}

/** Sets the workspace’s time zone. */
const zoneOf = (api: Api) => (time_zone: string) =>
  api.db.updateTable('organizations').set({ time_zone }).where('id', '=', serviceOrganization).execute()

const test = base.extend<{ analyst: Caller }>({
  analyst: [
    async ({ api }, use) => {
      await ledger(api)
      await createdByStaff(api)
      await people(api)
      for (const [visitor, day] of [
        ['a', 1],
        ['a', 9],
        ['b', 30],
      ] as const) {
        await api.db
          .insertInto('page_visits')
          .values({
            organization_id: serviceOrganization,
            id: uuid(),
            visitor_id: visitor,
            path: '/login',
            ts: new Date(Date.UTC(2026, 5, day)).toISOString(),
          })
          .execute()
      }
      await use(await api.signedIn('analyst'))
    },
    { scope: 'file' },
  ],
})

describe('revenue analytics', () => {
  test('summarizes the end of a period', async ({ analyst }) => {
    expect((await analyst.call(revenueAnalytics.summary, { query: june })).reply).toEqual({
      period: {
        from: '2026-06-01T00:00:00.000Z',
        to: '2026-07-01T00:00:00.000Z',
        partial: false,
        time_zone: 'UTC',
      },
      monthly_recurring_revenue: 58.33,
      annual_recurring_revenue: 699.96,
      active_subscriptions: 4,
      trial_subscriptions: 1,
      recent_cancellations: 1,
    })
  })

  test('distinguishes plans by what was paid for at the end', async ({ analyst }) => {
    const { reply } = await analyst.call(revenueAnalytics.byPlan, { query: june })
    expect(reply.plans).toMatchObject([
      {
        plan: 'starter',
        price_monthly: 10,
        monthly_revenue: 28.33,
        annual_revenue: 339.96,
        subscriber_count: 3,
      },
      {
        plan: 'professional',
        price_monthly: 30,
        monthly_revenue: 30,
        annual_revenue: 360,
        subscriber_count: 1,
      },
      { plan: 'enterprise', price_monthly: 200, monthly_revenue: 0, annual_revenue: 0, subscriber_count: 0 },
    ])
  })

  test('counts every current status', async ({ analyst }) => {
    const { reply } = await analyst.call(revenueAnalytics.statusDistribution, {})
    expect(reply.distribution).toEqual([
      { status: 'trial', count: 1 },
      { status: 'active', count: 3 },
      { status: 'past_due', count: 1 },
      { status: 'cancelled', count: 1 },
      { status: 'trial_expired', count: 1 },
    ])
  })

  test('shows the outcome of trials, and how many are still undecided', async ({ api, analyst }) => {
    expect((await analyst.call(revenueAnalytics.trialConversion, { query: june })).reply).toMatchObject({
      conversion_rate: 66.67,
      trials_started: 3,
      trials_converted: 2,
      active_trials: 1,
      immature_trials: 0,
    })
    const now = new Date().toISOString()
    await customer(api, { moves: [['trial_started', now]], status: 'trial' })
    const early = [
      ['trial_started', now],
      ['trial_converted', now],
    ] as const
    await customer(api, { moves: early })
    const { reply } = await analyst.call(revenueAnalytics.trialConversion, { query: { days: '7' } as never })
    expect(reply).toMatchObject({
      trials_started: 2,
      active_trials: 1,
      immature_trials: 1,
      conversion_rate: 50,
    })
    const { reply: sales } = await analyst.call(salesMetrics.overview, { query: { time_range: '7d' } })
    expect(sales).toMatchObject({ immature_trials: 1, metrics: { trial_to_paid_rate: 50 } })
  })

  test('compares lost customers with those at the start', async ({ analyst }) => {
    expect((await analyst.call(revenueAnalytics.churnAnalysis, { query: june })).reply).toMatchObject({
      churn_rate: 33.33,
      starting_customers: 3,
      churned_customers: 1,
      current_active_customers: 4,
    })
  })

  test('has no rate over zero', async ({ analyst }) => {
    const query = { from: '2020-01-01', to: '2020-01-31' }
    expect((await analyst.call(revenueAnalytics.churnAnalysis, { query })).reply.churn_rate).toBeNull()
    expect((await analyst.call(revenueAnalytics.trialConversion, { query })).reply.conversion_rate).toBeNull()
  })

  test('counts new subscriptions and net growth day by day', async ({ analyst }) => {
    const { timeline } = (await analyst.call(revenueAnalytics.growthTimeline, { query: june })).reply
    expect(timeline).toHaveLength(30)
    expect(timeline.filter(({ new_subscriptions, net_growth }) => new_subscriptions || net_growth)).toEqual([
      { date: '2026-06-12', new_subscriptions: 1, net_growth: 1 },
      { date: '2026-06-15', new_subscriptions: 0, net_growth: -1 },
      { date: '2026-06-20', new_subscriptions: 0, net_growth: 1 },
    ])
  })

  test('explains each day by a waterfall', async ({ analyst }) => {
    const { days } = (await analyst.call(revenueAnalytics.waterfall, { query: june })).reply
    expect(days).toHaveLength(30)
    expect(days.filter(({ start, end }) => start !== end)).toEqual([
      {
        date: '2026-06-10',
        start: 240,
        new: 0,
        expansion: 20,
        reactivation: 0,
        contraction: 0,
        churn: 0,
        end: 260,
      },
      {
        date: '2026-06-12',
        start: 260,
        new: 10,
        expansion: 0,
        reactivation: 0,
        contraction: 0,
        churn: 0,
        end: 270,
      },
      {
        date: '2026-06-15',
        start: 270,
        new: 0,
        expansion: 0,
        reactivation: 0,
        contraction: 0,
        churn: 30,
        end: 240,
      },
      {
        date: '2026-06-20',
        start: 240,
        new: 0,
        expansion: 0,
        reactivation: 8.33,
        contraction: 0,
        churn: 0,
        end: 248.33,
      },
      {
        date: '2026-06-30',
        start: 248.33,
        new: 0,
        expansion: 0,
        reactivation: 0,
        contraction: 190,
        churn: 0,
        end: 58.33,
      },
    ])
  })

  test('cuts days in the workspace’s time zone', async ({ api, analyst }) => {
    const zone = zoneOf(api)
    await zone('Pacific/Auckland')
    try {
      const { period, days } = (await analyst.call(revenueAnalytics.waterfall, { query: june })).reply
      expect(period).toMatchObject({ from: '2026-05-31T12:00:00.000Z', to: '2026-06-30T12:00:00.000Z' })
      // What fell away in the last second of June, UTC, is of July there.
      expect(days.at(-1)).toMatchObject({ date: '2026-06-30', contraction: 0, end: 248.33 })
    } finally {
      await zone('UTC')
    }
  })
})

describe('a day with a clock change', () => {
  // The days have 23, 23 and 25 hours, after the IANA time zone database.
  test.for([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
  ] as const)(
    'in %s includes the movements between its midnights',
    async ([name, day, first, next], { api, analyst }) => {
      const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
      const { organizationId } = await customer(api, {
        moves: [
          ['new', justBefore(first), 100],
          ['expansion', first, 200],
          ['expansion', justBefore(next), 400],
          ['churn', next, -700],
        ],
      })
      const zone = zoneOf(api)
      await zone(name)
      try {
        const query = { from: day, to: day }
        const { reply } = await analyst.call(revenueAnalytics.waterfall, { query })
        expect(reply.period).toMatchObject({ from: first, to: next, time_zone: name })
        expect(reply.days).toMatchObject([{ date: day, new: 0, expansion: 6, churn: 0 }])
        const growing = await analyst.call(revenueAnalytics.open, { params: { figure: 'mrr_moved' }, query })
        expect(growing.reply).toMatchObject({ value: 6, total: 2 })
      } finally {
        await zone('UTC')
        for (const table of ['subscription_movements', 'subscriptions'] as const)
          await api.db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
      }
    },
  )
})

describe('sales metrics', () => {
  test('show every figure of a period', async ({ analyst }) => {
    const { reply } = await analyst.call(salesMetrics.overview, { query: june })
    expect(reply.metrics).toEqual({
      mrr: 58.33,
      arr: 699.96,
      mrr_growth: -75.7,
      total_users: 4,
      active_users: 3,
      user_growth: 33.33,
      trial_to_paid_rate: 66.67,
      new_signups: 3,
      churn_rate: 33.33,
    })
    expect(reply.conversion_funnel).toEqual({ visitors: 2, signups: 3, trials: 3, paid: 2 })
    expect(reply.subscription_breakdown).toEqual({
      starter: { count: 3, revenue: 28.33 },
      professional: { count: 1, revenue: 30 },
      enterprise: { count: 0, revenue: 0 },
    })
    expect(reply.top_regions).toEqual([
      { region: 'Europe', users: 4, revenue: 48.33, growth: 20.83 },
      { region: 'Africa', users: 0, revenue: 10, growth: -95 },
    ])
    expect(reply.mrr_by_day).toHaveLength(30)
    expect(reply.mrr_by_day.at(-1)).toEqual({ date: '2026-06-30', mrr: 58.33 })
  })

  test('show the period before', async ({ analyst }) => {
    const { reply } = await analyst.call(salesMetrics.overview, { query: { ...june, previous: 'true' } })
    expect(reply.period).toMatchObject({ from: '2026-05-02T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' })
    expect(reply.metrics).toMatchObject({ mrr: 240, churn_rate: 0 })
  })

  test('mark a running period', async ({ analyst }) => {
    expect((await analyst.call(salesMetrics.overview, {})).reply.period.partial).toBe(true)
  })
})

describe('a figure that appears on several screens', () => {
  test('is the same on each: active users', async ({ analyst }) => {
    const [{ reply: sales }, { reply: usage }] = await Promise.all([
      analyst.call(salesMetrics.overview, { query: june }),
      analyst.call(usageMetrics.overview, { query: june }),
    ])
    expect(sales.metrics.active_users).toBe(usage.active_users)
  })

  test('is the same on each: subscription totals', async ({ analyst }) => {
    const { reply } = await analyst.call(subscriptions.stats, { query: june })
    expect(reply).toMatchObject({
      period: { from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' },
      mrr: 58.33,
      arr: 699.96,
      by_plan: [
        { plan: 'starter', subscriptions: 3, mrr: 28.33 },
        { plan: 'professional', subscriptions: 1, mrr: 30 },
        { plan: 'enterprise', subscriptions: 0, mrr: 0 },
      ],
      cancelling: 1,
      started: { trials: 3, paid: 1, returned: 1 },
      ended: { trials: 1, paid: 1 },
      churn_rate: 33.33,
    })
    const { reply: statuses } = await analyst.call(revenueAnalytics.statusDistribution, { query: june })
    expect(reply.by_status).toEqual(
      statuses.distribution.map(({ status, count }) => ({ status, subscriptions: count })),
    )
  })
})

describe('a drill-down', () => {
  const open = async (analyst: Caller, figure: string, query: object = {}) =>
    (await analyst.call(revenueAnalytics.open, { params: { figure }, query: { ...june, ...query } })).reply

  test('adds up to its figure, page by page', async ({ analyst }) => {
    const opened: string[] = []
    for (const [name, figure] of Object.entries<Figure>(revenueFigures)) {
      const { value, total } = await open(analyst, name)
      const rows: FigureRow[] = []
      while (rows.length < total) {
        const page: FigureRow[] = (await open(analyst, name, { start: rows.length, limit: 2 })).rows
        expect(page.length).toBeGreaterThan(0)
        rows.push(...page)
      }
      const { parts } = await open(analyst, name)
      const added = sumParts(
        parts.map(({ part }) => part),
        rows,
      )
      expect.soft(evaluate(figure, added), name).toBe(value)
      expect.soft(new Set(rows.map(({ part, id }) => `${part} ${id}`)).size, name).toBe(total)
      if (total > 0) opened.push(name)
    }
    expect(opened).toEqual(Object.keys(revenueFigures))
  })

  test('continues at the instant of the page before', async ({ api, analyst }) => {
    const opened = async (query: object) =>
      (
        await analyst.call(revenueAnalytics.open, {
          params: { figure: 'new_signups' },
          query: { time_range: '7d', ...query },
        })
      ).reply
    const { period, total } = await opened({})
    const createdAt = new Date(Date.parse(period.to) + 1).toISOString()
    await customer(api, { createdAt, status: 'trial', moves: [['trial_started', createdAt]] })
    expect(await opened({ as_of: period.to })).toMatchObject({ period, total })
    const ahead = new Date(Date.now() + 86_400_000).toISOString()
    const { period: now, total: more } = await opened({ as_of: ahead })
    expect(more).toBe(total + 1)
    expect(Date.parse(now.to)).toBeLessThanOrEqual(Date.now())
  })

  test('names its rows and links to them', async ({ analyst }) => {
    const { rows, parts } = await open(analyst, 'churn_rate')
    expect(parts).toEqual([
      { part: 'lost', sum: 1, rows: 1 },
      { part: 'subscribers_at_start', sum: 3, rows: 3 },
    ])
    expect(rows[0]).toMatchObject({
      part: 'lost',
      at: '2026-06-15T08:00:00.000Z',
      title: 'Drossel',
      path: expect.stringMatching(/^\/users\/organizations\/[0-9a-f-]{36}$/),
      facets: { plan: 'professional', region: 'Europe', kind: 'churn' },
      amount: 1,
    })
  })

  test.for([
    ['mrr', { plan: 'starter' }, 28.33],
    ['active_subscriptions', { plan: 'professional' }, 1],
    ['mrr', { region: 'Africa' }, 10],
    ['mrr_growth', { region: 'Europe' }, 20.83],
    ['total_users', { region: 'Europe' }, 4],
    ['subscriptions', { status: 'past_due' }, 1],
    ['mrr_moved', { kind: 'contraction' }, -190],
    ['mrr_moved', {}, -181.67],
    ['net_growth', { from: '2026-06-15', to: '2026-06-15' }, -1],
  ] as const)('%s is filtered by %o', async ([figure, query, value], { analyst }) => {
    expect((await open(analyst, figure as RevenueFigure, query)).value).toBe(value)
  })

  test('does not exist under another name', async ({ analyst }) => {
    for (const figure of ['profit', 'toString']) {
      const { status, problem } = await analyst.call(revenueAnalytics.open, { params: { figure } })
      expect(status).toBe(404)
      expect(problem.detail).toBe('This figure does not exist')
    }
  })
})

describe('a visit', () => {
  test('is recorded without an identity', async ({ api }) => {
    const visitor_id = uuid()
    const body = { visitor_id, path: '/register' as const }
    for (let visit = 0; visit < 2; visit++)
      expect((await api.nobody.call(visits.note, { body })).status).toBe(204)
    const noted = await api.db
      .selectFrom('page_visits')
      .selectAll()
      .where('visitor_id', '=', visitor_id)
      .execute()
    expect(noted).toHaveLength(2)
    expect(noted[0]).toMatchObject({ person_id: null, path: '/register' })
  })

  test('of a self-declared bot does not count', async ({ api }) => {
    const visitor_id = uuid()
    const note = (agent: string) =>
      api.nobody.call(visits.note, {
        body: { visitor_id, path: '/login' },
        headers: { 'user-agent': agent },
      })
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0.0.0 Safari/537.36',
    ])
      expect((await note(agent)).status).toBe(204)
    const counted = () =>
      api.db.selectFrom('page_visits').select('id').where('visitor_id', '=', visitor_id).execute()
    expect(await counted()).toEqual([])
    await note('Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) Gecko/20100101 Firefox/144.0')
    expect(await counted()).toHaveLength(1)
  })

  test('of a page that is not public, or with a name as id, is refused', async ({ api }) => {
    const note = async (body: object) => (await api.nobody.call(visits.note, { body })).status
    expect(await note({ visitor_id: uuid(), path: '/operations' })).toBe(422)
    expect(await note({ visitor_id: 'anna@example.org', path: '/login' })).toBe(422)
  })
})
