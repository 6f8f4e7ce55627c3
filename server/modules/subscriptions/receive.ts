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
import { lockOrganization, type Record, type SubscriptionRow, subscriptionOf, take } from './ledger.ts'

/** What became of an event: it may be older than what is known, none of our business, or too early. */
type Outcome = 'applied' | 'stale' | 'ignored' | 'waiting'

interface Told {
  provider: Provider
  at: string
  record: Record
}

export const isRunning = (row: Pick<SubscriptionRow, 'status'> | undefined) =>
  row?.status === 'active' || row?.status === 'past_due'

/** What a provider calls a subscription; those of before there were providers are called after themselves. */
export const externalIdOf = (row: Pick<SubscriptionRow, 'id' | 'external_id'>) =>
  row.external_id ?? `local_${row.id}`

/**
 * Takes an event over: each once, whatever the order in which they come. A report holds the whole of what it is about,
 * so an older one than the newest is dropped; an invoice whose subscription is not there yet waits for it.
 */
export async function receive(db: Db, event: PaymentEvent, record: Record): Promise<void> {
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
  const outcome = await takeOver(db, report, { provider, at, record })
  await settle(db, id, outcome)
  if (report.about === 'subscription' && outcome === 'applied')
    await takeWaiting(db, report.organizationId, record)
}

const settle = (db: Db, id: string, outcome: Outcome) =>
  db.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute()

async function takeWaiting(db: Db, organizationId: string, record: Record): Promise<void> {
  const waiting = await db
    .selectFrom('payment_events')
    .select(['id', 'provider', 'created_at as at', 'report'])
    .where('organization_id', '=', organizationId)
    .where('outcome', '=', 'waiting')
    .orderBy('created_at')
    .execute()
  for (const { id, provider, at, report } of waiting) {
    await settle(db, id, await takeOver(db, report as Report, { provider, at, record }))
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

/** Whether what is known was reported after this. */
function isOlder({ rank, terms }: SubscriptionReport, at: string, row: SubscriptionRow): boolean {
  if (row.reported_at === null || at > row.reported_at) return false
  if (at < row.reported_at || rank < row.reported_rank) return true
  return terms.current_period_start < row.current_period_start
}

/** A provider's subscription that is over never begins, nor ends, again. */
async function wasOver(
  db: Db,
  report: SubscriptionReport,
  row: SubscriptionRow | undefined,
): Promise<boolean> {
  const { organizationId, externalId, isOver } = report
  if (isOver) return row?.status === 'cancelled' && externalIdOf(row) === externalId
  const end = await db
    .selectFrom('payment_events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`report ->> 'externalId' = ${externalId} and report ->> 'isOver' = 'true'`)
    .executeTakeFirst()
  return end !== undefined
}

/**
 * Takes a report of a subscription over, whether the provider told it by itself or answered with it. One whose end is
 * told before its beginning has had both.
 */
export async function takeSubscription(
  db: Db,
  report: SubscriptionReport,
  { provider, at, record }: Told,
): Promise<Outcome> {
  const { organizationId, externalId, terms, isOver } = report
  const row = await subscriptionOf(db, organizationId)
  if ((row && isOlder(report, at, row)) || (await wasOver(db, report, row))) return 'stale'
  if (isRunning(row) && row && externalIdOf(row) !== externalId) return 'ignored'
  const beside = {
    provider,
    external_id: externalId,
    customer_id: report.customerId,
    payment_method: report.paymentMethod,
    reported_at: at,
    reported_rank: report.rank,
  }
  const occasion = { at, record, beside }
  if (!isOver || !isRunning(row)) await take(db, organizationId, { type: 'agree', terms }, occasion)
  if (isOver) await take(db, organizationId, { type: 'end' }, occasion)
  return 'applied'
}

/** An invoice goes one way: open, then given up or void or paid; what comes late does not turn it back. */
async function takeInvoice(db: Db, report: InvoiceReport, { record }: Told): Promise<Outcome> {
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
  record({
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
