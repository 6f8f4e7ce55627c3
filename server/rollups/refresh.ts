import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { dayOf, workspaceZone } from '../kit/period.ts'
import { addRows, clearDays } from './add-rows.ts'
import { type ChangedDay, dayInterval, rollUpMonths, rollUpSlots } from './running-totals.ts'
import type { Interval, Source } from './source.ts'
import { sources } from './sources.ts'
import { FIVE_MINUTES } from './spans.ts'

const slotsOfHour = Array.from({ length: 12 }, (_, slot) => slot)

/** Time in milliseconds after the end of a five-minute slot in which its last rows may still arrive. */
const graceMs = 10_000

/** Maximum share of an instance's time for rolling up one source. Between two runs, changes are read from rows. */
const maxTimeShare = 0.05
/** Longest pause in milliseconds between two runs of a source. */
const maxPauseMs = 300_000

/** Maximum number of hours of one source that are rolled up in one transaction. */
const maxHoursPerStep = 31 * 24

/** PostgreSQL's `work_mem`: enough to aggregate a month of rows without temporary files. */
const workMem = '128MB'

/** Name of the advisory lock of a refresh: two concurrent refreshes could add the same rows twice. */
const lockName = 'rollups'

/** Invalidated five-minute slots, by the epoch milliseconds of their start. */
interface InvalidSlots {
  slots: number[]
  /** Those of `slots` whose whole hour was invalidated. */
  ofWholeHours: Set<number>
}

/**
 * Determines which rows of each changed day to read. The stored rollups of a recent day cover its rows up to the last slot
 * with a running total. If only later slots changed, their rows are added; if an earlier slot changed, the whole day is
 * recomputed.
 * @param until end of the slots that are rolled up
 */
async function changedDays(
  db: Db,
  source: Source,
  { slots, ofWholeHours }: InvalidSlots,
  zone: string,
  until: number,
): Promise<ChangedDay[]> {
  const byDay = [...Map.groupBy(slots, slot => dayOf(new Date(slot), zone))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const starts = byDay.map(([day]) => new Date(dayInterval(day, zone)[0]).toISOString())
  const ends = byDay.map(([day]) => new Date(dayInterval(day, zone)[1]).toISOString())
  const { rows } = await sql<{ last: string | null; isStored: boolean }>`
    select (select max(bucket) from rollup_totals
        where source = ${source.name} and unit = 'day' and bucket >= first and bucket < next) as last,
      exists (select from rollup_cells where source = ${source.name} and bucket >= first and bucket < next) as "isStored"
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as days (first, next, position)
    order by position`.execute(db)
  return byDay.map(([day, changed], index) => {
    const { last, isStored } = rows[index] as (typeof rows)[number]
    const slots = changed.sort((a, b) => a - b)
    const first = slots[0] as number
    const coveredUntil = last === null ? Number.NEGATIVE_INFINITY : Date.parse(last) + FIVE_MINUTES
    const [start, end] = dayInterval(day, zone)
    const onlyAdds =
      first >= coveredUntil && (last !== null || !isStored) && !slots.some(slot => ofWholeHours.has(slot))
    const rowsEnd = Math.max(until, coveredUntil, (slots.at(-1) as number) + FIVE_MINUTES)
    return { day, slots, rows: [onlyAdds ? Math.max(start, first) : start, Math.min(end, rowsEnd)] }
  })
}

/** Merges intervals that follow each other without a gap. */
function mergeAdjacent(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const [from, to] of intervals) {
    const last = merged.at(-1)
    if (last?.[1] === from) merged[merged.length - 1] = [last[0], to]
    else merged.push([from, to])
  }
  return merged
}

/**
 * Removes and returns the newest due invalidations of a source. Those of slots that still receive rows stay, without
 * duplicates. The others are passed on to the copy in ClickHouse, if there is one.
 * @param until end of the slots that are due; invalidations of whole hours always are
 */
async function takeInvalidations(db: Db, { name }: Source, until: number): Promise<InvalidSlots> {
  const end = until === Number.POSITIVE_INFINITY ? 'infinity' : new Date(until).toISOString()
  const { rows } = await sql<{ hour: string; slot: number | null }>`
    with taken as (
      delete from rollup_invalidations where source = ${name} and hour in (
        select distinct hour from rollup_invalidations
        where source = ${name} and (slot is null or hour < ${end}::timestamptz)
        order by hour desc limit ${maxHoursPerStep})
      returning hour, slot
    ), changed as (
      select distinct hour, slot,
        slot is not null and hour + (slot + 1) * interval '5 minutes' > ${end}::timestamptz as "isOpen"
      from taken
    ), kept as (
      insert into rollup_invalidations (source, hour, slot) select ${name}, hour, slot from changed where "isOpen"
    ), copied as (
      insert into rollup_copy_changes (source, hour, slot) select ${name}, hour, slot from changed
      where not "isOpen" and exists (select from rollup_copies where source = ${name})
    )
    select hour, slot from changed where not "isOpen"`.execute(db)
  const slotsIn = (hour: string, numbers: readonly number[]) =>
    numbers.map(number => Date.parse(hour) + number * FIVE_MINUTES)
  const ofWholeHours = new Set(
    rows.flatMap(({ hour, slot }) => (slot === null ? slotsIn(hour, slotsOfHour) : [])),
  )
  const single = rows.flatMap(({ hour, slot }) => (slot === null ? [] : slotsIn(hour, [slot])))
  return { slots: [...new Set([...ofWholeHours, ...single])], ofWholeHours }
}

