import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { addDays, dayOf, startOfDay, workspaceZone } from '../kit/period.ts'
import { bitOf, pieceOf } from './sets.ts'
import { everyone, facts, membersIn, type Source, type Stretch, within } from './source.ts'
import { sources } from './sources/index.ts'

const HOUR = 3_600_000
/** Hours of one source that are rolled up in one transaction. */
const hoursAtOnce = 31 * 24
/** Held by whoever rolls up: two at once could put an older state over a newer one. */
const lock = 'rollups'

/** The days of a zone that these hours belong to, as stretches; an hour around a midnight belongs to two. */
function daysOf(hours: readonly number[], zone: string): Stretch[] {
  const names = new Set(
    hours.flatMap(hour => [hour, hour + HOUR - 1].map(instant => dayOf(new Date(instant), zone))),
  )
  const days: Stretch[] = []
  for (const day of [...names].sort()) {
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)].map(Number) as [
      number,
      number,
    ]
    const last = days.at(-1)
    if (last?.[1] === from) days[days.length - 1] = [last[0], to]
    else days.push([from, to])
  }
  return days
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
async function rollUpCells(db: Db, source: Source, days: readonly Stretch[], zone: string): Promise<void> {
  await sql`delete from rollup_cells where source = ${source.name}
    and ${within(sql.ref('bucket'), days)}`.execute(db)
  const rows = facts(source, Object.keys(source.dimensions), within(sql.ref(`r.${source.at}`), days))
  await sql`
    insert into rollup_cells (organization_id, source, grain, bucket, cells)
    select organization_id, ${source.name}, grain, bucket, jsonb_object_agg(dimension, keys)
    from (
      select organization_id, grain, bucket, dimension,
        jsonb_object_agg(key, jsonb_build_array(count, sum)) as keys
      from (
        select coalesce(organization_id, ${everyone}::uuid) as organization_id,
          case grouping(hour) when 0 then 'hour' else 'day' end as grain, coalesce(hour, day) as bucket,
          dimension, key, count(*) as count, coalesce(sum(value), 0) as sum
        from (select organization_id, ${eachDay(zone)} as day, ${eachHour(zone)} as hour, dimension, key, value
          from ${rows}) as f
        group by grouping sets
          ((organization_id, day, dimension, key), (day, dimension, key), (hour, dimension, key))) as counted
      where bucket is not null group by 1, 2, 3, 4) as keyed
    group by organization_id, grain, bucket`.execute(db)
}

async function rollUpMembers(db: Db, source: Source, days: readonly Stretch[], zone: string): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  await sql`delete from rollup_members where source = ${source.name}
    and ${within(sql.ref('bucket'), days)}`.execute(db)
  await sql`insert into rollup_members (organization_id, source, kind, bucket, member_id, count)
    select organization_id, ${source.name}, kind, ${eachDay(zone)}, member_id, count(*)
    from ${membersIn(source, kinds, within(sql.ref(`r.${source.at}`), days))}
    group by organization_id, kind, 4, member_id`.execute(db)
}

/** Replaces the sets of some days and their hours, once their members are there. */
async function rollUpSets(db: Db, source: Source, days: readonly Stretch[], zone: string): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  const ours = sql`source = ${source.name} and kind = any (${kinds}::text[])
    and ${within(sql.ref('bucket'), days)}`
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
        from ${membersIn(source, kinds, within(sql.ref(`r.${source.at}`), days))}) as told
      join rollup_numbers using (member_id)
      group by grouping sets ((kind, day, ${pieceOf}), (kind, hour, ${pieceOf}))) as sets
    where bucket is not null`.execute(db)
}

/** Takes the newest dirty hours of a source off the list; in milliseconds since 1970. */
async function takeDirt(db: Db, { name }: Source): Promise<number[]> {
  const { rows } = await sql<{ hour: string }>`
    with taken as (
      delete from rollup_dirt where source = ${name} and hour in (
        select distinct hour from rollup_dirt where source = ${name} order by hour desc limit ${hoursAtOnce})
      returning hour)
    select distinct hour from taken`.execute(db)
  return rows.map(({ hour }) => Date.parse(hour))
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
      await sql`insert into rollup_dirt (source, hour)
        select distinct ${name}, date_trunc('hour', ${sql.ref(at)}, 'UTC') from ${sql.table(table)}`.execute(
        db,
      )
    }
    await sql`delete from rollup_cells`.execute(db)
    await sql`delete from rollup_members`.execute(db)
    await sql`delete from rollup_sets`.execute(db)
  }
  return zone
}

/** One step: the newest dirty hours of a source, with their days. @returns how many hours. */
const step = (db: Kysely<Tables>, source: Source) =>
  db.transaction().execute(async db => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${lock})) as ours`.execute(db)
    if (!rows[0]?.ours) return 0
    const zone = await followZone(db)
    const hours = await takeDirt(db, source)
    if (hours.length === 0) return 0
    const days = daysOf(hours, zone)
    await rollUpCells(db, source, days, zone)
    await rollUpMembers(db, source, days, zone)
    await rollUpSets(db, source, days, zone)
    return hours.length
  })

/**
 * Rolls up all days with an hour whose rows changed, the newest first and each as a whole: what is done twice comes out
 * the same. A step is one transaction that also takes its hours off the list, so that a crash leaves them there.
 */
export async function rollUp(db: Kysely<Tables>, stopping?: AbortSignal): Promise<void> {
  for (const source of sources) {
    while (!stopping?.aborted && (await step(db, source)) > 0);
  }
}
