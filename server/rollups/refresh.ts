import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { dayOf, workspaceZone } from '../kit/period.ts'
import { type ChangedDay, dayInterval, rollUpMonths, rollUpSlots } from './running-totals.ts'
import type { Interval, Source } from './source.ts'
import { sources } from './sources.ts'
import { FIVE_MINUTES } from './spans.ts'
import { addToCells, addToMembers, addToSets, clearDays } from './store.ts'

const slotsOfHour = Array.from({ length: 12 }, (_, slot) => slot)

/** Milliseconds after the end of a five-minute slot during which its last rows are still expected. */
const grace = 10_000

/** Share of the time that an instance spends on rolling up a source. Until its next turn, changes are read from rows. */
const maxShare = 0.05
/** Longest pause in milliseconds between two turns of a source. */
const maxPause = 300_000

/** Maximum number of hours of one source that are rolled up in one transaction. */
const hoursAtOnce = 31 * 24

/** `work_mem` with which a month of rows is aggregated without temporary files. */
const memory = '128MB'

/** Name of the advisory lock of a refresh: two concurrent ones could add the same rows. */
const lock = 'rollups'

/** What a refresh takes from the list of invalidations. */
interface Taken {
  slots: number[]
  /** Slots of hours that were invalidated as a whole. */
  byHour: Set<number>
}

/**
 * Determines what to read of each changed day. Stored rollups of a recent day cover the rows before the end of the last
 * slot with a running total. Rows in later slots are added to them; a change in an earlier one recomputes the day.
 * @param until end of the slots that are rolled up
 */
async function changedDays(
  db: Db,
  source: Source,
  { slots, byHour }: Taken,
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
    const covered = last === null ? Number.NEGATIVE_INFINITY : Date.parse(last) + FIVE_MINUTES
    const [start, end] = dayInterval(day, zone)
    const isLater = first >= covered && (last !== null || !isStored) && !slots.some(slot => byHour.has(slot))
    const rowsEnd = Math.max(until, covered, (slots.at(-1) as number) + FIVE_MINUTES)
    return { day, slots, rows: [isLater ? Math.max(start, first) : start, Math.min(end, rowsEnd)] }
  })
}

/** Merges consecutive intervals. */
function joined(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const [from, to] of intervals) {
    const last = merged.at(-1)
    if (last?.[1] === from) merged[merged.length - 1] = [last[0], to]
    else merged.push([from, to])
  }
  return merged
}

/**
 * Removes the newest invalidations of a source that are due, and merges those of slots that still receive rows.
 * @param until end of the slots that are due; invalidations of whole hours always are
 */
async function takeInvalidations(db: Db, { name }: Source, until: number): Promise<Taken> {
  const end = until === Number.POSITIVE_INFINITY ? 'infinity' : new Date(until).toISOString()
  const { rows } = await sql<{ hour: string; slot: number | null }>`
    with taken as (
      delete from rollup_invalidations where source = ${name} and hour in (
        select distinct hour from rollup_invalidations
        where source = ${name} and (slot is null or hour < ${end}::timestamptz)
        order by hour desc limit ${hoursAtOnce})
      returning hour, slot
    ), changed as (
      select distinct hour, slot,
        slot is not null and hour + (slot + 1) * interval '5 minutes' > ${end}::timestamptz as "isOpen"
      from taken
    ), kept as (
      insert into rollup_invalidations (source, hour, slot) select ${name}, hour, slot from changed where "isOpen"
    )
    select hour, slot from changed where not "isOpen"`.execute(db)
  const slotsIn = (hour: string, numbers: readonly number[]) =>
    numbers.map(number => Date.parse(hour) + number * FIVE_MINUTES)
  const byHour = new Set(rows.flatMap(({ hour, slot }) => (slot === null ? slotsIn(hour, slotsOfHour) : [])))
  const single = rows.flatMap(({ hour, slot }) => (slot === null ? [] : slotsIn(hour, [slot])))
  return { slots: [...new Set([...byHour, ...single])], byHour }
}

/** Invalidates everything if the time zone of the workspace has changed, because its days then start at other times. */
async function followZone(db: Db): Promise<string> {
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

/** One step: the days with the newest invalidated hours of a source. @returns the number of five-minute slots */
const step = (db: Kysely<Tables>, source: Source, until: number) =>
  // One snapshot for all statements: a row is read if and only if its invalidation was seen, so none is added twice.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      await sql`set local work_mem = ${sql.lit(memory)}`.execute(db)
      const zone = await followZone(db)
      const taken = await takeInvalidations(db, source, until)
      if (taken.slots.length === 0) return 0
      const days = await changedDays(db, source, taken, zone, until)
      const whole = days.filter(({ day, rows }) => rows[0] === dayInterval(day, zone)[0])
      const intervals = joined(days.map(({ rows }) => rows))
      await clearDays(db, source, joined(whole.map(({ day }) => dayInterval(day, zone))))
      await addToCells(db, source, intervals, zone)
      await addToMembers(db, source, intervals, zone)
      await addToSets(db, source, intervals, zone)
      await rollUpMonths(
        db,
        source,
        days.map(({ day }) => day),
        zone,
      )
      await rollUpSlots(db, source, days, zone)
      return taken.slots.length
    })

/** Rolls up a source, newest days first, unless another instance is doing so. */
const refresh = (db: Kysely<Tables>, source: Source, until: number, stopping?: AbortSignal) =>
  db.connection().execute(async db => {
    // Locked before the snapshot of each step, or it could contain invalidations that another instance has removed.
    const { rows } = await sql<{
      ours: boolean
    }>`select pg_try_advisory_lock(hashtext(${lock})) as ours`.execute(db)
    if (!rows[0]?.ours) return
    try {
      while (!stopping?.aborted && (await step(db, source, until)) > 0);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lock}))`.execute(db)
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
 * Keeps rollups current, for a job that runs every few seconds. Five-minute slots that still receive rows are left out,
 * because they would be outdated at once; a source that takes long has to pause.
 */
export function keepRollupsCurrent(db: Kysely<Tables>) {
  const pausedUntil = new Map<string, number>()
  return async (stopping: AbortSignal) => {
    const until = Math.floor((Date.now() - grace) / FIVE_MINUTES) * FIVE_MINUTES
    for (const source of sources) {
      const start = performance.now()
      if (start < (pausedUntil.get(source.name) ?? 0)) continue
      await refresh(db, source, until, stopping)
      const end = performance.now()
      pausedUntil.set(source.name, end + Math.min(maxPause, (end - start) / maxShare))
    }
  }
}
