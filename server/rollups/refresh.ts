import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { addDays, addMonths, dayOf, startOfDay, workspaceZone } from '../kit/period.ts'
import { bitOf, pieceOf } from './sets.ts'
import {
  allOrganizations,
  countedRows,
  type Interval,
  inIntervals,
  memberRows,
  type Source,
} from './source.ts'
import { sources } from './sources/index.ts'
import { FIVE_MINUTES } from './spans.ts'

const slotsOfHour = Array.from({ length: 12 }, (_, slot) => slot)
/** Days before this one of which running totals are kept for each five minutes: as far back as hours are asked for. */
const slotDays = 2
/** Rows of a day from which on they are kept for good: an hour of fewer is read from its rows as quickly. */
const busyDay = 20_000
/** Hours of one source that are rolled up in one transaction. */
const hoursAtOnce = 31 * 24
/** For a month of rows to be counted without files. */
const memory = '128MB'
/** Held by whoever rolls up: two at once could put an older state over a newer one. */
const lock = 'rollups'

/** Where a day begins and ends, in milliseconds since 1970. */
const dayInterval = (day: string, zone: string): Interval => [
  startOfDay(day, zone).getTime(),
  startOfDay(addDays(day, 1), zone).getTime(),
]

/** The days of a zone that these five minutes belong to, in order. */
const daysOf = (slots: readonly number[], zone: string) =>
  [...new Set(slots.map(slot => dayOf(new Date(slot), zone)))].sort()

/** Days as stretches, those that follow each other as one. */
function dayIntervals(days: readonly string[], zone: string): Interval[] {
  const stretches: Interval[] = []
  for (const day of days) {
    const [from, to] = dayInterval(day, zone)
    const last = stretches.at(-1)
    if (last?.[1] === from) stretches[stretches.length - 1] = [last[0], to]
    else stretches.push([from, to])
  }
  return stretches
}

const eachDay = (zone: string) => sql`date_trunc('day', at, ${zone}::text)`

/**
 * The hour of an instant, if all of it lies within one day. Around a midnight that is within an hour of UTC, figures
 * are read from the rows.
 */
const eachHour = (
  zone: string,
) => sql`case when date_trunc('day', date_trunc('hour', at, 'UTC'), ${zone}::text)
  = date_trunc('day', date_trunc('hour', at, 'UTC') + interval '59 minutes 59.999 seconds', ${zone}::text)
  then date_trunc('hour', at, 'UTC') end`

/** Replaces what is kept of some days and their hours by what their rows come to now. */
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

