import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { can, may } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Reports } from '#server/db/tables/reports.ts'
import { databaseTime } from '#server/db/time.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { listAdmins } from '#server/kit/person.ts'
import type { Services } from '#server/services.ts'
import { nextDue } from './due.ts'
import { findActor, insertDeliveries, insertRun, lockDue } from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    /** Sends a report to one person. */
    report_delivery: { id: string }
    /** Writes the event of a run for webhook endpoints. */
    report_event: { run_id: string }
  }
}

type DueReport = Selectable<Reports>

/** Reports per transaction. */
const batchSize = 20

/** Queues a run: a job for each recipient, and one for the webhook endpoints. */
async function queueRun(db: Db, { jobs }: Services, report: DueReport): Promise<void> {
  const run_id = uuid()
  const run = { id: run_id, report_id: report.id, due_at: report.next_at as string, test: false }
  if (!(await insertRun(db, run))) return
  const deliveries = report.recipient_ids.map(person_id => ({ id: uuid(), run_id, person_id }))
  await insertDeliveries(db, deliveries)
  for (const { id } of deliveries) await jobs.enqueue(db, 'report_delivery', { id })
  if (report.webhook) await jobs.enqueue(db, 'report_event', { run_id })
}

/** Pauses a report whose owner lost access, and tells the admins of the organization. */
async function pause(db: Db, { jobs }: Services, { id, name, organization_id }: DueReport): Promise<void> {
  await db
    .updateTable('reports')
    .set({
      status: 'paused',
      paused_reason: 'owner_left',
      next_at: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  for (const person_id of await listAdmins(db, organization_id))
    await jobs.enqueue(db, 'report_letter', {
      id: uuid(),
      person_id,
      letter: 'report_paused',
      report_id: id,
      report: name,
    })
}

async function mayOwn(db: Db, { owner_id, organization_id }: DueReport): Promise<boolean> {
  const owner = await findActor(db, owner_id, false)
  return owner?.organizationId === organization_id && can(owner.role, may('reports', 'create'))
}

async function runReport(db: Db, services: Services, report: DueReport, now: number): Promise<AuditEntry> {
  const { id, organization_id, next_at, schedule, time_zone, recipient_ids } = report
  const entry = { resourceType: 'reports', resourceId: id, organizationId: organization_id }
  if (!(await mayOwn(db, report))) {
    await pause(db, services, report)
    const details = { before: { status: 'active' }, after: { status: 'paused', paused_reason: 'owner_left' } }
    return { ...entry, action: 'suspend', details }
  }
  await queueRun(db, services, report)
  await db
    .updateTable('reports')
    // Times that were missed meanwhile are skipped: one late report is enough.
    .set({ next_at: new Date(nextDue(schedule, time_zone, now)).toISOString(), last_at: next_at })
    .where('id', '=', id)
    .execute()
  return { ...entry, action: 'send', details: { due_at: next_at, recipients: recipient_ids.length } }
}

/**
 * Queues the reports that are due. A run, its deliveries and the next time are written in one transaction, so that each due
 * time is queued once, on whichever instance, and also if it crashes.
 * @returns whether there may be more
 */
export async function planDueReports(services: Services): Promise<boolean> {
  const { db } = services.database
  const { rows } = await sql<{ any: boolean }>`select exists (
    select from reports where status = 'active' and next_at <= clock_timestamp()) as any`.execute(db)
  if (!rows[0]?.any) return false
  return auditedTransaction(services, systemOrigin, async (db, audit) => {
    const now = await databaseTime(db)
    const due = await lockDue(db, batchSize)
    for (const report of due) audit(await runReport(db, services, report, now))
    return due.length === batchSize
  })
}
