import Stripe from 'stripe'
import { type BillingCycle, type PlanId, plans, priceCents } from '#contract/billing/plans.ts'
import type { Checkout, PaymentEvent, SubscriptionReport } from './checkout.ts'
import { intervalOf, paymentEventOf, productIdOf, subscriptionReport } from './stripe-event.ts'

/** Request timeout in milliseconds; a user is waiting. */
const timeoutMs = 10_000

export interface StripeCheckout extends Checkout {
  name: 'stripe'
  /** Verifies and parses an event. @throws if the signature is invalid or older than 5 minutes. */
  readEvent(body: string, signature: string): PaymentEvent
}

type Address = Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'>

/**
 * Stripe Checkout for the first payment, Stripe Billing for subsequent ones.
 * @param address of the API, for tests.
 */
export function createStripeCheckout(
  secretKey: string,
  webhookSecret: string,
  address: Address = {},
): StripeCheckout {
  const stripe = new Stripe(secretKey, { timeout: timeoutMs, maxNetworkRetries: 1, ...address })

  /** Price data of a plan; creates the Stripe product if it does not exist. */
  async function priceOf(plan: PlanId, cycle: BillingCycle) {
    const id = productIdOf(plan)
    await stripe.products.create({ id, name: `Voicedeck ${plans[plan].name}` }).catch(error => {
      if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_already_exists')
        throw error
    })
    return {
      currency: 'usd',
      product: id,
      unit_amount: priceCents(plan, cycle),
      recurring: { interval: intervalOf(cycle) },
    } as const
  }

  /** @throws if the subscription at Stripe is no longer recognised as ours. */
  function requireOwnSubscription(report: SubscriptionReport | null): SubscriptionReport {
    if (!report) throw new Error('Stripe returned a subscription that is not ours')
    return report
  }

  return {
    name: 'stripe',

    async open({ id, organizationId, plan, cycle, customerId, email, successUrl, cancelUrl }) {
      const metadata = { organization_id: organizationId }
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          client_reference_id: id,
          line_items: [{ price_data: await priceOf(plan, cycle), quantity: 1 }],
          metadata,
          subscription_data: { metadata },
          ...(customerId ? { customer: customerId } : email && { customer_email: email }),
          success_url: successUrl,
          cancel_url: cancelUrl,
        },
        { idempotencyKey: id },
      )
      if (!session.url) throw new Error('Stripe opened a checkout without a page')
      return { externalId: session.id, url: session.url }
    },

    async withdraw(externalId) {
      await stripe.checkout.sessions.expire(externalId)
    },

    async setCancellation({ externalId }, cancels) {
      return requireOwnSubscription(
        subscriptionReport(await stripe.subscriptions.update(externalId, { cancel_at_period_end: cancels })),
      )
    },

    async changePlan({ externalId }, plan, cycle) {
      const { items } = await stripe.subscriptions.retrieve(externalId)
      const item = { id: items.data[0]?.id as string, price_data: await priceOf(plan, cycle) }
      return requireOwnSubscription(
        subscriptionReport(
          await stripe.subscriptions.update(externalId, { items: [item], proration_behavior: 'none' }),
        ),
      )
    },

    readEvent: (body, signature) =>
      paymentEventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret)),
  }
}
