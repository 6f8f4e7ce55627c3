import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** Invoices that are shown of a subscription: ten years of months. */
const mostShown = 120

/** The invoices of an organization, the newest first. */
export async function invoicesOf(db: Db, organizationId: string) {
  return db
    .selectFrom('invoices')
    .select([
      'id',
      'number',
      sql<number>`amount_cents / 100.0`.as('amount'),
      'status',
      'period_start',
      'period_end',
      'issued_at',
      'paid_at',
      'url',
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
}

/** Numbers the next invoice of our own, `INV-2026-000042`: each year without a gap, because one is made at a time. */
export async function nextInvoiceNumber(db: Db, at: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(db)
  const prefix = `INV-${at.slice(0, 4)}-`
  const { last } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('number', '>=', prefix)
    .where('number', '<', `${prefix}a`)
    .executeTakeFirstOrThrow()
  const count = Number(last?.slice(prefix.length) ?? 0) + 1
  return prefix + String(count).padStart(6, '0')
}
