import { v7 as uuid } from 'uuid'
import { type BillingCycle, type PlanId, priceCents } from '#contract/billing/plans.ts'
import type { InvoiceReport, ProviderSubscription, Report } from '#server/adapters/checkout/checkout.ts'
import { embeddedReport } from '#server/adapters/checkout/embedded.ts'
import type { Db } from '#server/db/open.ts'
import { nextInvoiceNumber } from './invoices.ts'
import { type Audit, getExternalId, type SubscriptionRow } from './ledger.ts'
import { processPaymentEvent } from './receive.ts'

/** Adds months; the day is clamped to the length of the target month. */
function addMonths(at: string, months: number): string {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.toISOString()
}

/** The billing period that starts at an instant. */
const periodFrom = (at: string, cycle: BillingCycle) => ({
  current_period_start: at,
  current_period_end: addMonths(at, cycle === 'yearly' ? 12 : 1),
})

/** A subscription as last reported by its provider. */
export const toProviderSubscription = (row: SubscriptionRow): ProviderSubscription => ({
  organizationId: row.organization_id,
  externalId: getExternalId(row),
  customerId: row.customer_id,
  paymentMethod: row.payment_method,
  plan: row.plan,
  billing_cycle: row.billing_cycle,
  status: row.status === 'past_due' ? 'past_due' : 'active',
  cancel_at_period_end: row.cancel_at_period_end,
  current_period_start: row.current_period_start,
  current_period_end: row.current_period_end,
})

const emit = (db: Db, audit: Audit, at: string, key: string, type: string, report: Report) =>
  processPaymentEvent(db, { id: `local_${key}_${type}`, provider: 'embedded', type, at, report }, audit)

/** A paid invoice for the subscription's current period. */
async function invoice(db: Db, standing: ProviderSubscription, at: string): Promise<InvoiceReport> {
  return {
    about: 'invoice',
    organizationId: standing.organizationId,
    number: await nextInvoiceNumber(db, at),
    amountCents: priceCents(standing.plan, standing.billing_cycle),
    status: 'paid',
    periodStart: standing.current_period_start,
    periodEnd: standing.current_period_end,
    issuedAt: at,
    paidAt: at,
    url: null,
  }
}

export interface Payment {
  checkoutId: string
  organizationId: string
  plan: PlanId
  cycle: BillingCycle
  paymentMethod: string
  at: string
}

/** Emits the events of a first payment. */
export async function startSubscription(db: Db, payment: Payment, audit: Audit): Promise<void> {
  const { checkoutId, organizationId, plan, cycle, paymentMethod, at } = payment
  const standing: ProviderSubscription = {
    organizationId,
    externalId: `local_${checkoutId}`,
    customerId: null,
    paymentMethod,
    plan,
    billing_cycle: cycle,
    status: 'active',
    cancel_at_period_end: false,
    ...periodFrom(at, cycle),
  }
  await emit(db, audit, at, checkoutId, 'checkout', {
    about: 'checkout',
    organizationId,
    checkoutId,
    status: 'completed',
  })
  await emit(db, audit, at, checkoutId, 'subscription', embeddedReport(standing))
  await emit(db, audit, at, checkoutId, 'invoice', await invoice(db, standing, at))
}

/** Emits the events of a payment that settles a past due subscription. */
export async function recoverSubscription(
  db: Db,
  row: SubscriptionRow,
  { checkoutId, organizationId, paymentMethod, at }: Payment,
  audit: Audit,
): Promise<void> {
  const standing: ProviderSubscription = { ...toProviderSubscription(row), paymentMethod, status: 'active' }
  await emit(db, audit, at, checkoutId, 'checkout', {
    about: 'checkout',
    organizationId,
    checkoutId,
    status: 'completed',
  })
  await emit(db, audit, at, checkoutId, 'subscription', embeddedReport(standing))
  await closeOpenInvoices(db, row, { status: 'paid', paidAt: at }, audit)
}

/** An event time that is not earlier than the last report, so that the event is not treated as stale. */
const notBefore = ({ reported_at }: SubscriptionRow, at: string) =>
  reported_at && reported_at > at ? reported_at : at

/** Emits the events of a renewal. */
export async function renewSubscription(db: Db, row: SubscriptionRow, audit: Audit): Promise<void> {
  const before = toProviderSubscription(row)
  const start = row.current_period_end
  const standing: ProviderSubscription = { ...before, ...periodFrom(start, before.billing_cycle) }
  const key = `${before.externalId}_${start}`
  const at = notBefore(row, start)
  await emit(db, audit, at, key, 'subscription', embeddedReport(standing))
  await emit(db, audit, at, key, 'invoice', await invoice(db, standing, at))
}

/** Emits the events of an ended subscription, cancelled or unpaid. */
export async function endSubscription(db: Db, row: SubscriptionRow, at: string, audit: Audit): Promise<void> {
  const standing = toProviderSubscription(row)
  await emit(
    db,
    audit,
    notBefore(row, at),
    standing.externalId,
    'end',
    embeddedReport(standing, { isOver: true }),
  )
  await closeOpenInvoices(db, row, { status: 'uncollectible', paidAt: null }, audit)
}

async function closeOpenInvoices(
  db: Db,
  row: SubscriptionRow,
  fate: Pick<InvoiceReport, 'status' | 'paidAt'>,
  audit: Audit,
): Promise<void> {
  const open = await db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', row.id)
    .where('status', '=', 'open')
    .execute()
  for (const invoice of open) {
    await emit(db, audit, new Date().toISOString(), uuid(), 'invoice', {
      about: 'invoice',
      organizationId: row.organization_id,
      number: invoice.number,
      amountCents: invoice.amount_cents,
      periodStart: invoice.period_start,
      periodEnd: invoice.period_end,
      issuedAt: invoice.issued_at,
      url: invoice.url,
      ...fate,
    })
  }
}
