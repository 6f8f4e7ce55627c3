import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { addDays, addMonths, dayOf, startOfDay } from '../kit/period.ts'
import { allOrganizations, countedRows, type Interval, inIntervals, type Source } from './source.ts'
import { FIVE_MINUTES } from './spans.ts'

/** A day with changed slots. */
export interface ChangedDay {
  day: string
  /** Starts of the changed five-minute slots, in order. */
  slots: readonly number[]
  /** The rows to read. If they begin after the start of the day, what is stored covers all rows before them. */
  rows: Interval
}

/** Number of previous days with five-minute running totals: as far back as hourly figures are requested. */
const slotDays = 2

/** Days with at least this many rows keep their five-minute totals: for fewer, reading an hour from rows is as fast. */
const busyDay = 20_000

/** Start and end of a day, in epoch milliseconds. */
export const dayInterval = (day: string, zone: string): Interval => [
  startOfDay(day, zone).getTime(),
  startOfDay(addDays(day, 1), zone).getTime(),
]

interface Run {
  unit: 'day' | 'month'
  /** Start of the unit, first change in it, and its end, in epoch milliseconds. */
  start: number
  from: number
  end: number
}

/** A query for the counts of a run: `bucket`, `dimension`, `key`, `count` and `sum`. */
type Counted = RawBuilder<unknown>

/** Recomputes the running totals of a unit from the first changed bucket on. */
async function updateRunningTotals(
  db: Db,
  source: Source,
  { unit, start, from, end }: Run,
  counted: Counted,
) {
  const totalsIn = (first: number, last: number) => sql`source = ${source.name} and unit = ${unit}
    and ${inIntervals(sql.ref('bucket'), [[first, last]])}`
  await sql`delete from rollup_totals where ${totalsIn(from, end)}`.execute(db)
  await sql`insert into rollup_totals (source, unit, bucket, cells)
    with counted as (
      ${counted}
      union all
      select '-infinity', dimension, key, (value ->> 0)::bigint, (value ->> 1)::numeric
      from (select cells from rollup_totals where ${totalsIn(start, from)} order by bucket desc limit 1) as before,
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

/** Recomputes the running counts of members in a month from a day on; the members must be up to date. */
async function updateMemberCounts(
  db: Db,
  source: Source,
  { start, from, end }: Omit<Run, 'unit'>,
): Promise<void> {
  for (const kind of source.countedKinds ?? []) {
    const countsIn = (first: number, last: number) => sql`source = ${source.name} and kind = ${kind}
      and ${inIntervals(sql.ref('bucket'), [[first, last]])}`
    await sql`delete from member_running_counts where ${countsIn(from, end)}`.execute(db)
    await sql`insert into member_running_counts (source, kind, bucket, numbers, counts)
      with counted as (
        select bucket, number, sum(count) as count from rollup_members join rollup_numbers using (member_id)
          where ${countsIn(from, end)} group by 1, 2
        union all
        select '-infinity', t.number, t.count
        from (select numbers, counts from member_running_counts where ${countsIn(start, from)} order by bucket desc limit 1) as before,
          unnest(numbers, counts) as t (number, count)),
      run as (
        select bucket, number, sum(count) over (partition by number order by bucket) as count
        from (select distinct bucket from counted) as buckets
        cross join (select distinct number from counted) as numbers
        left join counted using (bucket, number))
      select ${source.name}, ${kind}, bucket, array_agg(number), array_agg(count::int)
      from run where bucket > '-infinity' and count is not null group by bucket`.execute(db)
  }
}

/** Recomputes the running totals of months from the first changed day in each; the cells must be up to date. */
export async function rollUpMonths(
  db: Db,
  source: Source,
  days: readonly string[],
  zone: string,
): Promise<void> {
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
 * Recomputes the five-minute running totals of recent and busy days from the first changed slot on, and deletes those of
 * all other days.
 */
export async function rollUpSlots(
  db: Db,
  source: Source,
  days: readonly ChangedDay[],
  zone: string,
): Promise<void> {
  const latest = addDays(dayOf(new Date(), zone), -slotDays)
  const totalsIn = (interval: Interval) => sql`source = ${source.name} and unit = 'day'
    and ${inIntervals(sql.ref('bucket'), [interval])}`
  const busy = (day: RawBuilder<unknown>) => sql`exists (select from rollup_cells
    where organization_id = ${allOrganizations} and source = ${source.name} and grain = 'day' and bucket = ${day}
      and (sums -> 'all' -> '' ->> 0)::bigint >= ${sql.lit(busyDay)})`
  const aged = [addDays(latest, -slotDays), latest].map(day => startOfDay(day, zone).getTime())
  await sql`delete from rollup_totals as t where ${totalsIn(aged as [number, number])}
    and not ${busy(sql`date_trunc('day', t.bucket, ${zone}::text)`)}`.execute(db)
  for (const { day, slots, rows: toRead } of days) {
    const [start, end] = dayInterval(day, zone)
    const first = slots[0] as number
    const { rows } = await sql<{ before: boolean; busy: boolean }>`
      select exists (select from rollup_totals where ${totalsIn([start, first])}) as before,
        ${busy(sql`${new Date(start).toISOString()}::timestamptz`)} as busy`.execute(db)
    const [state] = rows
    if (day < latest && !state?.busy) {
      await sql`delete from rollup_totals where ${totalsIn([start, end])}`.execute(db)
      continue
    }
    const from = state?.before ? first : start
    await updateRunningTotals(
      db,
      source,
      { unit: 'day', start, from, end },
      sql`select date_bin(${`${FIVE_MINUTES} milliseconds`}::interval, at, 'epoch') as bucket, dimension, key,
          count(*) as count, coalesce(sum(value), 0) as sum
        from ${countedRows(source, Object.keys(source.dimensions), inIntervals(sql.ref(`r.${source.at}`), [[from, toRead[1]]]))}
        group by 1, 2, 3`,
    )
  }
}
