import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { dayOf, workspaceZone } from '../kit/period.ts'
import { dayInterval, rollUpMonths, rollUpSlots } from './running-totals.ts'
import { bitOf, pieceOf } from './sets.ts'
import {
  allOrganizations,
  countedRows,
  type Interval,
  inIntervals,
  memberRows,
  type Source,
} from './source.ts'
import { sources } from './sources.ts'
import { FIVE_MINUTES } from './spans.ts'

const slotsOfHour = Array.from({ length: 12 }, (_, slot) => slot)

/** Maximum number of hours of one source that are rolled up in one transaction. */
const hoursAtOnce = 31 * 24

/** `work_mem` with which a month of rows is aggregated without temporary files. */
const memory = '128MB'

/** Name of the advisory lock of a refresh: of two concurrent ones, the slower could overwrite newer results. */
const lock = 'rollups'

/** The days that these five-minute slots belong to in a time zone, in order. */
const daysOf = (slots: readonly number[], zone: string) =>
  [...new Set(slots.map(slot => dayOf(new Date(slot), zone)))].sort()

/** The intervals of days; consecutive days are merged. */
function dayIntervals(days: readonly string[], zone: string): Interval[] {
  const intervals: Interval[] = []
  for (const day of days) {
    const [from, to] = dayInterval(day, zone)
    const last = intervals.at(-1)
    if (last?.[1] === from) intervals[intervals.length - 1] = [last[0], to]
    else intervals.push([from, to])
  }
  return intervals
}

const eachDay = (zone: string) => sql`date_trunc('day', at, ${zone}::text)`

/**
 * The UTC hour of an instant, if it lies within one day of the time zone. Where midnight falls inside an UTC hour, the
 * hour is read from rows.
 */
const eachHour = (
  zone: string,
) => sql`case when date_trunc('day', date_trunc('hour', at, 'UTC'), ${zone}::text)
  = date_trunc('day', date_trunc('hour', at, 'UTC') + interval '59 minutes 59.999 seconds', ${zone}::text)
  then date_trunc('hour', at, 'UTC') end`

/** Recomputes the cells of some days and their hours from rows. */
async function rollUpCells(db: Db, source: Source, days: readonly Interval[], zone: string): Promise<void> {
  await sql`delete from rollup_cells where source = ${source.name}
    and ${inIntervals(sql.ref('bucket'), days)}`.execute(db)
  const rows = countedRows(
    source,
    Object.keys(source.dimensions),
    inIntervals(sql.ref(`r.${source.at}`), days),
  )
  await sql`
    insert into rollup_cells (organization_id, source, grain, bucket, cells, sums)
    select organization_id, ${source.name}, grain, bucket, jsonb_object_agg(dimension, keys),
      jsonb_object_agg(dimension, jsonb_build_object('', together))
    from (
      select organization_id, grain, bucket, dimension,
        jsonb_object_agg(key, jsonb_build_array(count, sum)) as keys,
        jsonb_build_array(sum(count), sum(sum)) as together
      from (
        select coalesce(organization_id, ${allOrganizations}::uuid) as organization_id,
          case grouping(hour) when 0 then 'hour' else 'day' end as grain, coalesce(hour, day) as bucket,
          dimension, key, count(*) as count, coalesce(sum(value), 0) as sum
        from (select organization_id, ${eachDay(zone)} as day, ${eachHour(zone)} as hour, dimension, key, value
          from ${rows}) as f
        group by grouping sets
          ((organization_id, day, dimension, key), (day, dimension, key), (hour, dimension, key))) as counted
      where bucket is not null group by 1, 2, 3, 4) as keyed
    group by organization_id, grain, bucket`.execute(db)
}

async function rollUpMembers(db: Db, source: Source, days: readonly Interval[], zone: string): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  await sql`delete from rollup_members where source = ${source.name}
    and ${inIntervals(sql.ref('bucket'), days)}`.execute(db)
  await sql`insert into rollup_members (organization_id, source, kind, bucket, member_id, count)
    select organization_id, ${source.name}, kind, ${eachDay(zone)}, member_id, count(*)
    from ${memberRows(source, kinds, inIntervals(sql.ref(`r.${source.at}`), days))}
    group by organization_id, kind, 4, member_id`.execute(db)
}

/** Recomputes the sets of some days and their hours; their members must be up to date. */
async function rollUpSets(db: Db, source: Source, days: readonly Interval[], zone: string): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  const ours = sql`source = ${source.name} and kind = any (${kinds}::text[])
    and ${inIntervals(sql.ref('bucket'), days)}`
  await sql`delete from rollup_sets where ${ours}`.execute(db)
  await sql`insert into rollup_numbers (member_id) select distinct member_id from rollup_members as m
    where ${ours} and not exists (select from rollup_numbers as n where n.member_id = m.member_id)`.execute(
    db,
  )
  await sql`insert into rollup_sets (source, kind, grain, bucket, piece, bits)
    select ${source.name}, kind, grain, bucket, piece, bits
    from (
      select kind, case grouping(hour) when 0 then 'hour' else 'day' end as grain, coalesce(hour, day) as bucket,
        ${pieceOf} as piece, bit_or(${bitOf}) as bits
      from (select distinct kind, ${eachDay(zone)} as day, ${eachHour(zone)} as hour, member_id
        from ${memberRows(source, kinds, inIntervals(sql.ref(`r.${source.at}`), days))}) as members
      join rollup_numbers using (member_id)
      group by grouping sets ((kind, day, ${pieceOf}), (kind, hour, ${pieceOf}))) as sets
    where bucket is not null`.execute(db)
}

/** Removes the newest invalidations of a source. @returns the invalidated five-minute slots */
async function takeInvalidations(db: Db, { name }: Source): Promise<number[]> {
  const { rows } = await sql<{ hour: string; slot: number | null }>`
    with taken as (
      delete from rollup_invalidations where source = ${name} and hour in (
        select distinct hour from rollup_invalidations where source = ${name} order by hour desc limit ${hoursAtOnce})
      returning hour, slot)
    select distinct hour, slot from taken`.execute(db)
  return rows.flatMap(({ hour, slot }) =>
    (slot === null ? slotsOfHour : [slot]).map(number => Date.parse(hour) + number * FIVE_MINUTES),
  )
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
const step = (db: Kysely<Tables>, source: Source) =>
  db.transaction().execute(async db => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${lock})) as ours`.execute(db)
    if (!rows[0]?.ours) return 0
    await sql`set local work_mem = ${sql.lit(memory)}`.execute(db)
    const zone = await followZone(db)
    const slots = await takeInvalidations(db, source)
    if (slots.length === 0) return 0
    const days = daysOf(slots, zone)
    const intervals = dayIntervals(days, zone)
    await rollUpCells(db, source, intervals, zone)
    await rollUpMembers(db, source, intervals, zone)
    await rollUpSets(db, source, intervals, zone)
    await rollUpMonths(db, source, days, zone)
    await rollUpSlots(db, source, slots, zone)
    return slots.length
  })

/**
 * Rolls up all days with invalidated hours, newest first. A step recomputes whole days, so it is idempotent; it removes
 * their invalidations in the same transaction, so a crash does not lose any.
 */
export async function refreshRollups(db: Kysely<Tables>, stopping?: AbortSignal): Promise<void> {
  for (const source of sources) {
    while (!stopping?.aborted && (await step(db, source)) > 0);
  }
}
