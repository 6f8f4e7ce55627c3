import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'

export type Provider = 'embedded' | 'stripe'

/** Plan, status and period of a subscription, as reported by the provider and stored in the row. */
export interface Terms {
  plan: PlanId
  billing_cycle: BillingCycle
  status: 'active' | 'past_due'
  cancel_at_period_end: boolean
  /** ISO 8601 with Z. */
  current_period_start: string
  current_period_end: string
}

/** A subscription in the provider's terms. */
export interface ProviderSubscription extends Terms {
  organizationId: string
  externalId: string
  customerId: string | null
  paymentMethod: string | null
}

/** The full state of a subscription at the provider; a newer report replaces an older one. */
export interface SubscriptionReport {
  about: 'subscription'
  organizationId: string
  externalId: string
  customerId: string | null
  paymentMethod: string | null
  /** For an ended subscription, the last terms. */
  terms: Terms
  isOver: boolean
  /** Orders reports with the same timestamp. */
  rank: number
}

export interface InvoiceReport {
  about: 'invoice'
  organizationId: string
  number: string
  amountCents: number
  status: 'paid' | 'open' | 'void' | 'uncollectible'
  periodStart: string
  periodEnd: string
  issuedAt: string
  paidAt: string | null
  url: string | null
}

export interface CheckoutReport {
  about: 'checkout'
  organizationId: string
  checkoutId: string
  status: 'completed' | 'cancelled'
}

export type Report = SubscriptionReport | InvoiceReport | CheckoutReport

/** A provider event. Delivery is at least once and unordered. */
export interface PaymentEvent {
  /** The same for every delivery of the event. */
  id: string
  provider: Provider
  type: string
  /** Event time by the provider's clock. */
  at: string
  /** Null for events that are not relevant to us. */
  report: Report | null
}

/** What to pay for, and where to return to. */
export interface CheckoutOrder {
  /** Idempotency key: opening the same id twice creates one page. */
  id: string
  organizationId: string
  plan: PlanId
  cycle: BillingCycle
  customerId: string | null
  email: string | null
  successUrl: string
  cancelUrl: string
}

/** A payment provider. */
export interface Checkout {
  name: Provider
  /** Opens a payment page. */
  open(order: CheckoutOrder): Promise<{ externalId: string | null; url: string }>
  /** Expires an open payment page. */
  withdraw(externalId: string): Promise<void>
  /** Cancels a subscription at the end of its period, or revokes the cancellation. */
  setCancellation(standing: ProviderSubscription, cancels: boolean): Promise<SubscriptionReport>
  /** Changes the plan from the next invoice on. */
  changePlan(standing: ProviderSubscription, plan: PlanId, cycle: BillingCycle): Promise<SubscriptionReport>
}
