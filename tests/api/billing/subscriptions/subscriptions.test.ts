// @module-tag clock

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { checkouts } from '#contract/billing/checkouts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { processDueSubscriptions } from '#server/modules/billing/index.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { addresses, card, cards, ledgerOf, open, subscribe } from '#tests/fixtures/subscriptions.ts'

/** Somebody who signed up, in their trial. */
async function onTrial(api: Api) {
  const person = await registered(api)
  return { ...person, organizationId: person.me.organization.id }
}

/** Moves all times of a subscription into the past, as if it had begun so many days earlier. */
async function age(api: Api, organizationId: string, days: number) {
  const row = await api.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const earlier = (at: string | null) => at && new Date(Date.parse(at) - days * 86_400_000).toISOString()
  await api.db
    .updateTable('subscriptions')
    .set({
      current_period_start: earlier(row.current_period_start) as string,
      current_period_end: earlier(row.current_period_end) as string,
      trial_end: earlier(row.trial_end),
      reported_at: earlier(row.reported_at),
    })
    .where('id', '=', row.id)
    .execute()
  await api.db
    .updateTable('subscription_movements')
    .set({ ts: earlier(row.created_at) as string })
    .where('subscription_id', '=', row.id)
    .execute()
  const by = sql`make_interval(days => ${days})`
  await sql`update subscription_steps set at = at - ${by}, step = case when step ? 'at'
    then jsonb_set(step, '{at}', to_jsonb(to_char((step ->> 'at')::timestamptz at time zone 'UTC' - ${by}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) else step end
    where subscription_id = ${row.id}`.execute(api.db)
}

describe('the plans', () => {
  test('are shown to everyone, in either language', async ({ api }) => {
    const { reply } = await api.nobody.call(subscriptions.plans)
    expect(reply.plans.map(({ id, price_monthly, limits }) => [id, price_monthly, limits])).toEqual([
      ['starter', 10, { max_elderly_users: 1, max_devices: 3, max_caregivers: 2 }],
      ['professional', 30, { max_elderly_users: 5, max_devices: 20, max_caregivers: 10 }],
      ['enterprise', 200, { max_elderly_users: 100, max_devices: 500, max_caregivers: 200 }],
    ])
    expect(reply.plans[0]?.features).toContain('3 devices')
    const spanish = await api.nobody.call(subscriptions.plans, { query: { language: 'es' } })
    expect(spanish.reply.plans[0]?.features).toContain('3 dispositivos')
  })
})

describe('a trial', () => {
  test('counts its days, and the plan’s usage', async ({ api }) => {
    const owner = await onTrial(api)
    const { reply } = await owner.call(subscriptions.current)
    expect(reply).toMatchObject({
      subscription: { plan: 'starter', status: 'trial', price: 10, mrr: 0, cancel_at_period_end: false },
      plan: { id: 'starter', name: 'Starter' },
      trial_expired: false,
      trial_days_remaining: 14,
    })
    expect((await owner.call(subscriptions.usage)).reply).toEqual({
      usage: { elderly_users: 0, devices: 0, caregivers: 0 },
      limits: { max_elderly_users: 1, max_devices: 3, max_caregivers: 2 },
    })
    expect(await ledgerOf(api, owner.organizationId)).toEqual(['trial_started 0'])
  })

  test('expires once if it is not paid', async ({ api }) => {
    const owner = await onTrial(api)
    await age(api, owner.organizationId, 15)
    const late = await owner.call(subscriptions.current)
    expect(late.reply).toMatchObject({ trial_expired: true, trial_days_remaining: 0 })
    await processDueSubscriptions(api.services)
    await processDueSubscriptions(api.services)
    const { reply } = await owner.call(subscriptions.current)
    expect(reply).toMatchObject({
      subscription: { status: 'trial_expired' },
      trial_expired: true,
      trial_days_remaining: null,
    })
    expect(await ledgerOf(api, owner.organizationId)).toEqual(['trial_started 0', 'trial_expired 0'])
  })

  test('cannot be cancelled', async ({ api }) => {
    const owner = await onTrial(api)
    const { status, problem } = await owner.call(subscriptions.update, {
      body: { cancel_at_period_end: true },
    })
    expect([status, problem.type]).toEqual([409, '/problems/not-active'])
  })
})

