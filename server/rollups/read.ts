import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { KnownCall } from '../kit/call.ts'
import { addDays, dayOf, daysOf, type Span, spanOf, startOfDay, workspaceZone } from '../kit/period.ts'
import { forbidden } from '../kit/problem.ts'
import { reached } from '../kit/table/scope.ts'
import { countedOnce } from './sets.ts'
import { everyone, facts, membersIn, type Source, type Stretch, within } from './source.ts'
import { type Spans, spansOf, withoutHours } from './spans.ts'

type Names<S extends { dimensions: object }> = keyof S['dimensions'] & string
type Kinds<S extends { members: object }> = keyof S['members'] & string

/** What a key of a dimension comes to in a bucket, or in the whole span. */
export interface Cell<Name extends string = string> {
  /** The day, YYYY-MM-DD, or the beginning of the hour; empty for the whole span. */
  at: string
  dimension: Name
  key: string
  count: number
  sum: number
}

/** Whom a source tells of: rows of `member_id`, `at` and `count`. */
export type Members = RawBuilder<unknown>

/** A source, and a kind of those whom it tells of. */
type Tells = readonly [source: Source, kind: string]

/** Reads figures of a span: from the rollups where they hold, else from the rows. Both say the same at any moment. */
export interface Reader {
  cells<S extends Source, Name extends Names<S>>(
    source: S,
    dimensions: readonly Name[],
    each?: 'day' | 'hour',
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
  dirty: number[]
  zone: string
  /** Whether no row is later than the span. */
  ends: boolean
}

/** What has to be known of a source to say which of its rollups hold. */
async function stateOf(db: Db, source: Source, [first, last]: Stretch, to: Date): Promise<State> {
  const { rows } = await sql<State>`select
    array(select distinct extract(epoch from hour)::float8 * 1000 from rollup_dirt
      where source = ${source.name} and hour > ${iso(first - 3_600_000)} and hour < ${iso(last)}) as dirty,
    (select time_zone from rollup_zone) as zone,
    not exists (select from ${sql.table(source.table)} where ${sql.ref(source.at)} >= ${to.toISOString()}) as ends`.execute(
    db,
  )
  return rows[0] as State
}

/** Whose cells a caller reads. @throws Problem 403 for a reach that no cells are kept for. */
function organizationOf({ grant, actor }: Pick<KnownCall, 'grant' | 'actor'>): string {
  if (grant.reach === 'all') return everyone
  if (grant.reach === 'organization') return actor.organizationId
  throw forbidden()
}

/** Opens a reader within a transaction that sees one state of the database throughout. */
function openReader(db: Db, call: Pick<KnownCall, 'grant' | 'actor'>, span: Span): Reader {
  // A span that lies ahead has no days yet: it is read as the first of them, which is empty.
  const days = span.from < span.to ? daysOf(span) : [dayOf(span.from, span.zone)]
  const cuts = days.map(day => startOfDay(day, span.zone).getTime())
  cuts.push(startOfDay(addDays(days.at(-1) as string, 1), span.zone).getTime())
  const whole: Stretch = [cuts[0] as number, cuts.at(-1) as number]
  const organization = organizationOf(call)
  const ours = reached(call, { organization: 'r.organization_id' })
  const states = new Map<string, Promise<State>>()

  /** A bucket that runs beyond the span is whole all the same where nothing lies beyond. */
  async function spans(source: Source, daysHold: boolean): Promise<Spans> {
    let state = states.get(source.name)
    if (!state) {
      state = stateOf(db, source, whole, span.to)
      states.set(source.name, state)
    }
    const { dirty, zone, ends } = await state
    const to = ends ? whole[1] : span.to.getTime()
    const asked: Stretch = [span.from.getTime(), to]
    if (zone !== span.zone) return { days: [], hours: [], rows: [asked] }
    const spans = spansOf(asked, cuts, new Set(dirty), daysHold)
    return organization === everyone ? spans : withoutHours(spans)
  }
  const labels = {
    span: sql<string>`''::text`,
    day: sql<string>`(at at time zone ${span.zone}::text)::date::text`,
    hour: sql<string>`to_char(date_trunc('hour', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }

  const told = (source: Source, kind: string, stretches: Stretch[]) =>
    membersIn(source, [kind], sql`${ours} and ${within(sql.ref(`r.${source.at}`), stretches)}`)

  /** How many are told of under each label: by sets for all organizations together, by names for one alone. */
  async function count(tells: readonly Tells[], label: RawBuilder<string>): Promise<Map<string, number>> {
    const sets: RawBuilder<unknown>[] = []
    const names: RawBuilder<unknown>[] = []
    for (const [source, kind] of tells) {
      const { days, hours, rows } = await spans(source, true)
      const ofKind = sql`source = ${source.name} and kind = ${kind}`
      const grains = { day: days, hour: hours }
      for (const [grain, stretches] of Object.entries(grains)) {
        if (stretches.length === 0) continue
        const bucket = within(sql.ref('bucket'), stretches)
        if (organization === everyone)
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

  return {
    async cells(source, dimensions, each) {
      const { days, hours, rows } = await spans(source, each !== 'hour')
      const rolled = (grain: string, stretches: Stretch[]) => sql`
        select bucket as at, dimension, k.key, (k.value ->> 0)::bigint as count, (k.value ->> 1)::numeric as sum
        from rollup_cells, unnest(${dimensions}::text[]) as dimension, jsonb_each(cells -> dimension) as k
        where organization_id = ${organization} and source = ${source.name} and grain = ${grain}
          and ${within(sql.ref('bucket'), stretches)}`
      const parts = [
        ...(days.length > 0 ? [rolled('day', days)] : []),
        ...(hours.length > 0 ? [rolled('hour', hours)] : []),
        ...(rows.length > 0
          ? [
              sql`select at, dimension, key, 1 as count, coalesce(value, 0) as sum
              from ${facts(source, dimensions, sql`${ours} and ${within(sql.ref(`r.${source.at}`), rows)}`)}`,
            ]
          : []),
      ]
      if (parts.length === 0) return []
      const found = await sql<Cell<(typeof dimensions)[number]>>`
        select ${labels[each ?? 'span']} as at, dimension, key, sum(count) as count, sum(sum) as sum
        from (${sql.join(parts, sql` union all `)}) as cells group by 1, 2, 3`.execute(db)
      return found.rows
    },

    async members(source, kind) {
      const { days, hours, rows } = await spans(source, true)
      const own = organization === everyone ? sql`true` : sql`organization_id = ${organization}`
      return sql`(select member_id, bucket as at, count from rollup_members
          where ${own} and source = ${source.name} and kind = ${kind} and ${within(sql.ref('bucket'), days)}
        union all select member_id, at, 1 from ${told(source, kind, [...hours, ...rows])})`
    },

    async distinct(tells) {
      return (await count(tells, labels.span)).get('') ?? 0
    },

    distinctByDay: tells => count(tells, labels.day),
  }
}

/** The span that a call asks for, in the workspace's time zone. */
export const spanAsked = async ({ query, db }: { query: Parameters<typeof spanOf>[0]; db: Db }) =>
  spanOf(query, new Date(), await workspaceZone(db))

/** Reads figures of a span as the caller may see them, all of them from one state of the database. */
export const read = <T>(
  call: Pick<KnownCall, 'grant' | 'actor' | 'services'>,
  span: Span,
  work: (reader: Reader, db: Db) => Promise<T>,
): Promise<T> =>
  call.services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => work(openReader(db, call, span), db))
