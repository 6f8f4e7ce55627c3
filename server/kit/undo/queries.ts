import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { changeActions } from '../table/past/rewind.ts'
import { type LaterChange, type OwnChange, presenceActions } from './plan.ts'

/** The job or import that wrote an entry; the expression of the index `activity_logs_job`. */
const jobOf = sql<string | null>`coalesce(details ->> 'bulk_job', details ->> 'import')`
const isOfServer = sql<boolean>`source = 'server'`
const isChange = sql<boolean>`${isOfServer} and action in (${sql.join(changeActions.map(action => sql.lit(action)))})`

const isPresence = sql<boolean>`action in (${sql.join(presenceActions.map(action => sql.lit(action)))})`

/** Actions on many records, as their first entry in the log names them. */
const orders = ['bulk_update', 'bulk_delete', 'bulk_undo', 'import']

/** An action on many records, in the log. */
export interface Order {
  /** Id of the bulk job or import. */
  id: string
  log_id: string
  at: string
  action: string
  resource_type: string
  organization_id: string
  actor_id: string | null
  user_email: string | null
  undoes: string | null
  total: number | null
}

const order = sql`${jobOf} as id, id as log_id, "timestamp" as at, action, resource_type, organization_id, actor_id,
  user_email, details ->> 'undoes' as undoes,
  case when jsonb_typeof(details -> 'total') = 'number' then (details ->> 'total')::int end as total`

/** The entry with which a bulk job or import began; undefined if there is none, or its text was erased. */
export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select ${order} from activity_logs
    where ${isOfServer} and ${jobOf} = ${id} and action = any(${orders})
    order by "timestamp" limit 1`.execute(db)
  return rows[0]
}

/** The undos of a bulk job or import, newest first, with the number of records that each returned by its end. */
export async function undosOf(db: Db, id: string): Promise<(Order & { done: number | null })[]> {
  const { rows } = await sql<Order>`
    select ${order} from activity_logs
    where ${isOfServer} and action = 'bulk_undo' and details ->> 'undoes' = ${id}
    order by "timestamp" desc limit 20`.execute(db)
  return Promise.all(rows.map(async undo => ({ ...undo, done: await doneBy(db, undo.id) })))
}

/** Number of records that a bulk job had changed by its end; null if it has not ended, or for an import. */
export async function doneBy(db: Db, id: string): Promise<number | null> {
  const { rows } = await sql<{ done: number | null }>`
    select case when jsonb_typeof(details -> 'done') = 'number' then (details ->> 'done')::int end as done
    from activity_logs
    where ${isOfServer} and ${jobOf} = ${id} and action in ('bulk_finish', 'bulk_cancel')
    limit 1`.execute(db)
  return rows[0]?.done ?? null
}

const isRecordOf = (id: string, types: readonly string[]) => sql<boolean>`
  ${jobOf} = ${id} and ${isChange} and resource_type = any(${types})
  and resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

/** The action of a job's first change; undefined if the log has none. */
export async function firstChangeOf(
  db: Db,
  id: string,
  types: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ action: string }>`
    select action from activity_logs where ${isRecordOf(id, types)} limit 1`.execute(db)
  return rows[0]?.action
}

/** Number of records that a job changed, according to the log. */
export async function countRecordsOf(db: Db, id: string, types: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct resource_id)::int as count from activity_logs where ${isRecordOf(id, types)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Ids of records that a job changed, in their order. @param after the last id of the previous page */
export async function recordsOf(
  db: Db,
  id: string,
  types: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    select distinct resource_id from activity_logs
    where ${isRecordOf(id, types)} and resource_id > ${after}
    order by resource_id limit ${limit}`.execute(db)
  return rows.map(({ resource_id }) => resource_id)
}

/** Stores the records that a job changed as the rows of its undo. @returns their number */
export async function snapshotRowsToUndo(
  db: Db,
  undoId: string,
  id: string,
  types: readonly string[],
): Promise<number> {
  const added = await sql`
    insert into bulk_rows (job_id, position, row_id)
    select ${undoId}, row_number() over (order by resource_id), resource_id::uuid
    from (select distinct resource_id from activity_logs where ${isRecordOf(id, types)}) as records`.execute(
    db,
  )
  return Number(added.numAffectedRows)
}

type Located<T> = T & { resource_id: string; id: string; timestamp: string }

/** What a job did to some records, oldest first. */
export async function changesBy(
  db: Db,
  id: string,
  types: readonly string[],
  records: readonly string[],
): Promise<Located<OwnChange>[]> {
  const { rows } = await sql<Located<OwnChange>>`
    select resource_id, id, "timestamp", action, details -> 'before' as before, details -> 'after' as after
    from activity_logs where ${isRecordOf(id, types)} and resource_id = any(${records})
    order by "timestamp", id`.execute(db)
  return rows
}

/** A later change of a field, with who made it. */
export interface DatedChange extends LaterChange {
  resource_id: string
  log_id: string
  at: string
  organization_id: string
  user_email: string | null
}

/**
 * The last change of each field after an entry, by record. The log is read once and grouped in the database, so that
 * memory does not grow with the number of changes.
 */
export async function changesSince(
  db: Db,
  types: readonly string[],
  own: readonly Located<unknown>[],
): Promise<DatedChange[]> {
  if (own.length === 0) return []
  const [earliest] = own.map(({ timestamp }) => timestamp).sort()
  const { rows } = await sql<DatedChange>`
    with own as (
      select * from unnest(${own.map(entry => entry.resource_id)}::text[],
        ${own.map(entry => entry.timestamp)}::timestamptz[], ${own.map(entry => entry.id)}::uuid[])
        as own (resource_id, own_timestamp, own_id)
    )
    select distinct on (resource_id, field, field is null and ${isPresence}) resource_id, field, id as log_id, "timestamp" as at, action, organization_id,
      user_email, first_value(value) over (partition by resource_id, field order by "timestamp", id) as original
    from activity_logs join own using (resource_id)
    left join lateral jsonb_each(
      case when action <> 'delete' and jsonb_typeof(details -> 'before') = 'object' then details -> 'before' end
    ) as changed (field, value) on true
    where resource_id = any(${own.map(entry => entry.resource_id)}) and "timestamp" >= ${earliest}
      and ("timestamp", id) > (own_timestamp, own_id) and ${isChange} and resource_type = any(${types})
    order by resource_id, field, field is null and ${isPresence}, "timestamp" desc, id desc`.execute(db)
  return rows
}