describe('the embedded checkout', () => {
  test('turns a trial into a subscription, with its first invoice', async ({ api }) => {
    const owner = await onTrial(api)
    await subscribe(owner, { plan_id: 'family' })
    const { reply } = await owner.call(subscriptions.current)
    expect(reply).toMatchObject({
      subscription: { plan: 'professional', status: 'active', mrr: 30, payment_method: 'Visa •••• 4242' },
      trial_days_remaining: null,
    })
    const { invoices } = (await owner.call(subscriptions.invoices)).reply
    expect(invoices).toMatchObject([{ amount: 30, status: 'paid' }])
    expect(invoices[0]?.number).toMatch(/^INV-\d{4}-\d{6}$/)
    expect(await ledgerOf(api, owner.organizationId)).toEqual([
      'trial_started 0',
      'trial_converted 0',
      'new 3000',
    ])
    const logs = await owner.call(activityLogs.list, { query: { resource_type: 'subscriptions' } })
    expect(logs.reply.logs.map(({ action }) => action)).toEqual(['update', 'create'])
  })

  test('creates one subscription on a double click, on the button and on payment', async ({ api }) => {
    const owner = await onTrial(api)
    const [first, second] = await Promise.all([open(owner), open(owner)])
    expect(second).toBe(first)
    const pay = () => owner.call(checkouts.pay, { params: { id: first }, body: card(cards.good) })
    const paid = await Promise.all([pay(), pay(), pay()])
    expect(paid.map(({ status, reply }) => [status, reply.outcome])).toEqual(Array(3).fill([200, 'paid']))
    expect(await ledgerOf(api, owner.organizationId)).toEqual([
      'trial_started 0',
      'trial_converted 0',
      'new 3000',
    ])
    expect((await owner.call(subscriptions.invoices)).reply.invoices).toHaveLength(1)
    const again = await owner.call(subscriptions.checkout, { body: { plan_id: 'starter', ...addresses } })
    expect([again.status, again.problem.type]).toEqual([409, '/problems/already-subscribed'])
  })

  test('closes an open page when another plan is chosen', async ({ api }) => {
    const owner = await onTrial(api)
    const first = await open(owner)
    const second = await open(owner, { plan_id: 'starter' })
    expect(second).not.toBe(first)
    const { status } = await owner.call(checkouts.pay, { params: { id: first }, body: card(cards.good) })
    expect(status).toBe(409)
  })

  test('can decline, requires authentication, and accepts no real card', async ({ api }) => {
    const owner = await onTrial(api)
    const id = await open(owner)
    const pay = (body: object) => owner.call(checkouts.pay, { params: { id }, body })
    const declined = await pay(card(cards.declined))
    expect([declined.status, declined.problem.type]).toEqual([422, '/problems/card-declined'])
    expect((await pay(card('5555 5555 5555 4444'))).problem.errors?.[0]?.pointer).toBe('#/card_number')
    expect((await pay(card(cards.good, { expiry: '01/20' }))).problem.errors?.[0]?.pointer).toBe('#/expiry')
    expect((await pay(card(cards.authenticated))).reply.outcome).toBe('needs_authentication')
    const failed = await pay(card(cards.authenticated, { authenticated: false }))
    expect([failed.status, failed.problem.type]).toEqual([422, '/problems/authentication-failed'])
    expect(await ledgerOf(api, owner.organizationId)).toEqual(['trial_started 0'])
    expect((await pay(card(cards.authenticated, { authenticated: true }))).reply.outcome).toBe('paid')
    expect(await ledgerOf(api, owner.organizationId)).toContain('new 3000')
  })

  test('can be cancelled, and belongs to its customer only', async ({ api }) => {
    const [owner, stranger] = [await onTrial(api), await onTrial(api)]
    const id = await open(owner)
    expect((await stranger.call(checkouts.show, { params: { id } })).status).toBe(404)
    const { reply } = await owner.call(checkouts.cancel, { params: { id } })
    expect(reply.continue_url).toBe(addresses.cancel_url)
    const { status } = await owner.call(checkouts.pay, { params: { id }, body: card(cards.good) })
    expect(status).toBe(409)
    expect(await open(owner)).not.toBe(id)
  })

  test('redirects only to this installation', async ({ api }) => {
    const owner = await onTrial(api)
    for (const success_url of ['https://evil.example/subscription/success', 'javascript:alert(1)']) {
      const { status } = await owner.call(subscriptions.checkout, {
        body: { plan_id: 'starter', ...addresses, success_url },
        headers: { host: 'evil.example' },
      })
      expect(status).toBe(422)
    }
  })
})

