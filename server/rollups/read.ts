import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { AuthenticatedCall } from '../kit/call.ts'
import {
  addDays,
  addMonths,
  type DateRange,
  dateRangeOf,
  dayOf,
  daysOf,
  startOfDay,
  workspaceZone,
} from '../kit/period.ts'
import { forbidden } from '../kit/problem.ts'
import { rowScope } from '../kit/table/scope.ts'
import { collapseKeys, type SignedCells, sumCells } from './add-up.ts'
import { withCopy } from './copy/reader.ts'
import type { CopyStore } from './copy/store.ts'
import type { MemberKind, Reader } from './reader.ts'
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
  wholeMonths,
  withoutHours,
} from './spans.ts'

const iso = (instant: number) => new Date(instant).toISOString()

interface State {
  /** Starts of the five-minute slots that changed since they were rolled up. */
  dirty: number[]
  zone: string
  /** Starts of the first and the last day, if five-minute totals of them are stored. */
  slotted: number[]
  /** Whether no row is later than the range. */
  ends: boolean
}

const wholeOf = (cuts: readonly number[]): Interval => [cuts[0] as number, cuts.at(-1) as number]

/**
 * The state of a source that determines which of its rollups are current. Whether there are later rows is asked by their
 * maximum, which is read from an index; `exists` may scan a whole month.
 */
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
    (select max(${sql.ref(source.at)}) from ${sql.table(source.table)} where ${sql.ref(source.at)} >= ${to.toISOString()}) is null as ends`.execute(
    db,
  )
  return rows[0] as State
}

/** The organization whose cells a caller reads. @throws Problem 403 for a scope without cells */
function organizationOf({ grant, actor }: Pick<AuthenticatedCall, 'grant' | 'actor'>): string {
  if (grant.reach === 'all') return allOrganizations
  if (grant.reach === 'organization') return actor.organizationId
  throw forbidden()
}

/** Replaces the reads of an interval from an instant on by reads of rows in some parts of it. */
export interface Instead {
  until: number
  rows: readonly Interval[]
}

/** Opens a reader in a transaction with a consistent snapshot of the database. */
function openReader(
  db: Db,
  call: Pick<AuthenticatedCall, 'grant' | 'actor'>,
  span: DateRange,
  store: CopyStore | undefined,
): Reader {
  // A range in the future has no days yet; its first day is read, which is empty.
  const days = span.from < span.to ? daysOf(span) : [dayOf(span.from, span.zone)]
  const startOf = (day: string) => startOfDay(day, span.zone).getTime()
  const cuts = days.map(startOf)
  cuts.push(startOf(addDays(days.at(-1) as string, 1)))
  const firsts = [...new Set(days.map(day => `${day.slice(0, 7)}-01`))]
  const months = firsts.map(startOf)
  const endOfMonths = startOf(addMonths(firsts.at(-1) as string, 1))
  const organization = organizationOf(call)
  const ours = rowScope(call, { organization: 'r.organization_id' })
  const states = new Map<string, Promise<State>>()

  /** Plans the reads of a source. A bucket that ends after the range can be read whole if no rows are later than the range. */
  async function spans(
    source: Source,
    grains: { days: boolean; slots: boolean },
    instead?: Instead,
  ): Promise<ReadPlan> {
    if (instead && instead.until <= span.from.getTime())
      return { days: [], slots: [], hours: [], rows: [...instead.rows] }
    let state = states.get(source.name)
    if (!state) {
      state = stateOf(db, source, cuts, span.to)
      states.set(source.name, state)
    }
    const { dirty, zone, slotted, ends } = await state
    const to = instead ? instead.until : ends ? wholeOf(cuts)[1] : span.to.getTime()
    const requested: Interval = [span.from.getTime(), to]
    const available = { dirty, days: grains.days, slotted: new Set(grains.slots ? slotted : []) }
    const plan =
      zone === span.zone
        ? planReads(requested, cuts, available)
        : { days: [], slots: [], hours: [], rows: to > requested[0] ? [requested] : [] }
    const spans = organization === allOrganizations ? plan : withoutHours(plan)
    return { ...spans, rows: [...spans.rows, ...(instead?.rows ?? [])] }
  }
  /** Splits days into those read one by one and those read from running totals of months, whichever needs fewer reads. */
  function splitDays(days: readonly Interval[]) {
    const single: Interval[] = []
    const monthly: RunningTotal[] = []
    for (const interval of days) {
      const totals = runningTotalsFor(interval, months)
      const dayCount = cuts.filter(cut => cut >= interval[0] && cut < interval[1]).length
      if (dayCount <= totals.length) single.push(interval)
      else monthly.push(...totals)
    }
    return { single, monthly }
  }
  const labels = {
    span: sql<string>`''::text`,
    day: sql<string>`(at at time zone ${span.zone}::text)::date::text`,
    hour: sql<string>`to_char(date_trunc('hour', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }

  const labelOf = (instant: number, each: 'day' | 'hour') =>
    each === 'day' ? dayOf(new Date(instant), span.zone) : iso(Math.floor(instant / ONE_HOUR) * ONE_HOUR)

  const membersIn = (source: Source, kind: string, intervals: Interval[]) =>
    memberRows(source, [kind], sql`${ours} and ${inIntervals(sql.ref(`r.${source.at}`), intervals)}`)

  /** Number of distinct members by label, read from sets for all organizations and from member ids for a single one. */
  async function count(
    memberKinds: readonly MemberKind[],
    each: 'span' | 'day',
  ): Promise<Map<string, number>> {
    const label = labels[each]
    const sets: RawBuilder<unknown>[] = []
    const names: RawBuilder<unknown>[] = []
    for (const [source, kind] of memberKinds) {
      const isStored = organization === allOrganizations || !source.ofService
      const { days, hours, rows } = await spans(source, { days: isStored, slots: false })
      const ofKind = sql`source = ${source.name} and kind = ${kind}`
      const byMonth = each === 'span' && organization === allOrganizations
      const whole = byMonth ? wholeMonths(days, [...months, endOfMonths]) : { days, months: [] }
      const grains = { month: whole.months, day: whole.days, hour: hours }
      for (const [grain, intervals] of Object.entries(grains)) {
        if (intervals.length === 0) continue
        const bucket = inIntervals(sql.ref('bucket'), intervals)
        if (organization === allOrganizations)
          sets.push(sql`select ${label} as label, piece, bits from (select bucket as at, piece, bits
            from rollup_sets where ${ofKind} and grain = ${grain} and ${bucket}) as s`)
        else
          names.push(sql`select ${label} as label, member_id from (select bucket as at, member_id
            from rollup_members where organization_id = ${organization} and ${ofKind} and ${bucket}) as m`)
      }
      if (rows.length > 0)
        names.push(sql`select ${label} as label, member_id from ${membersIn(source, kind, rows)}`)
    }
    const counted = await countedOnce(sets, names).execute(db)
    return new Map(counted.rows.map(({ label, count }) => [label, count]))
  }

  /** Cells of some dimensions by label, from current rollups and otherwise from rows; `sums` adds up the keys of each dimension. */
  async function readCells<Name extends string>(
    source: Source,
    dimensions: readonly Name[],
    column: 'cells' | 'sums',
    each?: 'day' | 'hour',
    instead?: Instead,
  ): Promise<SignedCells<Name>[]> {
    const { days, slots, hours, rows } = await spans(source, { days: each !== 'hour', slots: true }, instead)
    const excluded = Object.keys(source.dimensions).filter(name => !dimensions.some(one => one === name))
    const label = labels[each ?? 'span']
    const rolled = (grain: string, intervals: Interval[]) => sql`select ${label} as at, 1 as sign, cells
      from (select bucket as at, ${sql.ref(column)} - ${excluded}::text[] as cells from rollup_cells
        where organization_id = ${organization} and source = ${source.name} and grain = ${grain}
          and ${inIntervals(sql.ref('bucket'), intervals)}) as c`
    const total = (unit: string, { from, to, sign }: RunningTotal, at = '') => sql`(
      select ${at}::text as at, ${sql.lit(sign)} as sign, cells - ${excluded}::text[] as cells
      from rollup_totals where source = ${source.name} and unit = ${unit}
        and bucket >= ${iso(from)} and bucket < ${iso(to)} order by bucket desc limit 1)`
    const { single, monthly } =
      organization === allOrganizations && !each ? splitDays(days) : { single: days, monthly: [] }
    const parts: RawBuilder<unknown>[] = [
      ...slots
        .flatMap(interval => splitAt(interval, each === 'hour' ? hoursOf(interval) : cuts))
        .flatMap(interval =>
          runningTotalsFor(interval, cuts).map(one => total('day', one, each && labelOf(interval[0], each))),
        ),
      ...monthly.map(one => total('month', one)),
    ]
    if (single.length > 0) parts.push(rolled('day', single))
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
    const result = await sql<SignedCells<Name>>`${sql.join(parts, sql` union all `)}`.execute(db)
    return column === 'sums' ? result.rows.map(collapseKeys) : result.rows
  }

  const embedded: Reader = {
    cells: async (source, dimensions, each) => sumCells(await readCells(source, dimensions, 'cells', each)),

    sums: async (source, dimensions, each) => sumCells(await readCells(source, dimensions, 'sums', each)),

    async members(source, kind) {
      const { days, hours, rows } = await spans(source, { days: !source.ofService, slots: false })
      const { single, monthly } =
        organization === allOrganizations && source.countedKinds?.includes(kind)
          ? splitDays(days)
          : { single: days, monthly: [] }
      const own = organization === allOrganizations ? sql`true` : sql`organization_id = ${organization}`
      const runningCounts = monthly.map(
        ({ from, to, sign }) => sql`(
          select ${sql.lit(sign)} as sign, numbers, counts from member_running_counts
          where source = ${source.name} and kind = ${kind} and bucket >= ${iso(from)} and bucket < ${iso(to)}
          order by bucket desc limit 1)`,
      )
      const parts = [
        sql`select member_id, count from rollup_members
          where ${own} and source = ${source.name} and kind = ${kind} and ${inIntervals(sql.ref('bucket'), single)}`,
        sql`select member_id, 1 from ${membersIn(source, kind, [...hours, ...rows])}`,
      ]
      if (runningCounts.length > 0)
        parts.push(sql`select n.member_id, t.sign * counted.count
          from (${sql.join(runningCounts, sql` union all `)}) as t, unnest(t.numbers, t.counts) as counted (number, count)
          join rollup_numbers as n on n.number = counted.number`)
      return sql`(select member_id, sum(count)::bigint as count
        from (${sql.join(parts, sql` union all `)}) as counted group by member_id having sum(count) > 0)`
    },

    async distinct(memberKinds) {
      return (await count(memberKinds, 'span')).get('') ?? 0
    },

    distinctByDay: memberKinds => count(memberKinds, 'day'),
  }
  return store ? withCopy({ db, span, cuts, organization, membersIn, readCells, embedded }, store) : embedded
}

/** The date range that a call asks for, in the workspace's time zone. */
export const requestedRange = async ({ query, db }: { query: Parameters<typeof dateRangeOf>[0]; db: Db }) =>
  dateRangeOf(query, new Date(), await workspaceZone(db))

/** Reads figures of a range within the caller's scope, all from one snapshot of the database. */
export const readRollups = <T>(
  call: Pick<AuthenticatedCall, 'grant' | 'actor' | 'services'>,
  span: DateRange,
  work: (reader: Reader, db: Db) => Promise<T>,
): Promise<T> =>
  call.services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => work(openReader(db, call, span, call.services.copy), db))
