import Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { paymentWebhooks } from '#contract/billing/checkouts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { openCheckouts } from '#server/adapters/checkout/index.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { ledgerOf } from '#tests/fixtures/subscriptions.ts'

const secret = 'whsec_of_these_tests'
const keys = { STRIPE_SECRET_KEY: 'sk_test_of_these_tests', STRIPE_WEBHOOK_SECRET: secret }

/** Gives the installation Stripe's keys; Stripe itself is never called. */
const setUp = async (api: Api) => {
  api.services.checkouts = await openCheckouts(keys)
}

interface Event {
  id: string
  type: string
  created: number
  data: { object: object }
}

const start = Date.UTC(2026, 0, 15) / 1000
const day = 86_400
let count = 0

/** A customer with a subscription at Stripe, and the events that it sends in the course of its life. */
async function customer(api: Api) {
  await setUp(api)
  const owner = await api.signedIn('organization_admin')
  const number = ++count
  const metadata = { organization_id: owner.organizationId }
  const event = (name: string, type: string, created: number, object: object): Event => ({
    id: `evt_${number}_${name}`,
    type,
    created,
    data: { object },
  })
  const subscription = (
    name: string,
    type: 'created' | 'updated' | 'deleted',
    created: number,
    { plan = 'starter', status = 'active', cancels = false, from = start } = {},
  ) =>
    event(name, `customer.subscription.${type}`, created, {
      id: `sub_${number}`,
      object: 'subscription',
      status,
      customer: `cus_${number}`,
      cancel_at_period_end: cancels,
      metadata,
      items: {
        data: [
          {
            current_period_start: from,
            current_period_end: from + 31 * day,
            price: { product: `voicedeck_${plan}`, recurring: { interval: 'month' } },
          },
        ],
      },
    })
  const invoice = (name: string, type: string, created: number, from: number, status: string) =>
    event(name, `invoice.${type}`, created, {
      id: `in_${number}_${from}`,
      object: 'invoice',
      number: `STRIPE-${number}-${from}`,
      status,
      total: 1000,
      created,
      parent: { subscription_details: { metadata } },
      lines: { data: [{ period: { start: from, end: from + 31 * day } }] },
      status_transitions: { finalized_at: created, paid_at: status === 'paid' ? created : null },
      hosted_invoice_url: `https://invoice.stripe.com/i/${number}`,
    })
  return { owner, subscription, invoice }
}
type Customer = Awaited<ReturnType<typeof customer>>

/** Trial-less: paid, renewed after a failed payment, cancelled, ended. */
function life({ subscription, invoice }: Customer): Event[] {
  const next = start + 31 * day
  return [
    subscription('1', 'created', start),
    invoice('2', 'paid', start + 1, start, 'paid'),
    subscription('3', 'updated', next, { status: 'past_due', from: next }),
    invoice('4', 'payment_failed', next + 1, next, 'open'),
    subscription('5', 'updated', next + day, { from: next }),
    invoice('6', 'paid', next + day, next, 'paid'),
    subscription('7', 'updated', next + 2 * day, { from: next, cancels: true }),
    subscription('8', 'deleted', next + 31 * day, { from: next, status: 'canceled' }),
  ]
}

const sign = (payload: string, more: object = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...more })

const deliver = (api: Api, event: Event, signature?: string) => {
  const payload = JSON.stringify(event)
  return api.nobody.call(paymentWebhooks.stripe, {
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(payload) },
  })
}

async function deliverAll(api: Api, events: readonly Event[]) {
  for (const event of events) expect((await deliver(api, event)).status).toBe(200)
}

/** All that is to be the same, however the events came. */
async function books(api: Api, { owner }: Customer) {
  const [{ reply: current }, { reply: own }] = [
    await owner.call(subscriptions.current),
    await owner.call(subscriptions.invoices),
  ]
  const { plan, status, mrr, cancel_at_period_end, current_period_start, current_period_end } =
    current.subscription ?? {}
  const ledger = await ledgerOf(api, owner.organizationId)
  return {
    standing: { plan, status, mrr, cancel_at_period_end, current_period_start, current_period_end },
    invoices: own.invoices.map(({ status, amount, period_start }) => ({ status, amount, period_start })),
    balance: ledger.reduce((sum, movement) => sum + Number(movement.split(' ')[1]), 0),
  }
}

/** Another order of the same, decided by the seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const left = [...items]
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed
  }
  return items.map(() => left.splice(random() % left.length, 1)[0] as T)
}

/** Every order of so many things. */
const orders = (count: number, taken: readonly number[] = []): number[][] =>
  taken.length === count
    ? [[...taken]]
    : Array.from({ length: count }, (_, at) => at)
        .filter(at => !taken.includes(at))
        .flatMap(at => orders(count, [...taken, at]))