/** Replaces the sets of some days and their hours, once their members are there. */
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
        from ${memberRows(source, kinds, inIntervals(sql.ref(`r.${source.at}`), days))}) as told
      join rollup_numbers using (member_id)
      group by grouping sets ((kind, day, ${pieceOf}), (kind, hour, ${pieceOf}))) as sets
    where bucket is not null`.execute(db)
}

interface Run {
  unit: 'day' | 'month'
  /** Where the unit begins, where what changed begins, and where the unit ends, in milliseconds since 1970. */
  start: number
  from: number
  end: number
}

/** What is counted within a run, as rows of `bucket`, `dimension`, `key`, `count` and `sum`. */
type Counted = RawBuilder<unknown>

/** Replaces the running totals of a unit from the first bucket on that changed. */
async function updateRunningTotals(
  db: Db,
  source: Source,
  { unit, start, from, end }: Run,
  counted: Counted,
) {
  const kept = (first: number, last: number) => sql`source = ${source.name} and unit = ${unit}
    and ${inIntervals(sql.ref('bucket'), [[first, last]])}`
  await sql`delete from rollup_totals where ${kept(from, end)}`.execute(db)
  await sql`insert into rollup_totals (source, unit, bucket, cells)
    with counted as (
      ${counted}
      union all
      select '-infinity', dimension, key, (value ->> 0)::bigint, (value ->> 1)::numeric
      from (select cells from rollup_totals where ${kept(start, from)} order by bucket desc limit 1) as before,
        jsonb_each(cells) as d (dimension, keys), jsonb_each(keys) as k (key, value)),
    run as (
      select bucket, dimension, key, sum(count) over so_far as count, sum(sum) over so_far as sum
      from (select distinct bucket from counted) as buckets
      cross join (select distinct dimension, key from counted) as keys
      left join counted using (bucket, dimension, key)
      window so_far as (partition by dimension, key order by bucket))
    select ${source.name}, ${unit}, bucket, jsonb_object_agg(dimension, keys)
    from (
      select bucket, dimension, jsonb_object_agg(key, jsonb_build_array(count, sum)) as keys
      from run where bucket > '-infinity' and count is not null group by 1, 2) as keyed
    group by bucket`.execute(db)
}

/** Replaces the running tallies of a month from the first of some days on, whose members are there. */
async function updateMemberCounts(
  db: Db,
  source: Source,
  { start, from, end }: Omit<Run, 'unit'>,
): Promise<void> {
  for (const kind of source.countedKinds ?? []) {
    const kept = (first: number, last: number) => sql`source = ${source.name} and kind = ${kind}
      and ${inIntervals(sql.ref('bucket'), [[first, last]])}`
    await sql`delete from member_running_counts where ${kept(from, end)}`.execute(db)
    await sql`insert into member_running_counts (source, kind, bucket, numbers, counts)
      with told as (
        select bucket, number, sum(count) as count from rollup_members join rollup_numbers using (member_id)
          where ${kept(from, end)} group by 1, 2
        union all
        select '-infinity', t.number, t.count
        from (select numbers, counts from member_running_counts where ${kept(start, from)} order by bucket desc limit 1) as before,
          unnest(numbers, counts) as t (number, count)),
      run as (
        select bucket, number, sum(count) over (partition by number order by bucket) as count
        from (select distinct bucket from told) as buckets
        cross join (select distinct number from told) as numbers
        left join told using (bucket, number))
      select ${source.name}, ${kind}, bucket, array_agg(number), array_agg(count::int)
      from run where bucket > '-infinity' and count is not null group by bucket`.execute(db)
  }
}

/** Carries the running totals of months on from the first of some days in each, whose cells are there. */
async function rollUpMonths(db: Db, source: Source, days: readonly string[], zone: string): Promise<void> {
  for (const [month, [first]] of Map.groupBy(days, day => day.slice(0, 7))) {
    const start = startOfDay(`${month}-01`, zone).getTime()
    const end = startOfDay(addMonths(`${month}-01`, 1), zone).getTime()
    const from = startOfDay(first as string, zone).getTime()
    await updateMemberCounts(db, source, { start, from, end })
    await updateRunningTotals(
      db,
      source,
      { unit: 'month', start, from, end },
      sql`select bucket, dimension, key, (value ->> 0)::bigint as count, (value ->> 1)::numeric as sum
        from rollup_cells, jsonb_each(cells) as d (dimension, keys), jsonb_each(keys) as k (key, value)
        where organization_id = ${allOrganizations} and source = ${source.name} and grain = 'day'
          and ${inIntervals(sql.ref('bucket'), [[from, end]])}`,
    )
  }
}

/**
 * Carries the running totals of the latest days and of busy ones on from the first five minutes that changed, and
 * forgets those of others.
 */
async function rollUpSlots(db: Db, source: Source, slots: readonly number[], zone: string): Promise<void> {
  const latest = addDays(dayOf(new Date(), zone), -slotDays)
  const kept = (stretch: Interval) => sql`source = ${source.name} and unit = 'day'
    and ${inIntervals(sql.ref('bucket'), [stretch])}`
  const busy = (day: RawBuilder<unknown>) => sql`exists (select from rollup_cells
    where organization_id = ${allOrganizations} and source = ${source.name} and grain = 'day' and bucket = ${day}
      and (sums -> 'all' -> '' ->> 0)::bigint >= ${sql.lit(busyDay)})`
  const aged = [addDays(latest, -slotDays), latest].map(day => startOfDay(day, zone).getTime())
  await sql`delete from rollup_totals as t where ${kept(aged as [number, number])}
    and not ${busy(sql`date_trunc('day', t.bucket, ${zone}::text)`)}`.execute(db)
  for (const [day, changed] of Map.groupBy(slots, slot => dayOf(new Date(slot), zone))) {
    const [start, end] = dayInterval(day, zone)
    const first = Math.min(...changed)
    const { rows } = await sql<{ before: boolean; busy: boolean }>`
      select exists (select from rollup_totals where ${kept([start, first])}) as before,
        ${busy(sql`${new Date(start).toISOString()}::timestamptz`)} as busy`.execute(db)
    const [found] = rows
    if (day < latest && !found?.busy) {
      await sql`delete from rollup_totals where ${kept([start, end])}`.execute(db)
      continue
    }
    const from = found?.before ? first : start
    await updateRunningTotals(
      db,
      source,
      { unit: 'day', start, from, end },
      sql`select date_bin(${`${FIVE_MINUTES} milliseconds`}::interval, at, 'epoch') as bucket, dimension, key,
          count(*) as count, coalesce(sum(value), 0) as sum
        from ${countedRows(source, Object.keys(source.dimensions), inIntervals(sql.ref(`r.${source.at}`), [[from, end]]))}
        group by 1, 2, 3`,
    )
  }
}

/** Takes the newest dirty hours of a source off the list. @returns the five minutes of them that are dirty. */
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

/** Cuts the days anew once the workspace has moved to another time zone. */
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

/** One step: the newest dirty hours of a source, with their days. @returns how many five minutes. */
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
    const stretches = dayIntervals(days, zone)
    await rollUpCells(db, source, stretches, zone)
    await rollUpMembers(db, source, stretches, zone)
    await rollUpSets(db, source, stretches, zone)
    await rollUpMonths(db, source, days, zone)
    await rollUpSlots(db, source, slots, zone)
    return slots.length
  })

/**
 * Rolls up all days with an hour whose rows changed, the newest first and each as a whole: what is done twice comes out
 * the same. A step is one transaction that also takes its hours off the list, so that a crash leaves them there.
 */
export async function refreshRollups(db: Kysely<Tables>, stopping?: AbortSignal): Promise<void> {
  for (const source of sources) {
    while (!stopping?.aborted && (await step(db, source)) > 0);
  }
}