describe('a paid subscription', () => {
  test('is cancelled, resumed, cancelled again, and ends with its period', async ({ api }) => {
    const owner = await onTrial(api)
    await subscribe(owner)
    const set = (cancel_at_period_end: boolean) =>
      owner.call(subscriptions.update, { body: { cancel_at_period_end } })
    expect((await set(false)).problem.type).toBe('/problems/no-change')
    expect((await set(true)).reply).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect((await set(false)).reply).toMatchObject({ status: 'active', cancel_at_period_end: false })
    await set(true)
    await age(api, owner.organizationId, 32)
    await processDueSubscriptions(api.services)
    const { reply } = await owner.call(subscriptions.current)
    expect(reply.subscription).toMatchObject({ status: 'cancelled', mrr: 0, cancel_at_period_end: false })
    expect((await ledgerOf(api, owner.organizationId)).slice(2)).toEqual(['new 3000', 'churn -3000'])

    await subscribe(owner, { plan_id: 'starter' })
    expect((await ledgerOf(api, owner.organizationId)).at(-1)).toBe('reactivation 1000')
  })

  test('is renewed for every completed period, with an invoice each', async ({ api }) => {
    const owner = await onTrial(api)
    await subscribe(owner)
    await age(api, owner.organizationId, 65)
    await processDueSubscriptions(api.services)
    await processDueSubscriptions(api.services)
    const { subscription } = (await owner.call(subscriptions.current)).reply
    expect(Date.parse(subscription?.current_period_end ?? '')).toBeGreaterThan(Date.now())
    const { invoices } = (await owner.call(subscriptions.invoices)).reply
    expect(invoices).toHaveLength(3)
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(3)
    expect((await ledgerOf(api, owner.organizationId)).slice(2)).toEqual(['new 3000'])
  })

  test('changes its plan, but to none that covers less than is in use', async ({ api }) => {
    const owner = await onTrial(api)
    await subscribe(owner)
    const change = (plan_id: string, billing_cycle = 'monthly') =>
      owner.call(subscriptions.changePlan, { body: { plan_id, billing_cycle } })
    expect((await change('professional')).problem.type).toBe('/problems/no-change')
    expect((await change('premium', 'yearly')).reply).toMatchObject({
      plan: 'enterprise',
      price: 2000,
      mrr: 166.67,
    })
    expect((await change('starter')).reply).toMatchObject({ plan: 'starter', price: 10 })
    expect((await ledgerOf(api, owner.organizationId)).slice(2)).toEqual([
      'new 3000',
      'expansion 13667',
      'contraction -15667',
    ])
  })

  test('that is past due is paid with the same checkout; unpaid, it ends', async ({ api }) => {
    const [payer, leaver] = [await onTrial(api), await onTrial(api)]
    for (const { organizationId, ...owner } of [payer, leaver]) {
      await subscribe(owner)
      await api.db
        .updateTable('subscriptions')
        .set({ status: 'past_due' })
        .where('organization_id', '=', organizationId)
        .execute()
      await api.db
        .updateTable('invoices')
        .set({ status: 'open', paid_at: null })
        .where('organization_id', '=', organizationId)
        .execute()
    }
    await subscribe(payer)
    expect((await payer.call(subscriptions.current)).reply.subscription?.status).toBe('active')
    expect((await payer.call(subscriptions.invoices)).reply.invoices).toMatchObject([{ status: 'paid' }])
    await age(api, leaver.organizationId, 15)
    await processDueSubscriptions(api.services)
    expect((await leaver.call(subscriptions.current)).reply.subscription?.status).toBe('cancelled')
    expect((await leaver.call(subscriptions.invoices)).reply.invoices).toMatchObject([
      { status: 'uncollectible' },
    ])
    expect((await ledgerOf(api, leaver.organizationId)).at(-1)).toBe('churn -3000')
  })
})

