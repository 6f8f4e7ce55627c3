import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { endSubscription, renewSubscription } from './embedded-billing.ts'
import { type Audit, expireTrial, lockOrganization, type SubscriptionRow } from './ledger.ts'

/** Days after which an unpaid invoice of the embedded checkout ends the subscription. */
const paymentDays = 14

const unpaidSince = sql`current_period_start + make_interval(days => ${paymentDays})`

/** Due now: ended trials, and for the embedded checkout ended periods and invoices that are unpaid for too long. */
const isDue = sql<boolean>`(status = 'trial' and trial_end <= now())
  or (provider = 'embedded' and status = 'active' and current_period_end <= now())
  or (provider = 'embedded' and status = 'past_due' and ${unpaidSince} <= now())`

/** Locks an organization's subscription if it is still due. */
async function lockIfDue(db: Db, organizationId: string): Promise<SubscriptionRow | undefined> {
  await lockOrganization(db, organizationId)
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(isDue)
    .executeTakeFirst()
}

async function processDue(db: Db, row: SubscriptionRow, record: Audit): Promise<void> {
  if (row.status === 'trial') {
    await expireTrial(db, row.organization_id, row.trial_end ?? row.current_period_end, record)
    return
  }
  if (row.status === 'past_due') return endSubscription(db, row, new Date().toISOString(), record)
  if (row.cancel_at_period_end) return endSubscription(db, row, row.current_period_end, record)
  return renewSubscription(db, row, record)
}

async function processOrganization(db: Db, organizationId: string, record: Audit): Promise<void> {
  let version = 0
  for (;;) {
    const row = await lockIfDue(db, organizationId)
    if (!row) return
    if (row.version === version) throw new Error(`Subscription ${row.id} is still due after processing`)
    version = row.version
    await processDue(db, row, record)
  }
}

/** Expires trials, renews periods and ends cancelled subscriptions, each in its own transaction. */
export async function processDueSubscriptions({
  database,
  changes,
}: Pick<Services, 'database' | 'changes'>): Promise<void> {
  const rows = await database.db.selectFrom('subscriptions').select('organization_id').where(isDue).execute()
  for (const { organization_id } of rows) {
    await auditedTransaction({ database, changes }, systemOrigin, (db, audit) =>
      processOrganization(db, organization_id, audit),
    )
  }
}
