import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { CareTask, TaskStatus } from '#contract/care/elderly-dashboard.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { recordSyncChange } from '#server/kit/sync-log.ts'
import { rowScope } from '#server/kit/table/scope.ts'

type Status = z.infer<typeof TaskStatus>

const owner = { organization: 't.organization_id', person: 't.person_id' }
const taskColumns = sql`t.id, p.user_id, t.title, t.notes, t.due_at, t.status, t.assignee_id, a.name as assignee_name,
  t.created_by, t.completed_at, t.version, t.created_at, t.updated_at`
const taskSource = sql`care_tasks t join people p on p.id = t.person_id left join people a on a.id = t.assignee_id`

/** A person's tasks, soonest due first; tasks without a due time come last. */
export async function listTasks(db: Db, person: string, status: Status | undefined): Promise<CareTask[]> {
  const { rows } = await sql<CareTask>`select ${taskColumns} from ${taskSource}
    where t.person_id = ${person} and t.deleted_at is null and ${status ? sql`t.status = ${status}` : sql`true`}
    order by (t.status = 'open') desc, t.due_at nulls last, t.created_at, t.id limit 500`.execute(db)
  return rows
}

/** A task in the caller's scope with its person. @throws Problem 404 */
export async function findTask(
  call: AuthenticatedCall,
  id: string,
): Promise<CareTask & { person_id: string }> {
  if (!isUuid(id)) throw notFound('This task')
  const { rows } = await sql<
    CareTask & { person_id: string }
  >`select ${taskColumns}, t.person_id from ${taskSource}
    where t.id = ${id} and t.deleted_at is null and ${rowScope(call, owner)}`.execute(call.db)
  const [task] = rows
  if (!task) throw notFound('This task')
  return task
}

export interface NewTask {
  id: string
  organization_id: string
  person_id: string
  title: string
  notes: string | null
  due_at: string | null
  status?: Status
  assignee_id: string | null
  created_by: string
}

/** Inserts a task. @returns false if the id exists */
export async function insertTask(db: Db, task: NewTask): Promise<boolean> {
  const made = await db
    .insertInto('care_tasks')
    .values({ ...task, completed_at: task.status === 'done' ? new Date().toISOString() : null })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await recordSyncChange(db, task.person_id, { kind: 'task', id: task.id, version: 1 })
  return made !== undefined
}

export type ChangedTask = Partial<Pick<NewTask, 'title' | 'notes' | 'due_at' | 'status'>>

/** Updates a task, or deletes it if `change` is null. @returns its new version */
export async function writeTask(
  db: Db,
  { id, person_id }: { id: string; person_id: string },
  change: ChangedTask | null,
): Promise<number> {
  const { version } = await db
    .updateTable('care_tasks')
    .set({
      ...(change ? { ...change, deleted_at: null } : { deleted_at: sql`now()` }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      ...(change?.status && {
        completed_at: change.status === 'done' ? sql`coalesce(completed_at, now())` : null,
      }),
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await recordSyncChange(db, person_id, { kind: 'task', id, version, deleted: change === null })
  return version
}

/** @throws Problem 412 if `If-Match` is not the current version */
export async function changeTask(
  call: AuthenticatedCall,
  id: string,
  change: ChangedTask,
): Promise<CareTask> {
  if (isUuid(id)) await sql`select from care_tasks where id = ${id} for update`.execute(call.db)
  const before = await findTask(call, id)
  if (call.ifMatch !== null && call.ifMatch !== before.version)
    throw new Problem(412, 'Someone else changed this record in the meantime.', { kind: 'stale' })
  await writeTask(call.db, before, change)
  const { person_id: _, ...after } = await findTask(call, id)
  return after
}

/** Number of open and overdue tasks, and of tasks done in the last 30 days. */
export async function countTasks(db: Db, person: string) {
  const { rows } = await sql<{ open: number; overdue: number; done: number }>`select
    count(*) filter (where status = 'open') as open,
    count(*) filter (where status = 'open' and due_at < now()) as overdue,
    count(*) filter (where status = 'done' and completed_at > now() - interval '30 days') as done
    from care_tasks where person_id = ${person} and deleted_at is null`.execute(db)
  return rows[0] as (typeof rows)[number]
}