describe('Stripe’s webhooks', () => {
  test('write the ledger of a whole life cycle', async ({ api }) => {
    const someone = await customer(api)
    const events = life(someone)
    await deliverAll(api, events.slice(0, 3))
    expect(await books(api, someone)).toMatchObject({
      standing: { status: 'past_due', mrr: 10 },
      balance: 1000,
    })
    await deliverAll(api, events.slice(3))
    expect(await ledgerOf(api, someone.owner.organizationId)).toEqual(['new 1000', 'churn -1000'])
    const { standing, invoices, balance } = await books(api, someone)
    expect(standing).toMatchObject({ status: 'cancelled', mrr: 0, cancel_at_period_end: false })
    expect(invoices.map(({ status, amount }) => [status, amount])).toEqual([
      ['paid', 10],
      ['paid', 10],
    ])
    expect(balance).toBe(0)
  })

  test('count once, however often they are delivered', async ({ api }) => {
    const someone = await customer(api)
    const events = life(someone).slice(0, 6)
    await deliverAll(
      api,
      events.flatMap(event => [event, event]),
    )
    await Promise.all(events.map(event => deliver(api, event)))
    await deliverAll(api, events)
    expect(await ledgerOf(api, someone.owner.organizationId)).toEqual(['new 1000'])
    expect((await books(api, someone)).invoices).toHaveLength(2)
  })

  test('give the same result in any order', async ({ api }) => {
    const inOrder = await customer(api)
    await deliverAll(api, life(inOrder).slice(0, 7))
    const expected = await books(api, inOrder)
    expect(expected).toMatchObject({ standing: { status: 'active' }, balance: 1000 })
    for (let seed = 1; seed <= 25; seed++) {
      const someone = await customer(api)
      await deliverAll(api, shuffled(life(someone).slice(0, 7), seed * 7919))
      expect(await books(api, someone), `order ${seed}`).toEqual(expected)
      expect(await ledgerOf(api, someone.owner.organizationId)).toEqual(['new 1000'])
    }
  })

  test('give the same result after the end, even if the end arrives first', async ({ api }) => {
    const inOrder = await customer(api)
    await deliverAll(api, life(inOrder))
    const expected = await books(api, inOrder)
    expect(expected).toMatchObject({ standing: { status: 'cancelled' }, balance: 0 })
    for (let seed = 1; seed <= 25; seed++) {
      const someone = await customer(api)
      await deliverAll(api, shuffled(life(someone), seed * 7919))
      expect(await books(api, someone), `order ${seed}`).toEqual(expected)
      expect(await ledgerOf(api, someone.owner.organizationId)).toEqual(['new 1000', 'churn -1000'])
    }
  })

  test('report changes of plan in any order, repeated or lost, with the same ledger', {
    tags: ['thorough'],
  }, async ({ api }) => {
    const changes = ({ subscription }: Customer) => [
      subscription('1', 'created', start),
      subscription('2', 'updated', start + day, { plan: 'professional' }),
      subscription('3', 'updated', start + 2 * day, { plan: 'enterprise' }),
      subscription('4', 'deleted', start + 3 * day, { plan: 'enterprise', status: 'canceled' }),
    ]
    const booked = async (someone: Customer) => {
      const movements = await api.db
        .selectFrom('subscription_movements')
        .select(['kind', 'mrr_delta_cents', 'plan', 'ts'])
        .where('organization_id', '=', someone.owner.organizationId)
        .orderBy('ts')
        .execute()
      return { movements, ...(await books(api, someone)) }
    }
    const inOrder = await customer(api)
    await deliverAll(api, changes(inOrder))
    expect(await ledgerOf(api, inOrder.owner.organizationId)).toEqual([
      'new 1000',
      'expansion 2000',
      'expansion 17000',
      'churn -20000',
    ])
    for (const lost of [null, 0, 1, 2]) {
      const told = (someone: Customer) => changes(someone).filter((_, at) => at !== lost)
      const straight = await customer(api)
      await deliverAll(api, told(straight))
      const expected = await booked(straight)
      for (const order of orders(told(straight).length)) {
        const someone = await customer(api)
        const events = told(someone)
        const mixed = order.map(at => events[at] as Event)
        await deliverAll(api, [...mixed, ...mixed.slice(0, 2)])
        expect(await booked(someone), `without ${lost}, in the order ${order}`).toEqual(expected)
      }
    }
  })

  test('of the same second are ordered by kind: created, updated, deleted', async ({ api }) => {
    const someone = await customer(api)
    const { subscription } = someone
    await deliverAll(api, [
      subscription('2', 'updated', start, { plan: 'professional' }),
      subscription('1', 'created', start),
    ])
    expect((await books(api, someone)).standing.plan).toBe('professional')
  })

  test('are refused when they are forged, altered, or replayed later', async ({ api }) => {
    const someone = await customer(api)
    const event = someone.subscription('1', 'created', start)
    const payload = JSON.stringify(event)
    const forged = [
      '',
      't=1,v1=00',
      sign(payload, { secret: 'whsec_of_somebody_else' }),
      sign(JSON.stringify({ ...event, id: 'evt_other' })),
      sign(payload, { timestamp: Math.floor(Date.now() / 1000) - 3_600 }),
      sign(payload, { scheme: 'v0' }),
    ]
    for (const signature of forged) {
      const { status, problem } = await deliver(api, event, signature)
      expect([status, problem.type]).toEqual([400, '/problems/signature'])
    }
    expect(await ledgerOf(api, someone.owner.organizationId)).toEqual([])
  })

  test('about unknown subscriptions change nothing', async ({ api }) => {
    const someone = await customer(api)
    const unknown = someone.subscription('1', 'created', start)
    const object = unknown.data.object as { metadata: object }
    await deliverAll(api, [
      { ...unknown, id: 'evt_other_type', type: 'customer.created' },
      {
        ...unknown,
        id: 'evt_nobody',
        data: {
          object: { ...object, metadata: { organization_id: '0198ffff-ffff-7fff-8fff-ffffffffffff' } },
        },
      },
      { ...unknown, id: 'evt_stranger', data: { object: { ...object, metadata: {} } } },
    ])
    expect(await ledgerOf(api, someone.owner.organizationId)).toEqual([])
  })
})

test('without Stripe’s keys the webhook call does not exist', async ({ api }) => {
  api.services.checkouts = await openCheckouts({
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
  })
  const { status } = await api.nobody.call(paymentWebhooks.stripe, {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(status).toBe(404)
})
