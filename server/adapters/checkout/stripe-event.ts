import type Stripe from 'stripe'
import { type BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { Id } from '#contract/kit/fields.ts'
import type { PaymentEvent, Report, SubscriptionReport, Terms } from './checkout.ts'

/** Stripe timestamps are in seconds. */
const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
const idOf = (named: string | { id: string } | null | undefined) =>
  typeof named === 'string' ? named : (named?.id ?? null)

/** The organization id in the metadata; undefined for objects that we did not create. */
const organizationIdIn = (metadata: Stripe.Metadata | null | undefined) =>
  Id.safeParse(metadata?.organization_id).data

/** The Stripe product id of a plan. */
export const productIdOf = (plan: PlanId) => `voicedeck_${plan}`
export const intervalOf = (cycle: BillingCycle) => (cycle === 'yearly' ? 'year' : 'month')

/** Stripe statuses of subscriptions whose first payment never succeeded. */
const neverPaidStatuses = ['incomplete', 'incomplete_expired']
const pastDueStatuses = ['past_due', 'unpaid', 'paused']
/** Order of events within the same second. */
const ranks: Record<string, number> = {
  'customer.subscription.created': 0,
  'customer.subscription.deleted': 2,
}

/** Converts a Stripe subscription; null if it is not ours or was never paid. */
export function subscriptionReport(subscription: Stripe.Subscription, type = ''): SubscriptionReport | null {
  const organizationId = organizationIdIn(subscription.metadata)
  const [item] = subscription.items.data
  const plan = PlanId.safeParse(idOf(item?.price.product)?.replace(/^voicedeck_/, ''))
  if (!organizationId || !item || !plan.success || neverPaidStatuses.includes(subscription.status))
    return null
  const terms: Terms = {
    plan: plan.data,
    billing_cycle: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    status: pastDueStatuses.includes(subscription.status) ? 'past_due' : 'active',
    cancel_at_period_end: subscription.cancel_at_period_end,
    current_period_start: instant(item.current_period_start),
    current_period_end: instant(item.current_period_end),
  }
  return {
    about: 'subscription',
    organizationId,
    externalId: subscription.id,
    customerId: idOf(subscription.customer),
    paymentMethod: null,
    terms,
    isOver: subscription.status === 'canceled',
    rank: ranks[type] ?? 1,
  }
}

const invoiceStatuses = ['paid', 'open', 'void', 'uncollectible'] as const

function invoiceReport(invoice: Stripe.Invoice): Report | null {
  const organizationId = organizationIdIn(invoice.parent?.subscription_details?.metadata)
  const status = invoiceStatuses.find(status => status === invoice.status)
  if (!organizationId || !status || !invoice.number) return null
  // The period of the invoice itself is the preceding one, in which its lines were collected.
  const { start, end } = invoice.lines.data.at(-1)?.period ?? {
    start: invoice.period_start,
    end: invoice.period_end,
  }
  const paidAt = invoice.status_transitions.paid_at
  return {
    about: 'invoice',
    organizationId,
    number: invoice.number,
    amountCents: invoice.total,
    status,
    periodStart: instant(start),
    periodEnd: instant(end),
    issuedAt: instant(invoice.status_transitions.finalized_at ?? invoice.created),
    paidAt: paidAt ? instant(paidAt) : null,
    url: invoice.hosted_invoice_url ?? null,
  }
}

function checkoutReport(session: Stripe.Checkout.Session, status: 'completed' | 'cancelled'): Report | null {
  const organizationId = organizationIdIn(session.metadata)
  const checkoutId = Id.safeParse(session.client_reference_id).data
  if (!organizationId || !checkoutId) return null
  return {
    about: 'checkout',
    organizationId,
    checkoutId,
    status,
  }
}

function reportOf(event: Stripe.Event): Report | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return subscriptionReport(event.data.object, event.type)
    case 'invoice.finalized':
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return invoiceReport(event.data.object)
    case 'checkout.session.completed':
      return checkoutReport(event.data.object, 'completed')
    case 'checkout.session.expired':
      return checkoutReport(event.data.object, 'cancelled')
    default:
      return null
  }
}

/** Converts a Stripe event. */
export const paymentEventOf = (event: Stripe.Event): PaymentEvent => ({
  id: event.id,
  provider: 'stripe',
  type: event.type,
  at: instant(event.created),
  report: reportOf(event),
})
