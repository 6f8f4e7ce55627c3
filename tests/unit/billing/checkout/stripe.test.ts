import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from 'vitest'
import { createStripeCheckout, type StripeCheckout } from '#server/adapters/checkout/stripe.ts'

interface Asked {
  call: string
  form: URLSearchParams
  key: string | undefined
}

const organizationId = '0198ffff-ffff-7fff-8fff-fffffffffff1'
const subscription = {
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  customer: 'cus_1',
  cancel_at_period_end: true,
  metadata: { organization_id: organizationId },
  items: {
    data: [
      {
        id: 'si_1',
        current_period_start: 1_768_435_200,
        current_period_end: 1_771_113_600,
        price: { product: 'voicedeck_enterprise', recurring: { interval: 'year' } },
      },
    ],
  },
}

/** What Stripe answers, by the call. */
const answers: Record<string, [status: number, body: object]> = {
  'POST /v1/products': [
    400,
    { error: { type: 'invalid_request_error', code: 'resource_already_exists', message: 'There is one' } },
  ],
  'POST /v1/checkout/sessions': [200, { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' }],
  'POST /v1/checkout/sessions/cs_1/expire': [200, { id: 'cs_1' }],
  'GET /v1/subscriptions/sub_1': [200, subscription],
  'POST /v1/subscriptions/sub_1': [200, subscription],
}

async function textOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Stripe's client against a server of ours in Stripe's place, with what it was asked. */
const test = base.extend<{ stripe: StripeCheckout & { asked: Asked[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
  stripe: async ({}, use) => {
    const asked: Asked[] = []
    const server = createServer(async (request, response) => {
      const call = `${request.method} ${request.url}`
      const form = new URLSearchParams(await textOf(request))
      asked.push({ call, form, key: request.headers['idempotency-key'] as string | undefined })
      const [status, body] = answers[call] ?? [404, { error: { type: 'api_error', message: call } }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const stripe = createStripeCheckout('sk_test_1', 'whsec_1', { protocol: 'http', host: '127.0.0.1', port })
    await use({ ...stripe, asked })
    server.closeAllConnections()
    server.close()
  },
})

const standing = {
  organizationId,
  externalId: 'sub_1',
  customerId: 'cus_1',
  paymentMethod: null,
  plan: 'starter',
  billing_cycle: 'monthly',
  status: 'active',
  cancel_at_period_end: false,
  current_period_start: '2026-01-15T00:00:00.000Z',
  current_period_end: '2026-02-15T00:00:00.000Z',
} as const

test('a page is opened once for an order, with our prices and its organization', async ({ stripe }) => {
  const opened = await stripe.open({
    id: 'order-1',
    organizationId,
    plan: 'professional',
    cycle: 'yearly',
    customerId: null,
    email: 'anna@example.org',
    successUrl: 'https://deck.example/subscription/success',
    cancelUrl: 'https://deck.example/subscription/cancel',
  })
  expect(opened).toEqual({ externalId: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' })
  const { form, key } = stripe.asked.at(-1) as Asked
  expect(key).toBe('order-1')
  expect(Object.fromEntries(form)).toEqual({
    mode: 'subscription',
    client_reference_id: 'order-1',
    customer_email: 'anna@example.org',
    'metadata[organization_id]': organizationId,
    'subscription_data[metadata][organization_id]': organizationId,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][product]': 'voicedeck_professional',
    'line_items[0][price_data][unit_amount]': '30000',
    'line_items[0][price_data][recurring][interval]': 'year',
    success_url: 'https://deck.example/subscription/success',
    cancel_url: 'https://deck.example/subscription/cancel',
  })
})

test('an open page can be expired', async ({ stripe }) => {
  await stripe.withdraw('cs_1')
  expect(stripe.asked.map(({ call }) => call)).toEqual(['POST /v1/checkout/sessions/cs_1/expire'])
})

test('a cancellation returns the subscription’s state', async ({ stripe }) => {
  const report = await stripe.setCancellation(standing, true)
  expect(stripe.asked.at(-1)?.form.get('cancel_at_period_end')).toBe('true')
  expect(report).toMatchObject({
    organizationId,
    externalId: 'sub_1',
    customerId: 'cus_1',
    terms: {
      plan: 'enterprise',
      billing_cycle: 'yearly',
      status: 'active',
      cancel_at_period_end: true,
      current_period_start: '2026-01-15T00:00:00.000Z',
    },
  })
})

test('a change of plan changes the price of the existing subscription, from the next invoice on', async ({
  stripe,
}) => {
  await stripe.changePlan(standing, 'enterprise', 'yearly')
  expect(Object.fromEntries(stripe.asked.at(-1)?.form ?? [])).toMatchObject({
    'items[0][id]': 'si_1',
    'items[0][price_data][product]': 'voicedeck_enterprise',
    'items[0][price_data][unit_amount]': '200000',
    proration_behavior: 'none',
  })
})

test('a refusal by Stripe is a failure', async ({ stripe }) => {
  await expect(stripe.withdraw('cs_unknown')).rejects.toThrow()
})
