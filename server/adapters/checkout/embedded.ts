import type { Checkout, ProviderSubscription, SubscriptionReport, Terms } from './checkout.ts'

const termsOf = ({
  plan,
  billing_cycle,
  status,
  cancel_at_period_end,
  current_period_start,
  current_period_end,
}: ProviderSubscription): Terms => ({
  plan,
  billing_cycle,
  status,
  cancel_at_period_end,
  current_period_start,
  current_period_end,
})

/** The embedded checkout has no state of its own: it reports the requested state of the subscription. */
export const embeddedReport = (
  standing: ProviderSubscription,
  { isOver = false } = {},
): SubscriptionReport => ({
  about: 'subscription',
  organizationId: standing.organizationId,
  externalId: standing.externalId,
  customerId: standing.customerId,
  paymentMethod: standing.paymentMethod,
  terms: termsOf(standing),
  isOver,
  rank: 1,
})

/** Built-in payment page for installations without a payment provider: accepts test cards, collects no money. */
export const embedded: Checkout = {
  name: 'embedded',
  open: async ({ id, successUrl }) => ({
    externalId: null,
    url: new URL(`/checkout/${id}`, successUrl).href,
  }),
  withdraw: async () => {},
  setCancellation: async (standing, cancels) =>
    embeddedReport({ ...standing, cancel_at_period_end: cancels }),
  changePlan: async (standing, plan, billing_cycle) => embeddedReport({ ...standing, plan, billing_cycle }),
}

/** Test cards of the embedded checkout; same numbers and outcomes as in Stripe's test mode. */
const outcomes: Record<string, 'paid' | 'declined' | 'needs_authentication'> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'needs_authentication',
}

/** The outcome of a payment; undefined if it is not a test card. */
export const testCardOutcome = (cardNumber: string) => outcomes[cardNumber]

/** The storable part of a card number: `Visa •••• 4242`. */
export const maskCard = (cardNumber: string) => `Visa •••• ${cardNumber.slice(-4)}`
