import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { addDays, dayOf, startOfDay, workspaceZone } from '../kit/period.ts'
import { everyone, facts, membersIn, type Source, type Stretch, within } from './source.ts'
import { sources } from './sources/index.ts'

const HOUR = 3_600_000
/** Hours of one source that are rolled up in one transaction. */
const hoursAtOnce = 31 * 24
/** Held by whoever rolls up: two at once could put an older state over a newer one. */
const lock = 'rollups'

/** The hours as stretches; what lies between two that are close is rolled up once more, which is quicker than to seek. */
function stretchesOf(hours: readonly number[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last && hour - last[1] <= 24 * HOUR) stretches[stretches.length - 1] = [last[0], hour + HOUR]
    else stretches.push([hour, hour + HOUR])
  }
  return stretches
}

/** The days of a zone that these hours belong to; an hour around a midnight belongs to two. */
function daysOf(hours: readonly number[], zone: string): Stretch[] {
  const names = new Set(
    hours.flatMap(hour => [hour, hour + HOUR - 1].map(instant => dayOf(new Date(instant), zone))),
  )
  return [...names].map(day => [startOfDay(day, zone).getTime(), startOfDay(addDays(day, 1), zone).getTime()])
}

/** What lies at either end of a day outside its whole hours of UTC. */
const edgesOf = (days: readonly Stretch[]): Stretch[] =>
  days
    .flatMap(([from, to]): Stretch[] => [
      [from, Math.ceil(from / HOUR) * HOUR],
      [Math.floor(to / HOUR) * HOUR, to],
    ])
    .filter(([from, to]) => from < to)

const eachHour = sql`date_trunc('hour', at, 'UTC')`
const eachDay = (zone: string) => sql`date_trunc('day', at, ${zone}::text)`

/** The facts of some stretches as cells of one bucket each, once for their organization and once for everyone. */
const counted = (source: Source, stretches: readonly Stretch[], bucket: RawBuilder<unknown>) => sql`
  select coalesce(organization_id, ${everyone}::uuid) as organization_id, dimension, bucket, key,
    count(*) as count, coalesce(sum(value), 0) as sum
  from (select organization_id, ${bucket} as bucket, dimension, key, value
    from ${facts(source, Object.keys(source.dimensions), within(sql.ref(`r.${source.at}`), stretches))}) as f
  group by grouping sets ((organization_id, dimension, bucket, key), (dimension, bucket, key))`

const fill = (source: Source, grain: 'hour' | 'day', cells: RawBuilder<unknown>) => sql`
  insert into rollup_cells (organization_id, source, grain, dimension, bucket, key, count, sum)
  select organization_id, ${source.name}, ${grain}, dimension, bucket, key, sum(count), sum(sum)
  from (${cells}) as c group by organization_id, dimension, bucket, key`

const starts = (stretches: readonly Stretch[]) =>
  sql`any (${stretches.map(([from]) => new Date(from).toISOString())}::timestamptz[])`

async function rollUpHours(db: Db, source: Source, hours: readonly number[]): Promise<void> {
  const stretches = stretchesOf(hours)
  await sql`delete from rollup_cells where source = ${source.name} and grain = 'hour'
    and ${within(sql.ref('bucket'), stretches)}`.execute(db)
  await fill(source, 'hour', counted(source, stretches, eachHour)).execute(db)
}

/** Days are added up from their hours, and what lies around a midnight within an hour from the rows. */
async function rollUpDays(db: Db, source: Source, days: readonly Stretch[], zone: string): Promise<void> {
  await sql`delete from rollup_cells where source = ${source.name} and grain = 'day'
    and bucket = ${starts(days)}`.execute(db)
  const edges = edgesOf(days)
  const hours = sql`select organization_id, dimension, d.start as bucket, key, count, sum from rollup_cells
    join unnest(${days.map(([from]) => new Date(from).toISOString())}::timestamptz[],
      ${days.map(([, to]) => new Date(to).toISOString())}::timestamptz[]) as d (start, stop)
      on bucket >= d.start and bucket + interval '1 hour' <= d.stop
    where source = ${source.name} and grain = 'hour'`
  const cells = edges.length === 0 ? hours : sql`${hours} union all ${counted(source, edges, eachDay(zone))}`
  await fill(source, 'day', cells).execute(db)
}

async function rollUpMembers(db: Db, source: Source, days: readonly Stretch[], zone: string): Promise<void> {
  const kinds = Object.keys(source.members)
  if (kinds.length === 0) return
  await sql`delete from rollup_members where source = ${source.name} and bucket = ${starts(days)}`.execute(db)
  await sql`insert into rollup_members (organization_id, source, kind, bucket, member_id, count)
    select organization_id, ${source.name}, kind, ${eachDay(zone)}, member_id, count(*)
    from ${membersIn(source, kinds, within(sql.ref(`r.${source.at}`), days))}
    group by organization_id, kind, 4, member_id`.execute(db)
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
  const { rows } = await sql`update rollup_zone set time_zone = ${zone} where time_zone <> ${zone}
    returning one`.execute(db)
  if (rows.length > 0) {
    await sql`insert into rollup_dirt (source, hour)
      select distinct source, bucket from rollup_cells where grain = 'hour'`.execute(db)
    await sql`delete from rollup_cells where grain = 'day'`.execute(db)
    await sql`delete from rollup_members`.execute(db)
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
    await rollUpHours(db, source, hours)
    await rollUpDays(db, source, days, zone)
    await rollUpMembers(db, source, days, zone)
    return hours.length
  })

/**
 * Rolls up all hours whose rows changed, the newest first, each bucket as a whole: what is done twice comes out the
 * same. A step is one transaction that also takes its hours off the list, so that a crash leaves them there.
 */
export async function rollUp(db: Kysely<Tables>, stopping?: AbortSignal): Promise<void> {
  for (const source of sources) {
    while (!stopping?.aborted && (await step(db, source)) > 0);
  }
}
