import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { AuthenticatedCall } from '../kit/call.ts'
import {
  addDays,
  type DateRange,
  dateRangeOf,
  dayOf,
  daysOf,
  startOfDay,
  workspaceZone,
} from '../kit/period.ts'
import { forbidden } from '../kit/problem.ts'
import { rowScope } from '../kit/table/scope.ts'
import { type Cell, collapseKeys, type SignedCells, sumCells } from './add-up.ts'
import { countedOnce } from './sets.ts'
import {
  allOrganizations,
  countedRows,
  type Interval,
  inIntervals,
  memberRows,
  type Source,
} from './source.ts'
import {
  FIVE_MINUTES,
  hoursOf,
  ONE_HOUR,
  planReads,
  type ReadPlan,
  type RunningTotal,
  runningTotalsFor,
  splitAt,
  withoutHours,
} from './spans.ts'

type Names<S extends { dimensions: object }> = keyof S['dimensions'] & string
type Kinds<S extends { members: object }> = keyof S['members'] & string

/** Whom a source tells of: each `member_id` once, with its `count`. */
export type Members = RawBuilder<unknown>

/** A source, and a kind of those whom it tells of. */
type Tells = readonly [source: Source, kind: string]

/** Reads figures of a span: from the rollups where they hold, else from the rows. Both say the same at any moment. */
export interface Reader {
  /** What each key of some dimensions comes to, in the span or on each of its days. */
  cells<S extends Source, Name extends Names<S>>(
    source: S,
    dimensions: readonly Name[],
    each?: 'day',
  ): Promise<Cell<Name>[]>
  /** What some dimensions come to on each day or in each hour, all their keys together: cells of an empty key. */
  sums<S extends Source, Name extends Names<S>>(
    source: S,
    dimensions: readonly Name[],
    each: 'day' | 'hour',
  ): Promise<Cell<Name>[]>
  /** Whom a source tells of, with how often. */
  members<S extends Source>(source: S, kind: Kinds<S>): Promise<Members>
  /** How many there are in all of them together, each counted once. */
  distinct(tells: readonly Tells[]): Promise<number>
  /** The same for each day that has any. */
  distinctByDay(tells: readonly Tells[]): Promise<Map<string, number>>
}

const iso = (instant: number) => new Date(instant).toISOString()

interface State {
  /** Beginnings of the five minutes that changed since they were rolled up. */
  dirty: number[]
  zone: string
  /** Beginnings of the first and the last day, if five minutes of them are kept. */
  slotted: number[]
  /** Whether no row is later than the span. */
  ends: boolean
}

const wholeOf = (cuts: readonly number[]): Interval => [cuts[0] as number, cuts.at(-1) as number]

/** What has to be known of a source to say which of its rollups hold. */
async function stateOf(db: Db, source: Source, cuts: readonly number[], to: Date): Promise<State> {
  const [first, last] = wholeOf(cuts)
  const ends = [cuts.slice(0, 2), cuts.slice(-2)] as [number, number][]
  const { rows } = await sql<State>`select
    array(select distinct extract(epoch from hour)::float8 * 1000 + slots.slot * ${sql.lit(FIVE_MINUTES)}
      from rollup_invalidations as d cross join generate_series(coalesce(d.slot, 0), coalesce(d.slot, 11)) as slots (slot)
      where source = ${source.name} and hour > ${iso(first - ONE_HOUR)} and hour < ${iso(last)}) as dirty,
    (select time_zone from rollup_zone) as zone,
    array(select extract(epoch from first)::float8 * 1000
      from unnest(${ends.map(([from]) => iso(from))}::timestamptz[], ${ends.map(([, to]) => iso(to))}::timestamptz[])
        as days (first, next)
      where exists (select from rollup_totals
        where source = ${source.name} and unit = 'day' and bucket >= first and bucket < next)) as slotted,
    not exists (select from ${sql.table(source.table)} where ${sql.ref(source.at)} >= ${to.toISOString()}) as ends`.execute(
    db,
  )
  return rows[0] as State
}

/** Whose cells a caller reads. @throws Problem 403 for a reach that no cells are kept for. */
function organizationOf({ grant, actor }: Pick<AuthenticatedCall, 'grant' | 'actor'>): string {
  if (grant.reach === 'all') return allOrganizations
  if (grant.reach === 'organization') return actor.organizationId
  throw forbidden()
}

