import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { bitOf, pieceOf } from './sets.ts'
import {
  allOrganizations,
  countedRows,
  type Interval,
  inIntervals,
  memberRows,
  type Source,
} from './source.ts'

/** The day of an instant in the time zone. */
const dayBucket = (zone: string) => sql`date_trunc('day', at, ${zone}::text)`

/**
 * The UTC hour of an instant, or null if midnight of the time zone falls inside that hour: such hours are read from rows.
 */
const hourBucket = (
  zone: string,
) => sql`case when date_trunc('day', date_trunc('hour', at, 'UTC'), ${zone}::text)
  = date_trunc('day', date_trunc('hour', at, 'UTC') + interval '59 minutes 59.999 seconds', ${zone}::text)
  then date_trunc('hour', at, 'UTC') end`

/** Deletes the rollups of days that are recomputed. */
export async function clearDays(db: Db, source: Source, days: readonly Interval[]): Promise<void> {
  if (days.length === 0) return
  for (const table of ['rollup_cells', 'rollup_members', 'rollup_sets'])
    await sql`delete from ${sql.table(table)}
      where source = ${source.name} and ${inIntervals(sql.ref('bucket'), days)}`.execute(db)
}

/** Adds rows to the cells of their days and hours. */
async function addToCells(
  db: Db,
  source: Source,
  intervals: readonly Interval[],
  zone: string,
): Promise<void> {
  const rows = countedRows(
    source,
    Object.keys(source.dimensions),
    inIntervals(sql.ref(`r.${source.at}`), intervals),
  )
  await sql`
    with added as (
      select coalesce(organization_id, ${allOrganizations}::uuid) as organization_id,
        case grouping(hour) when 0 then 'hour' else 'day' end as grain, coalesce(hour, day) as bucket,
        dimension, key, count(*) as count, coalesce(sum(value), 0) as sum
      from (select organization_id, ${dayBucket(zone)} as day, ${hourBucket(zone)} as hour, dimension, key, value
        from ${rows}) as f
      group by grouping sets
        ((organization_id, day, dimension, key), (day, dimension, key), (hour, dimension, key))
    ), stored as (
      select organization_id, grain, bucket, dimension, key, (value ->> 0)::bigint as count, (value ->> 1)::numeric as sum
      from rollup_cells join (select distinct organization_id, grain, bucket from added) as changed
        using (organization_id, grain, bucket),
        jsonb_each(cells) as d (dimension, keys), jsonb_each(keys) as k (key, value)
      where source = ${source.name}
    )
    insert into rollup_cells (organization_id, source, grain, bucket, cells, sums)
    select organization_id, ${source.name}, grain, bucket, jsonb_object_agg(dimension, keys),
      jsonb_object_agg(dimension, jsonb_build_object('', together))
    from (
      select organization_id, grain, bucket, dimension,
        jsonb_object_agg(key, jsonb_build_array(count, sum)) as keys,
        jsonb_build_array(sum(count), sum(sum)) as together
      from (
        select organization_id, grain, bucket, dimension, key, sum(count) as count, sum(sum) as sum
        from (select * from added union all select * from stored) as facts
        where bucket is not null group by 1, 2, 3, 4, 5) as counted
      group by 1, 2, 3, 4) as keyed
    group by organization_id, grain, bucket
    on conflict (organization_id, source, grain, bucket)
      do update set cells = excluded.cells, sums = excluded.sums`.execute(db)
}

/** Adds the members of rows to the counts per member and day, by organization. */
async function addToMembers(
  db: Db,
  source: Source,
  intervals: readonly Interval[],
  zone: string,
): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0 || source.ofService) return
  await sql`insert into rollup_members as stored (organization_id, source, kind, bucket, member_id, count)
    select organization_id, ${source.name}, kind, ${dayBucket(zone)}, member_id, count(*)
    from ${memberRows(source, kinds, inIntervals(sql.ref(`r.${source.at}`), intervals))}
    group by organization_id, kind, 4, member_id
    on conflict (organization_id, source, kind, bucket, member_id)
      do update set count = stored.count + excluded.count`.execute(db)
}

/** Adds the members of rows to the bitmaps of their days and hours. */
async function addToSets(
  db: Db,
  source: Source,
  intervals: readonly Interval[],
  zone: string,
): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  const rows = memberRows(source, kinds, inIntervals(sql.ref(`r.${source.at}`), intervals))
  await sql`insert into rollup_numbers (member_id) select distinct member_id from ${rows}
    where not exists (select from rollup_numbers as n where n.member_id = members.member_id)`.execute(db)
  await sql`insert into rollup_sets as stored (source, kind, grain, bucket, piece, bits)
    select ${source.name}, kind, grain, bucket, piece, bits
    from (
      select kind, case grouping(hour) when 0 then 'hour' else 'day' end as grain, coalesce(hour, day) as bucket,
        ${pieceOf} as piece, bit_or(${bitOf}) as bits
      from (select distinct kind, ${dayBucket(zone)} as day, ${hourBucket(zone)} as hour, member_id from ${rows}) as members
      join rollup_numbers using (member_id)
      group by grouping sets ((kind, day, ${pieceOf}), (kind, hour, ${pieceOf}))) as sets
    where bucket is not null
    on conflict (source, kind, grain, bucket, piece) do update set bits = stored.bits | excluded.bits`.execute(
    db,
  )
}

/** Adds the rows of a source in these intervals to its stored rollups. */
export async function addRows(
  db: Db,
  source: Source,
  intervals: readonly Interval[],
  zone: string,
): Promise<void> {
  await addToCells(db, source, intervals, zone)
  await addToMembers(db, source, intervals, zone)
  await addToSets(db, source, intervals, zone)
}
