import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Interval, Source } from '../source.ts'
import { sources } from '../sources.ts'
import { FIVE_MINUTES, ONE_HOUR } from '../spans.ts'
import { type CopyStore, insertTimeoutMs } from './store.ts'
import { batchTable, copiedRange, createTables, rowsToCopy, tableOf, within } from './tables.ts'

/** Rows that are inserted at once, and about how many a batch of older rows has. */
const [insertRows, batchRows] = [10_000, 50_000]
/** Maximum number of listed changes in a batch. */
const maxChanges = 400
/** Milliseconds after which no insert of an interrupted batch can still arrive. */
const defaultSettledMs = insertTimeoutMs + 5_000

/** Name of the advisory lock of the relay: only one instance copies. */
const lockName = 'rollup-copy'

const iso = (instant: number) => new Date(instant).toISOString()

interface Copy {
  /** Start of what is copied, in epoch milliseconds. */
  copiedFrom: number
  begun: number
  completed: number
}

/** The state of a source's copy; one that does not exist is created empty. */
async function copyOf(db: Db, { name }: Source): Promise<Copy> {
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
async function startAgainIfApart(db: Db, store: CopyStore, { name }: Source, copy: Copy): Promise<Copy> {
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
async function runBatch(
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

/** Copies the newest listed changes. @returns whether there were any */
async function copyChanges(
  db: Kysely<Tables>,
  store: CopyStore,
  source: Source,
  { copiedFrom }: Copy,
): Promise<boolean> {
  const changes = await db
    .selectFrom('rollup_copy_changes')
    .select(['position', 'hour', 'slot'])
    .where('source', '=', source.name)
    .orderBy('hour', 'desc')
    .limit(maxChanges)
    .execute()
  if (changes.length === 0) return false
  const starts = new Map<number, number>()
  for (const { hour, slot } of changes) {
    const start = Date.parse(hour) + (slot ?? 0) * FIVE_MINUTES
    const end = slot === null ? start + ONE_HOUR : start + FIVE_MINUTES
    // What is not copied yet will be read later anyway.
    if (start >= copiedFrom && end <= copiedRange[1]) starts.set(start, Math.max(end, starts.get(start) ?? 0))
  }
  const positions = changes.map(({ position }) => position)
  await runBatch(db, store, source, [...starts], db =>
    sql`delete from rollup_copy_changes where position = any(${positions}::bigint[])`.execute(db),
  )
  return true
}

/** Start of the oldest month whose rows are complete: older ones were dropped after their retention period. */
async function oldestMonth(db: Db, { retention }: Source): Promise<number> {
  if (!retention) return copiedRange[0]
  const round = await db
    .selectFrom('retention_rounds')
    .select('through')
    .where('kind', '=', retention)
    .executeTakeFirst()
  if (!round) return copiedRange[0]
  const through = new Date(round.through)
  return Math.max(copiedRange[0], Date.UTC(through.getUTCFullYear(), through.getUTCMonth(), 1))
}

/** Removes months from the copy whose rows were dropped. Their figures stay in the embedded rollups. */
async function dropMonths(db: Db, store: CopyStore, source: Source, before: number): Promise<void> {
  await db
    .updateTable('rollup_copies')
    .set({ copied_from: iso(before) })
    .where('source', '=', source.name)
    .where('copied_from', '<', iso(before))
    .execute()
  const month = iso(before).slice(0, 7).replace('-', '')
  const old = await store.query<{ partition: string }>(`select distinct partition from system.parts
    where active and database = currentDatabase() and table = '${tableOf(source)}' and toUInt32(partition) < ${month}`)
  for (const { partition } of old)
    await store.command(`alter table ${tableOf(source)} drop partition ${partition}`)
}

/** Copies the newest rows before those that are copied already. @returns whether there may be more */
async function copyOlder(
  db: Kysely<Tables>,
  store: CopyStore,
  source: Source,
  { copiedFrom }: Copy,
  oldest: number,
): Promise<boolean> {
  if (copiedFrom <= oldest) return false
  const at = sql.ref(source.at)
  const table = sql.table(source.table)
  const { rows } = await sql<{ newest: string | null; first: string | null }>`select
    (select max(${at}) from ${table} where ${at} < ${iso(copiedFrom)}) as newest,
    (select ${at} from ${table} where ${at} < ${iso(copiedFrom)} order by ${at} desc offset ${batchRows} limit 1)
      as first`.execute(db)
  const hourOf = (instant: string | null | undefined) =>
    instant ? Math.floor(Date.parse(instant) / ONE_HOUR) * ONE_HOUR : oldest
  const newest = hourOf(rows[0]?.newest)
  const from = Math.max(oldest, Math.min(hourOf(rows[0]?.first), newest))
  await runBatch(db, store, source, [[from, copiedFrom]], db =>
    db
      .updateTable('rollup_copies')
      .set({ copied_from: iso(from) })
      .where('source', '=', source.name)
      .execute(),
  )
  return from > oldest
}

/**
 * Keeps the copy up to date, for a job that runs every few seconds; only one instance copies at a time.
 * @param settledMs milliseconds after which no insert of an interrupted batch can arrive any more
 */
export function keepCopyCurrent(db: Kysely<Tables>, store: CopyStore, settledMs = defaultSettledMs) {
  let hasTables = false
  /** Interrupted batches, and since when they are known, by `performance.now()`. */
  const interrupted = new Map<string, { begun: number; since: number }>()

  /** Whether an insert of an interrupted batch of another instance could still arrive. */
  function mayBeRunning({ name }: Source, { begun, completed }: Copy): boolean {
    if (begun === completed) return false
    const known = interrupted.get(name)
    if (known?.begun === begun) return performance.now() - known.since < settledMs
    interrupted.set(name, { begun, since: performance.now() })
    return settledMs > 0
  }

  /** Copies changes first, then one batch of older rows. @returns whether more is left */
  async function copyOnce(db: Kysely<Tables>, source: Source): Promise<boolean> {
    const stored = await copyOf(db, source)
    if (mayBeRunning(source, stored)) return false
    const oldest = await oldestMonth(db, source)
    let copy = await startAgainIfApart(db, store, source, stored)
    if (copy.copiedFrom < oldest) {
      await dropMonths(db, store, source, oldest)
      copy = { ...copy, copiedFrom: oldest }
    }
    const changed = await copyChanges(db, store, source, copy)
    const older = await copyOlder(db, store, source, copy, oldest)
    return changed || older
  }

  return (stopping: AbortSignal) =>
    db.connection().execute(async db => {
      const { rows } = await sql<{
        isAcquired: boolean
      }>`select pg_try_advisory_lock(hashtext(${lockName})) as "isAcquired"`.execute(db)
      if (!rows[0]?.isAcquired) return
      try {
        if (!hasTables) await createTables(store, sources)
        hasTables = true
        for (const source of sources) while (!stopping.aborted && (await copyOnce(db, source)));
      } catch (error) {
        hasTables = false
        throw error
      } finally {
        await sql`select pg_advisory_unlock(hashtext(${lockName}))`.execute(db)
      }
    })
}

/** Forgets the copy where ClickHouse is no longer configured, so that changes are not listed for ever. */
export async function forgetCopy(db: Db): Promise<void> {
  const { rows } = await sql`select from rollup_copies limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`delete from rollup_copies`.execute(db)
  await sql`delete from rollup_copy_changes`.execute(db)
}
