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
import type { Fate } from './history.ts'
import { lockOrganization, type Record, subscriptionOf, take } from './ledger.ts'

/** `waiting`: an invoice whose subscription is not known yet. */
type Outcome = Fate | 'waiting'

interface Told {
  /** The same however often it is told. */
  id: string
  provider: Provider
  at: string
  audit: Record
}

/**
 * Processes a provider event exactly once, whatever the order of arrival. A report contains full state and is applied at
 * its event time; an invoice waits until its subscription is known.
 */
export async function receive(db: Db, event: PaymentEvent, audit: Record): Promise<void> {
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
  const outcome = await takeOver(db, report, { id, provider, at, audit })
  await settle(db, id, outcome)
  if (report.about === 'subscription' && outcome === 'applied')
    await takeWaiting(db, report.organizationId, audit)
}

const settle = (db: Db, id: string, outcome: Outcome) =>
  db.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute()

async function takeWaiting(db: Db, organizationId: string, audit: Record): Promise<void> {
  const waiting = await db
    .selectFrom('payment_events')
    .select(['id', 'provider', 'created_at as at', 'report'])
    .where('organization_id', '=', organizationId)
    .where('outcome', '=', 'waiting')
    .orderBy('created_at')
    .execute()
  for (const { id, provider, at, report } of waiting) {
    await settle(db, id, await takeOver(db, report as Report, { id, provider, at, audit }))
  }
}

function takeOver(db: Db, report: Report, told: Told): Promise<Outcome> {
  switch (report.about) {
    case 'subscription':
      return takeSubscription(db, report, told)
    case 'invoice':
      return takeInvoice(db, report, told)
    case 'checkout':
      return takeCheckout(db, report)
  }
}

/** Applies a subscription report, from a webhook or a provider response. */
export async function takeSubscription(
  db: Db,
  { organizationId, externalId, customerId, paymentMethod, terms, isOver, rank }: SubscriptionReport,
  { id, provider, at, audit }: Told,
): Promise<Outcome> {
  const report = { externalId, customerId, paymentMethod, terms, isOver, rank }
  const fate = await take(
    db,
    organizationId,
    { id, at, rank, step: { type: 'report', provider, report } },
    audit,
  )
  return fate ?? 'ignored'
}

/** Invoice statuses only move forward (open, uncollectible, void, paid); late events do not revert them. */
async function takeInvoice(db: Db, report: InvoiceReport, { audit }: Told): Promise<Outcome> {
  const { organizationId } = report
  const subscription = await subscriptionOf(db, organizationId)
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

async function takeCheckout(
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
