import { v7 as uuid } from 'uuid'
import { type BillingCycle, type PlanId, priceCents } from '#contract/billing/plans.ts'
import type { InvoiceReport, Report, Standing } from '#server/adapters/checkout/checkout.ts'
import { embeddedReport } from '#server/adapters/checkout/embedded.ts'
import type { Db } from '#server/db/open.ts'
import { nextInvoiceNumber } from './invoices.ts'
import { externalIdOf, type Record, type SubscriptionRow } from './ledger.ts'
import { periodFrom } from './period.ts'
import { receive } from './receive.ts'

/** A subscription as it stands with its provider. */
export const standingOf = (row: SubscriptionRow): Standing => ({
  organizationId: row.organization_id,
  externalId: externalIdOf(row),
  customerId: row.customer_id,
  paymentMethod: row.payment_method,
  plan: row.plan,
  billing_cycle: row.billing_cycle,
  status: row.status === 'past_due' ? 'past_due' : 'active',
  cancel_at_period_end: row.cancel_at_period_end,
  current_period_start: row.current_period_start,
  current_period_end: row.current_period_end,
})

const tell = (db: Db, audit: Record, at: string, key: string, type: string, report: Report) =>
  receive(db, { id: `local_${key}_${type}`, provider: 'embedded', type, at, report }, audit)

/** A paid invoice for the subscription's current period. */
async function invoice(db: Db, standing: Standing, at: string): Promise<InvoiceReport> {
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
export async function tellBegun(db: Db, payment: Payment, audit: Record): Promise<void> {
  const { checkoutId, organizationId, plan, cycle, paymentMethod, at } = payment
  const standing: Standing = {
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
  await tell(db, audit, at, checkoutId, 'checkout', {
    about: 'checkout',
    organizationId,
    checkoutId,
    status: 'completed',
  })
  await tell(db, audit, at, checkoutId, 'subscription', embeddedReport(standing))
  await tell(db, audit, at, checkoutId, 'invoice', await invoice(db, standing, at))
}

/** Emits the events of a payment that settles a past due subscription. */
export async function tellRecovered(
  db: Db,
  row: SubscriptionRow,
  { checkoutId, organizationId, paymentMethod, at }: Payment,
  audit: Record,
): Promise<void> {
  const standing: Standing = { ...standingOf(row), paymentMethod, status: 'active' }
  await tell(db, audit, at, checkoutId, 'checkout', {
    about: 'checkout',
    organizationId,
    checkoutId,
    status: 'completed',
  })
  await tell(db, audit, at, checkoutId, 'subscription', embeddedReport(standing))
  await tellOfOpenInvoices(db, row, { status: 'paid', paidAt: at }, audit)
}

/** An event time that is not earlier than the last report, so that the event is not treated as stale. */
const notBefore = ({ reported_at }: SubscriptionRow, at: string) =>
  reported_at && reported_at > at ? reported_at : at

/** Emits the events of a renewal. */
export async function tellRenewed(db: Db, row: SubscriptionRow, audit: Record): Promise<void> {
  const before = standingOf(row)
  const start = row.current_period_end
  const standing: Standing = { ...before, ...periodFrom(start, before.billing_cycle) }
  const key = `${before.externalId}_${start}`
  const at = notBefore(row, start)
  await tell(db, audit, at, key, 'subscription', embeddedReport(standing))
  await tell(db, audit, at, key, 'invoice', await invoice(db, standing, at))
}

/** Emits the events of an ended subscription, cancelled or unpaid. */
export async function tellEnded(db: Db, row: SubscriptionRow, at: string, audit: Record): Promise<void> {
  const standing = standingOf(row)
  await tell(
    db,
    audit,
    notBefore(row, at),
    standing.externalId,
    'end',
    embeddedReport(standing, { isOver: true }),
  )
  await tellOfOpenInvoices(db, row, { status: 'uncollectible', paidAt: null }, audit)
}

async function tellOfOpenInvoices(
  db: Db,
  row: SubscriptionRow,
  fate: Pick<InvoiceReport, 'status' | 'paidAt'>,
  audit: Record,
): Promise<void> {
  const open = await db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', row.id)
    .where('status', '=', 'open')
    .execute()
  for (const invoice of open) {
    await tell(db, audit, new Date().toISOString(), uuid(), 'invoice', {
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
