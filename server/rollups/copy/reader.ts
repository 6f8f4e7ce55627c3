import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { type DateRange, dayOf } from '../../kit/period.ts'
import { type SignedCells, sumCells } from '../add-up.ts'
import type { MemberKind, Reader } from '../reader.ts'
import { allOrganizations, type Interval, type Source } from '../source.ts'
import { FIVE_MINUTES, ONE_HOUR } from '../spans.ts'
import { type CopyPlan, type CopyState, planCopied } from './plan.ts'
import {
  countCopiedMembers,
  type FoundMember,
  type Labels,
  readCopiedCells,
  readCopiedMembers,
  verifyCopy,
} from './queries.ts'
import type { CopyStore } from './store.ts'
import { copiedRange } from './tables.ts'

/** Members that are passed from one database to the other; for more, embedded rollups answer. */
const maxMembers = 10_000

/** The reader of one snapshot of PostgreSQL, and what it reads with. */
interface Context {
  db: Db
  span: DateRange
  /** Starts of days, from the first day of the span to the end of its last. */
  cuts: readonly number[]
  organization: string
  embedded: Reader
  membersIn(source: Source, kind: string, intervals: Interval[]): RawBuilder<unknown>
  readCells<Name extends string>(
    source: Source,
    dimensions: readonly Name[],
    column: 'cells' | 'sums',
    each: 'day' | 'hour' | undefined,
    instead: { until: number; rows: readonly Interval[] },
  ): Promise<SignedCells<Name>[]>
}

/** What the snapshot says of the copy of a source; null if there is none. */
async function stateOf(db: Db, { name }: Source, { from, to }: DateRange): Promise<CopyState | null> {
  const inSpan = sql`source = ${name} and hour > ${new Date(from.getTime() - ONE_HOUR).toISOString()}
    and hour < ${to.toISOString()}`
  const { rows } =
    await sql<CopyState>`select extract(epoch from copied_from)::float8 * 1000 as "copiedFrom", begun, completed,
    array(select distinct extract(epoch from hour)::float8 * 1000 + slots.slot * ${sql.lit(FIVE_MINUTES)}
      from (select hour, slot from rollup_invalidations where ${inSpan}
        union select hour, slot from rollup_copy_changes where ${inSpan}) as changes
      cross join generate_series(coalesce(slot, 0), coalesce(slot, 11)) as slots (slot)) as changed
    from rollup_copies where source = ${name}`.execute(db)
  return rows[0] ?? null
}

/**
 * Reads figures from the copy in ClickHouse: what changed since it was copied from rows in PostgreSQL, days that are not
 * copied from embedded rollups, and everything else from ClickHouse. Where the copy cannot answer, the embedded reader does,
 * from the same snapshot.
 */
