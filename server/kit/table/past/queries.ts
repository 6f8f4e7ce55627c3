import { type RawBuilder, sql } from 'kysely'
import { maxPastChanges } from '#contract/kit/as-of.ts'
import type { Db } from '../../../db/open.ts'
import type { Row } from '../config.ts'
import { changeActions, type LoggedChange, unreadable } from './rewind.ts'

/** Columns that no reading of the past needs. */
const secrets = ['password_hash', 'key_hash']

/** As literals, so that the partial index `activity_logs_changes` serves the condition. */
const isChange = sql<boolean>`source = 'server' and action in (${sql.join(changeActions.map(action => sql.lit(action)))})`

interface LoggedRow {
  id: string
  resource_id: string
  timestamp: string
  action: string
  details: unknown
  is_erased: boolean
}

function toChange({ action, timestamp, details, is_erased }: LoggedRow): LoggedChange {
  const isReadable = !is_erased && typeof details === 'object' && details !== null
  return { action, timestamp, before: isReadable ? (details as Row).before : unreadable }
}

/** A statement for the changes after an instant, in no order; up to one more than the maximum. */
export const changesStatement = (types: readonly string[], instant: string, ids?: readonly string[]) =>
  sql<LoggedRow>`
    select id, resource_id, "timestamp", action, details, erased is not null as is_erased
    from activity_logs
    where resource_type = any(${types}) and "timestamp" > ${instant} and ${isChange}
      and ${ids ? sql`resource_id = any(${ids})` : sql`resource_id is not null`}
    limit ${maxPastChanges + 1}`

/** The changes after an instant, newest first, by record; null if there are more than the maximum. */
export async function changesAfter(
  db: Db,
  types: readonly string[],
  instant: string,
  ids?: readonly string[],
): Promise<Map<string, LoggedChange[]> | null> {
  const { rows } = await changesStatement(types, instant, ids).execute(db)
  if (rows.length > maxPastChanges) return null
  // Within one millisecond, ids are in the order of the entries.
  rows.sort((one, other) => {
    const [a, b] = [`${one.timestamp} ${one.id}`, `${other.timestamp} ${other.id}`]
    return a < b ? 1 : a > b ? -1 : 0
  })
  const byRecord = new Map<string, LoggedChange[]>()
  for (const row of rows) {
    const changes = byRecord.get(row.resource_id)
    if (changes) changes.push(toChange(row))
    else byRecord.set(row.resource_id, [toChange(row)])
  }
  return byRecord
}

/** The entry of a record's last change up to an instant. */
export async function lastChangeUntil(
  db: Db,
  types: readonly string[],
  id: string,
  instant: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from activity_logs
    where resource_type = any(${types}) and resource_id = ${id} and "timestamp" <= ${instant} and ${isChange}
    order by "timestamp" desc, id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** From when on the activity log has its texts; null while it is empty. */
export async function logBegin(db: Db): Promise<string | null> {
  const { rows } = await sql<{ begin: string | null }>`
    select greatest((select min("timestamp") from activity_logs),
      (select through from retention_rounds where kind = 'activity-logs')) as begin
    where exists (select from activity_logs)`.execute(db)
  return rows[0]?.begin ?? null
}

/**
 * The organizations with people who were erased after an instant: references to these people were emptied without a log
 * entry.
 */
export async function organizationsWithErasures(db: Db, instant: string): Promise<Set<string>> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from activity_logs
    where action = 'erase' and resource_type = 'people' and "timestamp" > ${instant}`.execute(db)
  return new Set(rows.map(({ organization_id }) => organization_id))
}

/** The people among some ids whose data was erased. */
export async function erasedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...ids])
    .where('erased_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A row as it is now. */
export interface PresentRow {
  id: string
  row: Row
  /** Whether the caller may see it. */
  is_reached: boolean
}

/** The present rows that match a condition. */
export async function presentRows(
  db: Db,
  source: RawBuilder<unknown>,
  matches: RawBuilder<boolean>,
  access: RawBuilder<unknown>,
): Promise<PresentRow[]> {
  const { rows } = await sql<PresentRow>`
    select id, to_jsonb(present) - ${secrets}::text[] as row, (${access}) is true as is_reached
    from ${source} as present where ${matches}`.execute(db)
  return rows
}

/** Rows as a relation with the columns of a table or view. */
export const relationOf = (source: RawBuilder<unknown>, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${source}, ${JSON.stringify(rows)}::jsonb)`
