import type { FastifyInstance } from 'fastify'
import { checkouts, paymentWebhooks } from '#contract/checkouts.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import type { PaymentEvent } from '#server/adapters/checkout/checkout.ts'
import type { StripeCheckout } from '#server/adapters/checkout/stripe.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { openCheckout } from './checkout.ts'
import { invoicesOf } from './invoices.ts'
import { changePlan, setCancellation } from './own.ts'
import { cancel, pay, show } from './payments.ts'
import { receive } from './receive.ts'
import { statsOf } from './stats.ts'
import { currentOf, ofOrganization, plansIn, subscriptionTable, usageAndLimitsOf } from './views.ts'

const ofSubscriptions = serve(subscriptions)({
  list: subscriptionTable.list,
  show: call => subscriptionTable.find(call, call.params.id),
  overview: async call => {
    const { organization_id } = await subscriptionTable.find(call, call.params.id)
    const [current, usage, invoices] = await Promise.all([
      currentOf(call.db, organization_id),
      usageAndLimitsOf(call.db, organization_id),
      invoicesOf(call.db, organization_id),
    ])
    return { current, usage, invoices }
  },
  stats: ({ db, query }) => statsOf(db, query.time_range),
  plans: ({ query }) => ({ plans: plansIn(query.language) }),
  current: ({ db, actor }) => currentOf(db, actor.organizationId),
  usage: ({ db, actor }) => usageAndLimitsOf(db, actor.organizationId),
  invoices: async ({ db, actor }) => ({ invoices: await invoicesOf(db, actor.organizationId) }),
  checkout: openCheckout,
  update: async call => {
    await setCancellation(call)
    return ofOrganization(call.db, call.actor.organizationId)
  },
  changePlan: async call => {
    await changePlan(call)
    return ofOrganization(call.db, call.actor.organizationId)
  },
})

const ofCheckouts = serve(checkouts)({ show, pay, cancel })

/** @throws Problem 400 when Stripe did not sign it, or too long ago. */
function readEvent(stripe: StripeCheckout, body: string, signature: string): PaymentEvent {
  try {
    return stripe.readEvent(body, signature)
  } catch {
    throw new Problem(400, 'The signature is not valid', { kind: 'signature' })
  }
}

const ofWebhooks = serve(paymentWebhooks)({
  async stripe({ body, db, record, request, services }) {
    const { stripe } = services.checkouts
    if (!stripe) throw notFound('Stripe')
    const signature = String(request.headers['stripe-signature'] ?? '')
    await receive(db, readEvent(stripe, body, signature), record)
    return { received: true }
  },
})

export default async (app: FastifyInstance, options: { services: Services }) => {
  await app.register(ofSubscriptions, options)
  await app.register(ofCheckouts, options)
  await app.register(async webhooks => {
    // A signature is of the very characters that were sent.
    webhooks.removeContentTypeParser('application/json')
    webhooks.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    await webhooks.register(ofWebhooks, options)
  })
}
