import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Area, can, may, type Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { FigureRules } from '#server/db/tables/figure-rules.ts'
import type { Reports } from '#server/db/tables/reports.ts'
import { databaseTime } from '#server/db/time.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { listAdmins } from '#server/kit/person.ts'
import type { Services } from '#server/services.ts'
import { findActor } from './owner.ts'

interface Tasks {
  reports: Selectable<Reports>
  figure_rules: Selectable<FigureRules>
}

/** Tasks of one kind that recur: each row has an owner, a status and, while it is active, the next time it is due. */
interface Recurring<T extends keyof Tasks> {
  table: T
  resource: string
  area: Area
  /** The letter to admins about a paused task, and how its text calls the name of the task. */
  letter: PauseLetter['letter']
  noun: 'report' | 'rule'
  /** Tasks per transaction. */
  batchSize: number
  /** Whether the owner still has all the rights that the task needs, besides the right to create one. */
  mayRun?(role: Role, task: Tasks[T]): boolean
  /** Queues the work of a due task, and stores when it is due next. @param now milliseconds of the epoch */
  run(db: Db, services: Services, task: Tasks[T], now: number): Promise<AuditEntry | undefined>
}

interface PauseLetter {
  id: string
  person_id: string
  letter: 'report_paused' | 'figure_rule_paused'
  values: Record<string, string>
  path: string
}

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    /** Tells an admin that a task was paused. */
    pause_letter: PauseLetter
  }
}

const isDue = sql`status = 'active' and next_at <= clock_timestamp()`

/** Locks tasks that are due, those that waited longest first; other instances skip them. */
async function lockDue<T extends keyof Tasks>(db: Db, { table, batchSize }: Recurring<T>) {
  const { rows } = await sql<Tasks[T]>`
    select * from ${sql.table(table)} where ${isDue}
    order by next_at, id limit ${batchSize} for update skip locked`.execute(db)
  return rows
}

async function mayRun<T extends keyof Tasks>(
  db: Db,
  { area, mayRun = () => true }: Recurring<T>,
  task: Tasks[T],
): Promise<boolean> {
  const owner = await findActor(db, task.owner_id, false)
  if (owner?.organizationId !== task.organization_id) return false
  return can(owner.role, may(area, 'create')) && mayRun(owner.role, task)
}

/** Pauses a task whose owner lost access, and tells the admins of the organization. */
async function pause<T extends keyof Tasks>(
  db: Db,
  { jobs }: Services,
  { table, resource, letter, noun }: Recurring<T>,
  { id, name, organization_id }: Tasks[T],
): Promise<AuditEntry> {
  await sql`
    update ${sql.table(table)}
    set status = 'paused', paused_reason = 'owner_left', next_at = null, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  const path = `/${resource}/${id}`
  for (const person_id of await listAdmins(db, organization_id))
    await jobs.enqueue(db, 'pause_letter', { id: uuid(), person_id, letter, values: { [noun]: name }, path })
  return {
    action: 'suspend',
    resourceType: resource,
    resourceId: id,
    organizationId: organization_id,
    details: { before: { status: 'active' }, after: { status: 'paused', paused_reason: 'owner_left' } },
  }
}

/**
 * Runs the tasks that are due. Their work and the next time are written in one transaction, so that each due time is
 * queued once, on whichever instance, and also if it crashes.
 * @returns whether there may be more
 */
export async function runDue<T extends keyof Tasks>(
  services: Services,
  recurring: Recurring<T>,
): Promise<boolean> {
  const { db } = services.database
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from ${sql.table(recurring.table)} where ${isDue}) as any`.execute(db)
  if (!rows[0]?.any) return false
  return auditedTransaction(services, systemOrigin, async (db, audit) => {
    const now = await databaseTime(db)
    const due = await lockDue(db, recurring)
    for (const task of due) {
      const entry = (await mayRun(db, recurring, task))
        ? await recurring.run(db, services, task, now)
        : await pause(db, services, recurring, task)
      if (entry) audit(entry)
    }
    return due.length === recurring.batchSize
  })
}
