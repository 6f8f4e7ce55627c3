import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export interface Total {
  count: number
  estimated: boolean
}

/** Up to here a total is always counted, beyond it a growing log's is estimated. */
const exactBound = 10_000
/** How long a kept total may lag behind writes of another instance, in milliseconds. */
const keepFor = 5_000
/** Totals that took less are cheap enough to be counted each time, in milliseconds. */
const worthKeeping = 5

interface Kept {
  table: string
  total: Promise<Total>
  until: number
}
const kept = new Map<string, Kept>()

/** Totals of a table are counted anew after a write of this instance; those of all tables on another database. */
export function clearCounts(table?: string): void {
  for (const [key, { table: of }] of kept) if (!table || of === table) kept.delete(key)
}

/** A statement with its values, by which what is known of it is kept. */
export function statementKey(statement: RawBuilder<unknown>, db: Db): string {
  const { sql: text, parameters } = statement.compile(db)
  return `${text} ${JSON.stringify(parameters)}`
}

/**
 * How many rows a selection has. A count reads every row that matches, so one that took long is kept for seconds, and
 * callers that ask at the same time share it; of an append-only table it is exact up to a bound and PostgreSQL's own
 * estimate beyond.
 */
export async function cachedCount(
  db: Db,
  table: string,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  appendOnly: boolean,
): Promise<Total> {
  const key = statementKey(sql`${from} ${where}`, db)
  const now = performance.now()
  const found = kept.get(key)
  if (found && found.until > now) return found.total
  const entry = { table, total: (appendOnly ? estimate : count)(db, from, where), until: now + keepFor }
  if (kept.size > 1_000) kept.clear()
  kept.set(key, entry)
  const drop = () => kept.get(key) === entry && kept.delete(key)
  entry.total.then(() => performance.now() - now < worthKeeping && drop(), drop)
  return entry.total
}

async function count(db: Db, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, estimated: false }
}

async function estimate(db: Db, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Total> {
  const bounded = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} limit ${exactBound + 1}) as first`.execute(
    db,
  )
  const count = bounded.rows[0]?.count ?? 0
  if (count <= exactBound) return { count, estimated: false }
  const explained = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${from} where ${where}`.execute(db)
  const planned = explained.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  return { count: Math.max(planned, exactBound + 1), estimated: true }
}
