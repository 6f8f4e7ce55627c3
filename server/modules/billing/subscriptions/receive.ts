import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type {
  CheckoutReport,
  InvoiceReport,
  PaymentEvent,
  Provider,
  Report,
  SubscriptionReport,
} from '#server/adapters/checkout/checkout.ts'
import type { Db } from '#server/db/open.ts'
import type { ReportOutcome } from './history.ts'
import { type Audit, applyStep, findSubscription, lockOrganization } from './ledger.ts'

/** `waiting`: an invoice whose subscription is not known yet. */
type Outcome = ReportOutcome | 'waiting'

interface EventContext {
  /** The same for every delivery of the event. */
  id: string
  provider: Provider
  at: string
  audit: Audit
}

/**
 * Processes a provider event exactly once, whatever the order of arrival. A report contains full state and is applied at
 * its event time; an invoice waits until its subscription is known.
 */
export async function processPaymentEvent(db: Db, event: PaymentEvent, audit: Audit): Promise<void> {
  const { id, provider, type, at, report } = event
  const isNew = await db
    .insertInto('payment_events')
    .values({
      id,
      provider,
      type,
      organization_id: report?.organizationId ?? null,
      outcome: 'ignored',
      report: JSON.stringify(report),
      created_at: at,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew || !report || !(await lockOrganization(db, report.organizationId))) return
  const outcome = await applyReport(db, report, { id, provider, at, audit })
  await setOutcome(db, id, outcome)
  if (report.about === 'subscription' && outcome === 'applied')
    await processWaitingEvents(db, report.organizationId, audit)
}

const setOutcome = (db: Db, id: string, outcome: Outcome) =>
  db.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute()

async function processWaitingEvents(db: Db, organizationId: string, audit: Audit): Promise<void> {
  const waiting = await db
    .selectFrom('payment_events')
    .select(['id', 'provider', 'created_at as at', 'report'])
    .where('organization_id', '=', organizationId)
    .where('outcome', '=', 'waiting')
    .orderBy('created_at')
    .execute()
  for (const { id, provider, at, report } of waiting) {
    await setOutcome(db, id, await applyReport(db, report as Report, { id, provider, at, audit }))
  }
}

function applyReport(db: Db, report: Report, context: EventContext): Promise<Outcome> {
  switch (report.about) {
    case 'subscription':
      return applySubscriptionReport(db, report, context)
    case 'invoice':
      return applyInvoiceReport(db, report, context)
    case 'checkout':
      return applyCheckoutReport(db, report)
  }
}

/** Applies a subscription report, from a webhook or a provider response. */
export async function applySubscriptionReport(
  db: Db,
  { organizationId, externalId, customerId, paymentMethod, terms, isOver, rank }: SubscriptionReport,
  { id, provider, at, audit }: EventContext,
): Promise<Outcome> {
  const report = { externalId, customerId, paymentMethod, terms, isOver, rank }
  const fate = await applyStep(
    db,
    organizationId,
    { id, at, rank, step: { type: 'report', provider, report } },
    audit,
  )
  return fate ?? 'ignored'
}

/** Invoice statuses only move forward (open, uncollectible, void, paid); late events do not revert them. */
async function applyInvoiceReport(db: Db, report: InvoiceReport, { audit }: EventContext): Promise<Outcome> {
  const { organizationId } = report
  const subscription = await findSubscription(db, organizationId)
  if (!subscription) return 'waiting'
  const fate = {
    amount_cents: report.amountCents,
    status: report.status,
    paid_at: report.paidAt,
    url: report.url,
  }
  const way = sql`array['open', 'uncollectible', 'void', 'paid']`
  const written = await db
    .insertInto('invoices')
    .values({
      id: uuid(),
      organization_id: organizationId,
      subscription_id: subscription.id,
      number: report.number,
      period_start: report.periodStart,
      period_end: report.periodEnd,
      issued_at: report.issuedAt,
      ...fate,
    })
    .onConflict(conflict =>
      conflict
        .column('number')
        .doUpdateSet(fate)
        .where('invoices.organization_id', '=', organizationId)
        .where(
          sql<boolean>`array_position(${way}, invoices.status) < array_position(${way}, excluded.status)`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!written) return 'stale'
  const { number, status } = report
  audit({
    action: 'update',
    resourceType: 'invoices',
    resourceId: written.id,
    organizationId,
    details: { after: { number, status } },
  })
  return 'applied'
}

async function applyCheckoutReport(
  db: Db,
  { checkoutId, organizationId, status }: CheckoutReport,
): Promise<Outcome> {
  const closed = await db
    .updateTable('checkouts')
    .set({ status, closed_at: sql<string>`now()` })
    .where('id', '=', checkoutId)
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed ? 'applied' : 'stale'
}