export function withCopy(context: Context, store: CopyStore): Reader {
  const { db, span, cuts, embedded, membersIn, readCells } = context
  const organization = context.organization === allOrganizations ? null : context.organization
  const interval: Interval = [span.from.getTime(), span.to.getTime()]
  const states = new Map<Source, Promise<CopyState | null>>()

  /** The state of a source, and how to read its interval; null if the embedded reader should. */
  async function planOf(source: Source): Promise<{ state: CopyState; plan: CopyPlan } | null> {
    if (interval[0] < copiedRange[0] || interval[1] > copiedRange[1]) return null
    const reading = states.get(source) ?? stateOf(db, source, span)
    states.set(source, reading)
    const state = await reading
    const plan = state && planCopied(interval, cuts, state)
    return plan && { state, plan }
  }

  /** Reads with the copy; where that fails or `read` gives null, with `fallback`. */
  async function attempt<T>(read: () => Promise<T | null>, fallback: () => Promise<T>): Promise<T> {
    let source: keyof CopyStore['counts'] = 'embedded'
    try {
      const result = await read()
      if (result !== null) {
        store.counts.clickhouse += 1
        return result
      }
    } catch {
      // An error of PostgreSQL occurs again below.
      source = 'embedded_after_error'
    }
    store.counts[source] += 1
    return fallback()
  }

  const labelOf = (label: number, each: Labels['each']) => {
    if (!each) return ''
    return each === 'day' ? dayOf(new Date(label), span.zone) : new Date(label).toISOString()
  }

  async function copiedCells<Name extends string>(
    source: Source,
    dimensions: readonly Name[],
    column: 'cells' | 'sums',
    each: Labels['each'],
  ) {
    const known = await planOf(source)
    if (!known) return null
    const { state, plan } = known
    const cells = await readCopiedCells(store, source, dimensions, {
      intervals: plan.copied,
      organization,
      labels: { each, cuts },
      collapse: column === 'sums',
    })
    await verifyCopy(store, new Map([[source, state]]))
    const copied = cells.map(
      ({ label, dimension, key, count, sum }): SignedCells<Name> => ({
        at: labelOf(label, each),
        sign: 1,
        cells: { [dimension]: { [key]: [count, sum] } } as SignedCells<Name>['cells'],
      }),
    )
    return sumCells([...copied, ...(await readCells(source, dimensions, column, each, plan))])
  }

  /** Counts distinct members by day, or over the whole interval; only if the copy begins before it. */
  async function count(memberKinds: readonly MemberKind[], each: 'day' | undefined) {
    const known = await Promise.all(memberKinds.map(([source]) => planOf(source)))
    const kinds: { source: Source; kind: string; intervals: Interval[] }[] = []
    const changed: RawBuilder<unknown>[] = []
    const verified = new Map<Source, CopyState>()
    for (const [index, [source, kind]] of memberKinds.entries()) {
      const { state, plan } = known[index] ?? {}
      if (!state || !plan || plan.until > interval[0]) return null
      kinds.push({ source, kind, intervals: plan.copied })
      verified.set(source, state)
      const label = each ? sql`(at at time zone ${span.zone}::text)::date::text` : sql`''`
      if (plan.rows.length > 0)
        changed.push(sql`select ${label} as label, member_id from ${membersIn(source, kind, plan.rows)}`)
    }
    const found =
      changed.length === 0
        ? []
        : (
            await sql<{ label: string; member_id: string }>`select distinct label, member_id
              from (${sql.join(changed, sql` union all `)}) as found limit ${maxMembers + 1}`.execute(db)
          ).rows
    if (found.length > maxMembers) return null
    const starts = new Map(cuts.map(cut => [labelOf(cut, each), cut]))
    const members = found.map(
      ({ label, member_id }): FoundMember => ({ label: each ? (starts.get(label) as number) : 0, member_id }),
    )
    const counted = await countCopiedMembers(store, kinds, members, { organization, labels: { each, cuts } })
    await verifyCopy(store, verified)
    return new Map([...counted].map(([label, count]) => [labelOf(label, each), count]))
  }

  return {
    cells: (source, dimensions, each) =>
      attempt(
        () => copiedCells(source, dimensions, 'cells', each),
        () => embedded.cells(source, dimensions, each),
      ),

    sums: (source, dimensions, each) =>
      attempt(
        () => copiedCells(source, dimensions, 'sums', each),
        () => embedded.sums(source, dimensions, each),
      ),

    members: (source, kind) =>
      attempt(
        async () => {
          const known = await planOf(source)
          if (!known || known.plan.until > interval[0]) return null
          const { state, plan } = known
          const counts = await readCopiedMembers(store, source, kind, {
            intervals: plan.copied,
            organization,
            limit: maxMembers,
          })
          await verifyCopy(store, new Map([[source, state]]))
          if (!counts) return null
          const [ids, times] = [[...counts.keys()], [...counts.values()]]
          return sql`(select member_id, sum(count)::bigint as count from (
            select * from unnest(${ids}::uuid[], ${times}::bigint[]) as copied (member_id, count)
            union all select member_id, 1 from ${membersIn(source, kind, plan.rows)}) as counted group by member_id)`
        },
        () => embedded.members(source, kind),
      ),

    distinct: memberKinds =>
      attempt(
        async () => {
          const counted = await count(memberKinds, undefined)
          return counted && (counted.get('') ?? 0)
        },
        () => embedded.distinct(memberKinds),
      ),

    distinctByDay: memberKinds =>
      attempt(
        () => count(memberKinds, 'day'),
        () => embedded.distinctByDay(memberKinds),
      ),
  }
}
