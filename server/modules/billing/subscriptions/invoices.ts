import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** Maximum number of listed invoices: ten years of months. */
const maxInvoices = 120

/** The invoices of an organization, newest first. */
export async function listInvoices(db: Db, organizationId: string) {
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
    .limit(maxInvoices)
    .execute()
}

/** The next invoice number, such as `INV-2026-000042`; serialised by a lock, so that a year has no gaps. */
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
