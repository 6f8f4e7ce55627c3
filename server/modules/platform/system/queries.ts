import { sql } from 'kysely'
import type { RetentionKind } from '#contract/platform/system.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

/** Rows deleted per statement, to keep locks short. */
const batchSize = 2_000

/** Drops monthly partitions that lie entirely before an instant. @returns the number of removed rows */
export async function dropMonthsBefore(db: Db, table: keyof Tables, before: string): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select drop_months_before(${table}, ${before}) as removed`.execute(db)
  return rows[0]?.removed ?? 0
}

/** Deletes a batch of rows older than an instant. @returns the number of deleted rows */
export async function deleteBefore(db: Db, table: string, instant: string, before: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(instant)} < ${before} limit ${batchSize}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export interface Round {
  kept_days: number
  removed: number
  through: string
  finished_at: string
}

/** The last run for each kind. */
export async function lastRounds(db: Db): Promise<Map<string, Round>> {
  const rows = await db.selectFrom('retention_rounds').selectAll().execute()
  return new Map(rows.map(({ kind, ...round }) => [kind, round]))
}

export async function recordRound(
  db: Db,
  kind: RetentionKind,
  round: Omit<Round, 'finished_at'>,
): Promise<void> {
  const row = { ...round, finished_at: new Date().toISOString() }
  await db
    .insertInto('retention_rounds')
    .values({ kind, ...row })
    .onConflict(conflict => conflict.column('kind').doUpdateSet(row))
    .execute()
}

/** Records that a version runs; only its first start counts. */
export const recordRelease = (db: Db, version: string) =>
  db
    .insertInto('releases')
    .values({ version })
    .onConflict(conflict => conflict.column('version').doNothing())
    .execute()

/** The latest releases, newest first. */
export const latestReleases = (db: Db) =>
  db.selectFrom('releases').selectAll().orderBy('started_at', 'desc').limit(100).execute()

export async function getDatabaseStats(db: Db): Promise<{ server_version: string; size_bytes: number }> {
  const { rows } = await sql<{ server_version: string; size_bytes: number }>`
    select current_setting('server_version') as server_version,
      pg_database_size(current_database()) as size_bytes`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Backlog and failures of background jobs, from the tables of pg-boss. */
export async function getJobStats(db: Db): Promise<{ waiting: number; lag_seconds: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; lag_seconds: number; failed: number }>`
    select count(*) filter (where is_due)::int as waiting,
      coalesce(round(extract(epoch from now() - min(start_after) filter (where is_due))::numeric, 1), 0) as lag_seconds,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed
    from (select *, state in ('created', 'retry') and start_after <= now() as is_due from jobs.job) as job`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}