describe('staff', () => {
  test('see all subscriptions, each with its usage and invoices, and their totals', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    const before = (await analyst.call(subscriptions.stats)).reply
    const owner = await onTrial(api)
    await subscribe(owner, { billing_cycle: 'yearly' })
    const { reply } = await analyst.call(subscriptions.list, {
      query: { organization_id: owner.organizationId, status: 'active' },
    })
    expect(reply.subscriptions).toMatchObject([{ plan: 'professional', price: 300, mrr: 25 }])
    const id = reply.subscriptions[0]?.id as string
    const overview = await analyst.call(subscriptions.overview, { params: { id } })
    expect(overview.reply).toMatchObject({
      current: { subscription: { id }, plan: { id: 'professional' } },
      usage: { usage: { devices: 0 }, limits: { max_devices: 20 } },
      invoices: [{ amount: 300 }],
    })
    const after = (await analyst.call(subscriptions.stats)).reply
    expect(after.mrr - before.mrr).toBeCloseTo(25, 2)
    expect(after.arr).toBeCloseTo(after.mrr * 12, 1)
    expect(after.started.paid - before.started.paid).toBe(1)
  })

  test('with write permission cancel, resume and change the plan of a customer, which is logged', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const owner = await onTrial(api)
    const { subscription } = (await owner.call(subscriptions.current)).reply
    const params = { id: subscription?.id as string }
    const cancel = (cancel_at_period_end: boolean, who: Pick<Caller, 'call'> = admin) =>
      who.call(subscriptions.cancelFor, { params, body: { cancel_at_period_end } })
    const early = await cancel(true)
    expect([early.status, early.problem.type]).toEqual([409, '/problems/not-active'])

    await subscribe(owner)
    expect((await cancel(true)).reply).toMatchObject({ cancel_at_period_end: true })
    expect((await cancel(false)).reply).toMatchObject({ cancel_at_period_end: false })
    const changed = await admin.call(subscriptions.changePlanFor, {
      params,
      body: { plan_id: 'enterprise', billing_cycle: 'monthly' },
    })
    expect(changed.reply).toMatchObject({ plan: 'enterprise', mrr: 200 })
    const overview = await admin.call(subscriptions.overview, { params })
    expect(overview.reply.movements.map(({ kind, mrr_delta }) => [kind, mrr_delta])).toEqual([
      ['expansion', 170],
      ['new', 30],
      ['trial_converted', 0],
      ['trial_started', 0],
    ])
    const logs = await admin.call(activityLogs.list, {
      query: { resource_type: 'subscriptions', resource_id: params.id },
    })
    expect(logs.reply.logs.slice(0, 3).map(({ user_id }) => user_id)).toEqual(Array(3).fill(admin.userId))

    const analyst = await api.signedIn('analyst')
    expect((await cancel(true, analyst)).status).toBe(403)
    expect((await cancel(true, owner)).status).toBe(403)
  })

  test('have no subscription, and customers have no list of them', async ({ api }) => {
    const owner = await onTrial(api)
    expect((await owner.call(subscriptions.list)).status).toBe(403)
    const operator = await api.signedIn('operator')
    expect((await operator.call(subscriptions.current)).status).toBe(403)
  })
})
