import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Interval, Source } from '../source.ts'
import type { CopyStore } from './store.ts'
import { batchTable, copiedRange, rowsToCopy, tableOf, within } from './tables.ts'

/** Rows that are inserted at once. */
const insertRows = 10_000

export const iso = (instant: number) => new Date(instant).toISOString()

/** The state of a source's copy. */
export interface Copy {
  /** Start of what is copied, in epoch milliseconds. */
  copiedFrom: number
  begun: number
  completed: number
}

/** The state of a source's copy; one that does not exist is created empty. */
export async function copyOf(db: Db, { name }: Source): Promise<Copy> {
  await sql`insert into rollup_copies (source, copied_from) values (${name}, ${iso(copiedRange[1])})
    on conflict do nothing`.execute(db)
  const { rows } =
    await sql<Copy>`select extract(epoch from copied_from)::float8 * 1000 as "copiedFrom", begun, completed
    from rollup_copies where source = ${name}`.execute(db)
  return rows[0] as Copy
}

/**
 * Starts the copy of a source again if ClickHouse has batches that PostgreSQL does not know, or lacks some that it knows:
 * one of the two was restored from a backup, or lost its last transactions in a failover.
 */
export async function startAgainIfApart(
  db: Db,
  store: CopyStore,
  { name }: Source,
  copy: Copy,
): Promise<Copy> {
  const [last] = await store.query<{ version: string }>(
    `select max(version) as version from ${batchTable} where source = '${name}'`,
  )
  const version = Number(last?.version ?? 0)
  if (version >= copy.completed && version <= copy.begun) return copy
  const begun = Math.max(version, copy.begun)
  await db
    .updateTable('rollup_copies')
    .set({ copied_from: iso(copiedRange[1]), begun, completed: 0 })
    .where('source', '=', name)
    .execute()
  return { ...copy, copiedFrom: copiedRange[1], begun, completed: 0 }
}

/** Inserts the rows of some intervals as a version, and marks rows that are no longer there as deleted. */
async function copyIntervals(
  db: Db,
  store: CopyStore,
  source: Source,
  version: number,
  intervals: readonly Interval[],
): Promise<void> {
  if (intervals.length === 0) return
  const table = tableOf(source)
  await sql`declare copied no scroll cursor for ${rowsToCopy(source, intervals)}`.execute(db)
  for (let part = 0; ; part++) {
    const { rows } = await sql<object>`fetch ${sql.lit(insertRows)} from copied`.execute(db)
    if (rows.length > 0) {
      const versioned = rows.map(row => ({ ...row, version, deleted: false }))
      await store.insert(table, versioned, `${table} ${version} ${part}`)
      store.copied.rows += rows.length
    }
    if (rows.length < insertRows) break
  }
  await sql`close copied`.execute(db)
  await store.command(`insert into ${table} (organization_id, at, id, version, deleted)
    select organization_id, at, id, ${version}, true from ${table} final
    where ${within(intervals)} and not deleted and version < ${version}`)
}

/**
 * Copies some intervals as one batch. Its number is stored first, in both databases, and what it copies stays listed as
 * changed, or as not yet copied, until `finish` is committed; a crash in between only leaves it to the next batch.
 * All rows are read from one snapshot.
 */
export async function runBatch(
  db: Kysely<Tables>,
  store: CopyStore,
  source: Source,
  intervals: readonly Interval[],
  finish: (db: Db) => Promise<unknown>,
): Promise<void> {
  const { begun } = await db
    .updateTable('rollup_copies')
    .set(eb => ({ begun: eb('begun', '+', 1) }))
    .where('source', '=', source.name)
    .returning('begun')
    .executeTakeFirstOrThrow()
  await store.insert(batchTable, [{ source: source.name, version: begun }], `${source.name} ${begun}`)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      await copyIntervals(db, store, source, begun, intervals)
      await finish(db)
      await db
        .updateTable('rollup_copies')
        .set({ completed: begun })
        .where('source', '=', source.name)
        .execute()
    })
}