/** Opens a reader within a transaction that sees one state of the database throughout. */
function openReader(db: Db, call: Pick<AuthenticatedCall, 'grant' | 'actor'>, span: DateRange): Reader {
  // A span that lies ahead has no days yet: it is read as the first of them, which is empty.
  const days = span.from < span.to ? daysOf(span) : [dayOf(span.from, span.zone)]
  const beginning = (day: string) => startOfDay(day, span.zone).getTime()
  const cuts = days.map(beginning)
  cuts.push(beginning(addDays(days.at(-1) as string, 1)))
  const months = [...new Set(days.map(day => `${day.slice(0, 7)}-01`))].map(beginning)
  const organization = organizationOf(call)
  const ours = rowScope(call, { organization: 'r.organization_id' })
  const states = new Map<string, Promise<State>>()

  /** A bucket that runs beyond the span is whole all the same where nothing lies beyond. */
  async function spans(source: Source, grains: { days: boolean; slots: boolean }): Promise<ReadPlan> {
    let state = states.get(source.name)
    if (!state) {
      state = stateOf(db, source, cuts, span.to)
      states.set(source.name, state)
    }
    const { dirty, zone, slotted, ends } = await state
    const to = ends ? wholeOf(cuts)[1] : span.to.getTime()
    const asked: Interval = [span.from.getTime(), to]
    if (zone !== span.zone) return { days: [], slots: [], hours: [], rows: [asked] }
    const kept = { dirty, days: grains.days, slotted: new Set(grains.slots ? slotted : []) }
    const spans = planReads(asked, cuts, kept)
    return organization === allOrganizations ? spans : withoutHours(spans)
  }
  /** Which days are read each by itself, and which by running totals of months: by whichever are fewer. */
  function parted(days: readonly Interval[]) {
    const few: Interval[] = []
    const many: RunningTotal[] = []
    for (const stretch of days) {
      const totals = runningTotalsFor(stretch, months)
      const number = cuts.filter(cut => cut >= stretch[0] && cut < stretch[1]).length
      if (number <= totals.length) few.push(stretch)
      else many.push(...totals)
    }
    return { few, many }
  }
  const labels = {
    span: sql<string>`''::text`,
    day: sql<string>`(at at time zone ${span.zone}::text)::date::text`,
    hour: sql<string>`to_char(date_trunc('hour', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }

  const labelOf = (instant: number, each: 'day' | 'hour') =>
    each === 'day' ? dayOf(new Date(instant), span.zone) : iso(Math.floor(instant / ONE_HOUR) * ONE_HOUR)

  const told = (source: Source, kind: string, stretches: Interval[]) =>
    memberRows(source, [kind], sql`${ours} and ${inIntervals(sql.ref(`r.${source.at}`), stretches)}`)

  /** How many are told of under each label: by sets for all organizations together, by names for one alone. */
  async function count(tells: readonly Tells[], label: RawBuilder<string>): Promise<Map<string, number>> {
    const sets: RawBuilder<unknown>[] = []
    const names: RawBuilder<unknown>[] = []
    for (const [source, kind] of tells) {
      const { days, hours, rows } = await spans(source, { days: true, slots: false })
      const ofKind = sql`source = ${source.name} and kind = ${kind}`
      const grains = { day: days, hour: hours }
      for (const [grain, stretches] of Object.entries(grains)) {
        if (stretches.length === 0) continue
        const bucket = inIntervals(sql.ref('bucket'), stretches)
        if (organization === allOrganizations)
          sets.push(sql`select ${label} as label, piece, bits from (select bucket as at, piece, bits
            from rollup_sets where ${ofKind} and grain = ${grain} and ${bucket}) as s`)
        else
          names.push(sql`select ${label} as label, member_id from (select bucket as at, member_id
            from rollup_members where organization_id = ${organization} and ${ofKind} and ${bucket}) as m`)
      }
      if (rows.length > 0)
        names.push(sql`select ${label} as label, member_id from ${told(source, kind, rows)}`)
    }
    const counted = await countedOnce(sets, names).execute(db)
    return new Map(counted.rows.map(({ label, count }) => [label, count]))
  }

  /** Cells of some dimensions under each label, from whatever holds; `sums` are those added up over the keys. */
  async function gather<Name extends string>(
    source: Source,
    dimensions: readonly Name[],
    column: 'cells' | 'sums',
    each?: 'day' | 'hour',
  ): Promise<Cell<Name>[]> {
    const { days, slots, hours, rows } = await spans(source, { days: each !== 'hour', slots: true })
    const others = Object.keys(source.dimensions).filter(name => !dimensions.some(one => one === name))
    const label = labels[each ?? 'span']
    const rolled = (grain: string, stretches: Interval[]) => sql`select ${label} as at, 1 as sign, cells
      from (select bucket as at, ${sql.ref(column)} - ${others}::text[] as cells from rollup_cells
        where organization_id = ${organization} and source = ${source.name} and grain = ${grain}
          and ${inIntervals(sql.ref('bucket'), stretches)}) as c`
    const total = (unit: string, { from, to, sign }: RunningTotal, at = '') => sql`(
      select ${at}::text as at, ${sql.lit(sign)} as sign, cells - ${others}::text[] as cells
      from rollup_totals where source = ${source.name} and unit = ${unit}
        and bucket >= ${iso(from)} and bucket < ${iso(to)} order by bucket desc limit 1)`
    const { few, many } = organization === allOrganizations && !each ? parted(days) : { few: days, many: [] }
    const parts: RawBuilder<unknown>[] = [
      ...slots
        .flatMap(stretch => splitAt(stretch, each === 'hour' ? hoursOf(stretch) : cuts))
        .flatMap(stretch =>
          runningTotalsFor(stretch, cuts).map(one => total('day', one, each && labelOf(stretch[0], each))),
        ),
      ...many.map(one => total('month', one)),
    ]
    if (few.length > 0) parts.push(rolled('day', few))
    if (hours.length > 0) parts.push(rolled('hour', hours))
    if (rows.length > 0)
      parts.push(sql`select at, 1 as sign, jsonb_object_agg(dimension, keys) as cells from (
        select at, dimension, jsonb_object_agg(key, jsonb_build_array(count, sum)) as keys from (
          select ${label} as at, dimension, ${column === 'sums' ? sql`''` : sql`key`} as key, count(*) as count,
            coalesce(sum(value), 0) as sum
          from ${countedRows(source, dimensions, sql`${ours} and ${inIntervals(sql.ref(`r.${source.at}`), rows)}`)}
          group by 1, 2, 3) as counted
        group by 1, 2) as keyed group by 1`)
    if (parts.length === 0) return []
    const found = await sql<SignedCells<Name>>`${sql.join(parts, sql` union all `)}`.execute(db)
    return sumCells(column === 'sums' ? found.rows.map(collapseKeys) : found.rows)
  }

  return {
    cells: (source, dimensions, each) => gather(source, dimensions, 'cells', each),

    sums: (source, dimensions, each) => gather(source, dimensions, 'sums', each),

    async members(source, kind) {
      const { days, hours, rows } = await spans(source, { days: true, slots: false })
      const { few, many } =
        organization === allOrganizations && source.countedKinds?.includes(kind)
          ? parted(days)
          : { few: days, many: [] }
      const own = organization === allOrganizations ? sql`true` : sql`organization_id = ${organization}`
      const tallies = many.map(
        ({ from, to, sign }) => sql`(
          select ${sql.lit(sign)} as sign, numbers, counts from member_running_counts
          where source = ${source.name} and kind = ${kind} and bucket >= ${iso(from)} and bucket < ${iso(to)}
          order by bucket desc limit 1)`,
      )
      const parts = [
        sql`select member_id, count from rollup_members
          where ${own} and source = ${source.name} and kind = ${kind} and ${inIntervals(sql.ref('bucket'), few)}`,
        sql`select member_id, 1 from ${told(source, kind, [...hours, ...rows])}`,
      ]
      if (tallies.length > 0)
        parts.push(sql`select n.member_id, t.sign * told.count
          from (${sql.join(tallies, sql` union all `)}) as t, unnest(t.numbers, t.counts) as told (number, count)
          join rollup_numbers as n on n.number = told.number`)
      return sql`(select member_id, sum(count)::bigint as count
        from (${sql.join(parts, sql` union all `)}) as told group by member_id having sum(count) > 0)`
    },

    async distinct(tells) {
      return (await count(tells, labels.span)).get('') ?? 0
    },

    distinctByDay: tells => count(tells, labels.day),
  }
}

/** The span that a call asks for, in the workspace's time zone. */
export const requestedRange = async ({ query, db }: { query: Parameters<typeof dateRangeOf>[0]; db: Db }) =>
  dateRangeOf(query, new Date(), await workspaceZone(db))

/** Reads figures of a span as the caller may see them, all of them from one state of the database. */
export const readRollups = <T>(
  call: Pick<AuthenticatedCall, 'grant' | 'actor' | 'services'>,
  span: DateRange,
  work: (reader: Reader, db: Db) => Promise<T>,
): Promise<T> =>
  call.services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => work(openReader(db, call, span), db))
