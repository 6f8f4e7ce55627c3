import type { FastifyInstance } from 'fastify'
import { checkouts, paymentWebhooks } from '#contract/billing/checkouts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import type { PaymentEvent } from '#server/adapters/checkout/checkout.ts'
import type { StripeCheckout } from '#server/adapters/checkout/stripe.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { changePlan, setCancellation } from './change.ts'
import { openCheckout } from './checkout.ts'
import { listInvoices } from './invoices.ts'
import { cancel, pay, show } from './payments.ts'
import { processPaymentEvent } from './receive.ts'
import { getStats } from './stats.ts'
import {
  describePlans,
  getCurrentSubscription,
  getSubscriptionView,
  getUsageAndLimits,
  listMovements,
  subscriptionTable,
} from './views.ts'

const subscriptionRoutes = serve(subscriptions)({
  list: subscriptionTable.list,
  show: call => subscriptionTable.find(call, call.params.id),
  overview: async call => {
    const { organization_id } = await subscriptionTable.find(call, call.params.id)
    const [current, usage, invoices, movements] = await Promise.all([
      getCurrentSubscription(call.db, organization_id),
      getUsageAndLimits(call.db, organization_id),
      listInvoices(call.db, organization_id),
      listMovements(call.db, call.params.id),
    ])
    return { current, usage, invoices, movements }
  },
  cancelFor: async call => {
    const { organization_id } = await subscriptionTable.find(call, call.params.id)
    await setCancellation(call, organization_id, call.body.cancel_at_period_end)
    return getSubscriptionView(call.db, organization_id)
  },
  changePlanFor: async call => {
    const { organization_id } = await subscriptionTable.find(call, call.params.id)
    await changePlan(call, organization_id, call.body)
    return getSubscriptionView(call.db, organization_id)
  },
  stats: call => getStats(call),
  plans: ({ query }) => ({ plans: describePlans(query.language) }),
  current: ({ db, actor }) => getCurrentSubscription(db, actor.organizationId),
  usage: ({ db, actor }) => getUsageAndLimits(db, actor.organizationId),
  invoices: async ({ db, actor }) => ({ invoices: await listInvoices(db, actor.organizationId) }),
  checkout: openCheckout,
  update: async call => {
    const { organizationId } = call.actor
    await setCancellation(call, organizationId, call.body.cancel_at_period_end)
    return getSubscriptionView(call.db, organizationId)
  },
  changePlan: async call => {
    const { organizationId } = call.actor
    await changePlan(call, organizationId, call.body)
    return getSubscriptionView(call.db, organizationId)
  },
})

const checkoutRoutes = serve(checkouts)({ show, pay, cancel })

/** @throws Problem 400 if the signature is invalid or too old. */
function readEvent(stripe: StripeCheckout, body: string, signature: string): PaymentEvent {
  try {
    return stripe.readEvent(body, signature)
  } catch {
    throw new Problem(400, 'Invalid signature', { kind: 'signature' })
  }
}

const webhookRoutes = serve(paymentWebhooks)({
  async stripe({ body, db, audit, request, services }) {
    const { stripe } = services.checkouts
    if (!stripe) throw notFound('Stripe')
    const signature = String(request.headers['stripe-signature'] ?? '')
    await processPaymentEvent(db, readEvent(stripe, body, signature), audit)
    return { received: true }
  },
})

export default async (app: FastifyInstance, options: { services: Services }) => {
  await app.register(subscriptionRoutes, options)
  await app.register(checkoutRoutes, options)
  await app.register(async webhooks => {
    // The signature covers the exact body.
    webhooks.removeContentTypeParser('application/json')
    webhooks.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    await webhooks.register(webhookRoutes, options)
  })
}
