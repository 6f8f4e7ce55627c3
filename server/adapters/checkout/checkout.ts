import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'

export type Provider = 'embedded' | 'stripe'

/** What a customer pays for, and from when to when; as a provider states it, and as the subscription's row has it. */
export interface Terms {
  plan: PlanId
  billing_cycle: BillingCycle
  status: 'active' | 'past_due'
  cancel_at_period_end: boolean
  /** ISO 8601 with Z. */
  current_period_start: string
  current_period_end: string
}

/** A subscription as it stands with a provider. */
export interface Standing extends Terms {
  organizationId: string
  externalId: string
  customerId: string | null
  paymentMethod: string | null
}

/** The whole of a subscription as a provider has it; the newer of two replaces the older. */
export interface SubscriptionReport {
  about: 'subscription'
  organizationId: string
  externalId: string
  customerId: string | null
  paymentMethod: string | null
  /** The last ones, once it is over. */
  terms: Terms
  isOver: boolean
  /** Which of two reports of the same moment is the later one. */
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

/** Something that happened at a provider. It may be told several times, and in another order than it happened. */
export interface PaymentEvent {
  /** The same however often it is told. */
  id: string
  provider: Provider
  type: string
  /** When it happened, by the provider's clock. */
  at: string
  /** Null where it is nothing to us. */
  report: Report | null
}

/** What is to be paid, and where to go on then. */
export interface Order {
  /** Names the payment to the provider: asking twice with the same id opens one page. */
  id: string
  organizationId: string
  plan: PlanId
  cycle: BillingCycle
  customerId: string | null
  email: string | null
  successUrl: string
  cancelUrl: string
}

/** Whoever takes the money. */
export interface Checkout {
  name: Provider
  /** Opens a page on which the order is paid. */
  open(order: Order): Promise<{ externalId: string | null; url: string }>
  /** Takes an open page back, so that nobody pays on it any more. */
  withdraw(externalId: string): Promise<void>
  /** Has a subscription end with its period, or go on after all. */
  setCancellation(standing: Standing, cancels: boolean): Promise<SubscriptionReport>
  /** Changes what is paid for from the next invoice on. */
  changePlan(standing: Standing, plan: PlanId, cycle: BillingCycle): Promise<SubscriptionReport>
}
