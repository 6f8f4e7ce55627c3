import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Interval, Source } from '../source.ts'
import { sources } from '../sources.ts'
import { FIVE_MINUTES, ONE_HOUR } from '../spans.ts'
import { type Copy, copyOf, iso, runBatch, startAgainIfApart } from './batch.ts'
import { dropMonths, oldestMonth } from './months.ts'
import { type CopyStore, insertTimeoutMs } from './store.ts'
import { copiedRange, createTables } from './tables.ts'

/** About how many rows a batch of older rows has. */
const batchRows = 50_000
/** Maximum number of listed changes in a batch. */
const maxChanges = 400
/** Milliseconds after which no insert of an interrupted batch can still arrive. */
const defaultSettledMs = insertTimeoutMs + 5_000

/** Name of the advisory lock of the relay: only one instance copies. */
const lockName = 'rollup-copy'

/** Takes changes off the list whose rows are not copied yet: they will be read later anyway. */
const forgetUncopied = (db: Db, { name }: Source, { copiedFrom }: Copy) =>
  db
    .deleteFrom('rollup_copy_changes')
    .where('source', '=', name)
    .where('hour', '<', iso(copiedFrom))
    .execute()

/** Copies the newest listed changes. @returns whether there were any */
async function copyChanges(db: Kysely<Tables>, store: CopyStore, source: Source): Promise<boolean> {
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
    if (end <= copiedRange[1]) starts.set(start, Math.max(end, starts.get(start) ?? 0))
  }
  const positions = changes.map(({ position }) => position)
  await runBatch(db, store, source, [...starts], db =>
    sql`delete from rollup_copy_changes where position = any(${positions}::bigint[])`.execute(db),
  )
  return true
}

/**
 * The part of an interval whose rows can be copied. Of a new or imported database, the newest hours are rolled up first;
 * until then they are read from rows, and they are listed as changed afterwards, so they would be copied twice.
 */
async function rolledUpPart(db: Db, { name, table, at }: Source, [from, to]: Interval): Promise<Interval> {
  // Recent hours are listed all the time.
  const within = (column: RawBuilder<unknown>) => sql`${column} >= ${iso(from)}
    and ${column} < least(${iso(to)}, date_trunc('hour', now(), 'UTC') - interval '1 hour')`
  const { rows } = await sql<{ newest: string | null; most: boolean }>`
    select max(hour) as newest, 2 * count(distinct hour) > (
      select count(distinct date_trunc('hour', ${sql.ref(at)}, 'UTC')) from ${sql.table(table)}
      where ${within(sql.ref(at))}) as most
    from (select hour from rollup_invalidations where source = ${name} and ${within(sql.ref('hour'))}
      union all select hour from rollup_copy_changes where source = ${name} and ${within(sql.ref('hour'))}) as listed`.execute(
    db,
  )
  const { newest, most } = rows[0] as (typeof rows)[number]
  // Single late rows must not hold up the others.
  return newest !== null && most ? [Date.parse(newest) + ONE_HOUR, to] : [from, to]
}

/** Copies the newest rows before those that are copied already. @returns whether more can be copied at once */
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
  const batch: Interval = [Math.max(oldest, Math.min(hourOf(rows[0]?.first), newest)), copiedFrom]
  const [from] = await rolledUpPart(db, source, batch)
  if (from >= copiedFrom) return false
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
  /** The oldest month of each source before which ClickHouse has none, as far as this instance knows. */
  const droppedBefore = new Map<string, number>()

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
    const known = await startAgainIfApart(db, store, source, stored)
    // A ClickHouse that was restored from a backup may have months again that were dropped.
    if (droppedBefore.get(source.name) !== oldest || known !== stored) {
      await dropMonths(db, store, source, oldest)
      droppedBefore.set(source.name, oldest)
    }
    const copy = { ...known, copiedFrom: Math.max(known.copiedFrom, oldest) }
    await forgetUncopied(db, source, copy)
    return (await copyChanges(db, store, source)) || copyOlder(db, store, source, copy, oldest)
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
