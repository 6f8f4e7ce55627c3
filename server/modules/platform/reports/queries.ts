import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  type DeliveryReason,
  maxReports,
  Report,
  ReportDelivery,
  reportDeliveries,
  reports,
} from '#contract/platform/reports.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Row, WriteAct } from '#server/kit/table/config.ts'
import { table } from '#server/kit/table/table.ts'
import { completeResume, requireReceivers } from '../recurring/owner.ts'
import { requireSource } from '../recurring/sources.ts'
import { nextDue } from './due.ts'
import type { Subscription } from './unsubscribe.ts'

type StoredReport = z.output<typeof Report>

async function requireRoom(db: Db, owner: string): Promise<void> {
  const { count } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirstOrThrow()
  if (count >= maxReports)
    throw new Problem(409, `You can have up to ${maxReports} reports`, { kind: 'full' })
}

/** Refuses what may not be sent, and completes the row: when it is due next, and who owns it. */
async function check(call: AuthenticatedCall, row: Row, before: Row | null, act: WriteAct): Promise<void> {
  if (act === 'delete') return
  const { db } = call
  if (row.recipient_ids) row.recipient_ids = [...new Set(row.recipient_ids as string[])]
  const after = { ...before, ...row } as StoredReport
  if (act === 'create') await requireRoom(db, after.owner_id)
  if (row.source) requireSource(call, after.source)
  if (row.source || row.recipient_ids) await requireReceivers(db, after, after.source)
  await completeResume(call, row, after)
  if (row.status || row.schedule || row.time_zone) {
    const next = nextDue(after.schedule, after.time_zone, await databaseTime(db))
    row.next_at = after.status === 'paused' ? null : new Date(next).toISOString()
  }
}

export const reportTable = table({
  table: 'reports',
  view: 'report_rows',
  resource: 'reports',
  schema: Report,
  list: reports.list,
  owner: { organization: 'organization_id', person: 'owner_id' },
  check,
})

export const deliveryTable = table({
  table: 'report_deliveries',
  view: 'report_delivery_rows',
  resource: 'report-deliveries',
  schema: ReportDelivery,
  list: reportDeliveries.list,
  owner: { organization: 'organization_id', person: 'owner_id' },
  isUnsearchable: true,
})

/** The time zone of a person. */
export async function zoneOf(db: Db, id: string): Promise<string> {
  const person = await db.selectFrom('people').select('time_zone').where('id', '=', id).executeTakeFirst()
  return person?.time_zone ?? 'UTC'
}

/** Adds a run. @returns whether there was none for that time */
export async function insertRun(
  db: Db,
  run: { id: string; report_id: string; due_at: string; test: boolean },
): Promise<boolean> {
  const added = await db
    .insertInto('report_runs')
    .values(run)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const insertDeliveries = (
  db: Db,
  rows: readonly { id: string; run_id: string; person_id: string }[],
) =>
  db
    .insertInto('report_deliveries')
    .values([...rows])
    .execute()

/** A delivery with its run and its report; undefined once the report is removed. */
export const findDelivery = (db: Db, id: string) =>
  db
    .selectFrom('report_deliveries')
    .innerJoin('report_runs', 'report_runs.id', 'report_deliveries.run_id')
    .innerJoin('reports', 'reports.id', 'report_runs.report_id')
    .innerJoin('people as owners', 'owners.id', 'reports.owner_id')
    .innerJoin('people', 'people.id', 'report_deliveries.person_id')
    .select([
      'report_deliveries.id',
      'report_deliveries.status',
      'report_deliveries.person_id',
      'report_deliveries.created_at',
      'report_runs.report_id',
      'report_runs.due_at',
      'report_runs.test',
      'reports.name',
      'reports.source',
      'reports.schedule',
      'reports.time_zone',
      'reports.format',
      'reports.language',
      'reports.owner_id',
      'reports.organization_id',
      'owners.name as owner_name',
      'people.name as person_name',
      'people.locale as person_locale',
      'people.email_verified_at',
    ])
    .where('report_deliveries.id', '=', id)
    .executeTakeFirst()
export type DeliveryToSend = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

interface Outcome {
  status: 'sent' | 'skipped' | 'failed'
  reason?: DeliveryReason | null
  rows?: number | null
  bytes?: number | null
  error?: string | null
}

/** Settles a queued delivery. @returns whether it was still queued */
export async function settle(db: Db, id: string, { error = null, ...outcome }: Outcome): Promise<boolean> {
  const settled = await db
    .updateTable('report_deliveries')
    .set({
      ...outcome,
      error,
      attempts: sql`attempts + 1`,
      ...(outcome.status === 'sent' && { sent_at: sql<string>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Notes a failed attempt; the delivery stays queued. */
export const noteFailure = (db: Db, id: string, error: string) =>
  db
    .updateTable('report_deliveries')
    .set({ attempts: sql`attempts + 1`, error })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

/** Whether the delivery before this one, of the same report to the same person, ended for the same reason. */
export async function isKnownTrouble(db: Db, { id, report_id, person_id }: DeliveryToSend, reason: string) {
  const last = await db
    .selectFrom('report_deliveries')
    .innerJoin('report_runs', 'report_runs.id', 'report_deliveries.run_id')
    .select('report_deliveries.reason')
    .where('report_runs.report_id', '=', report_id)
    .where('report_runs.test', '=', false)
    .where('person_id', '=', person_id)
    .where('report_deliveries.id', '<', id)
    .orderBy('report_deliveries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.reason === reason
}

/** A subscription as its page shows it; undefined once the report is removed or the person no longer its recipient. */
export async function findSubscription(db: Db, { report_id, person_id }: Subscription) {
  return db
    .selectFrom('reports')
    .select([
      'name as report_name',
      'organization_id',
      sql<boolean>`not exists (select from report_opt_outs x where x.report_id = reports.id and x.person_id = ${person_id})`.as(
        'subscribed',
      ),
    ])
    .where('id', '=', report_id)
    .where(sql<boolean>`exists (select from people where id = ${person_id} and deleted_at is null)`)
    .executeTakeFirst()
}

export const optOut = (db: Db, subscription: Subscription) =>
  db
    .insertInto('report_opt_outs')
    .values(subscription)
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const optIn = (db: Db, { report_id, person_id }: Subscription) =>
  db
    .deleteFrom('report_opt_outs')
    .where('report_id', '=', report_id)
    .where('person_id', '=', person_id)
    .execute()

/** The condition for people who unsubscribed. */
export const hasOptedOut = async (db: Db, { report_id, person_id }: Subscription): Promise<boolean> => {
  const condition: RawBuilder<{ out: boolean }> = sql`select exists (
    select from report_opt_outs where report_id = ${report_id} and person_id = ${person_id}) as out`
  const { rows } = await condition.execute(db)
  return rows[0]?.out === true
}
