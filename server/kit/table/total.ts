import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export interface Total {
  count: number
  estimated: boolean
}

/** Up to here a total is always counted, beyond it a growing log's is estimated. */
const exactBound = 10_000
/** How long a large total may lag behind writes of another instance, in milliseconds. */
const keepFor = 5_000
const worthKeeping = 2_000

const kept = new Map<string, { table: string; count: number; until: number }>()

/** Totals of a table are counted anew after a write of this instance. */
export function forgetCounts(table: string): void {
  for (const [key, { table: of }] of kept) if (of === table) kept.delete(key)
}

/**
 * How many rows a selection has. A count scans every row that matches, so a large one is kept for seconds; of an
 * append-only table it is exact up to a bound and PostgreSQL's own estimate beyond.
 */
export async function countOf(
  db: Db,
  table: string,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  appendOnly: boolean,
): Promise<Total> {
  if (appendOnly) return estimate(db, from, where)
  const query = sql<{ count: number }>`select count(*) as count from ${from} where ${where}`
  const statement = query.compile(db)
  const key = `${statement.sql} ${JSON.stringify(statement.parameters)}`
  const found = kept.get(key)
  if (found && found.until > Date.now()) return { count: found.count, estimated: false }
  const count = (await query.execute(db)).rows[0]?.count ?? 0
  if (kept.size > 1_000) kept.clear()
  if (count >= worthKeeping) kept.set(key, { table, count, until: Date.now() + keepFor })
  return { count, estimated: false }
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