/**
 * Discards and invalidates all rollups if the workspace's time zone has changed, because its days then start at other
 * times. @returns the current time zone
 */
async function applyZoneChange(db: Db): Promise<string> {
  const zone = await workspaceZone(db)
  const { rows } = await sql`insert into rollup_zone as kept (time_zone) values (${zone})
    on conflict (one) do update set time_zone = ${zone} where kept.time_zone <> ${zone} returning one`.execute(
    db,
  )
  if (rows.length > 0) {
    for (const { name, table, at } of sources) {
      await sql`insert into rollup_invalidations (source, hour)
        select distinct ${name}, date_trunc('hour', ${sql.ref(at)}, 'UTC') from ${sql.table(table)}`.execute(
        db,
      )
    }
    await sql`delete from rollup_cells`.execute(db)
    await sql`delete from rollup_members`.execute(db)
    await sql`delete from rollup_sets`.execute(db)
    await sql`delete from rollup_totals`.execute(db)
    await sql`delete from member_running_counts`.execute(db)
  }
  return zone
}

/** Rolls up the newest invalidated hours of a source. @returns the number of five-minute slots that were rolled up */
const refreshStep = (db: Kysely<Tables>, source: Source, until: number) =>
  // One snapshot for all statements: a row is read if and only if its invalidation was seen, so none is added twice.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      await sql`set local work_mem = ${sql.lit(workMem)}`.execute(db)
      const zone = await applyZoneChange(db)
      const invalid = await takeInvalidations(db, source, until)
      if (invalid.slots.length === 0) return 0
      const days = await changedDays(db, source, invalid, zone, until)
      const recomputedDays = days.filter(({ day, rows }) => rows[0] === dayInterval(day, zone)[0])
      const intervals = mergeAdjacent(days.map(({ rows }) => rows))
      await clearDays(db, source, mergeAdjacent(recomputedDays.map(({ day }) => dayInterval(day, zone))))
      await addRows(db, source, intervals, zone)
      await rollUpMonths(
        db,
        source,
        days.map(({ day }) => day),
        zone,
      )
      await rollUpSlots(db, source, days, zone)
      return invalid.slots.length
    })

/** Rolls up a source, newest days first, unless another instance is doing so. */
const refresh = (db: Kysely<Tables>, source: Source, until: number, stopping?: AbortSignal) =>
  db.connection().execute(async db => {
    // Locked before any step takes its snapshot, or the snapshot could contain invalidations that another instance has removed.
    const { rows } = await sql<{
      isAcquired: boolean
    }>`select pg_try_advisory_lock(hashtext(${lockName})) as "isAcquired"`.execute(db)
    if (!rows[0]?.isAcquired) return
    try {
      while (!stopping?.aborted && (await refreshStep(db, source, until)) > 0);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lockName}))`.execute(db)
    }
  })

/**
 * Rolls up all invalidated hours, newest first. A step removes invalidations in the transaction that rolls them up, so a
 * crash does not lose any.
 */
export async function refreshRollups(db: Kysely<Tables>, until = Number.POSITIVE_INFINITY): Promise<void> {
  for (const source of sources) await refresh(db, source, until)
}

/**
 * Keeps rollups up to date, for a job that runs every few seconds. Five-minute slots that still receive rows are left
 * out, because their rollup would be outdated at once. A source that takes long then pauses.
 */
export function keepRollupsCurrent(db: Kysely<Tables>) {
  const pausedUntil = new Map<string, number>()
  return async (stopping: AbortSignal) => {
    const until = Math.floor((Date.now() - graceMs) / FIVE_MINUTES) * FIVE_MINUTES
    for (const source of sources) {
      const start = performance.now()
      if (start < (pausedUntil.get(source.name) ?? 0)) continue
      await refresh(db, source, until, stopping)
      const end = performance.now()
      pausedUntil.set(source.name, end + Math.min(maxPauseMs, (end - start) / maxTimeShare))
    }
  }
}
