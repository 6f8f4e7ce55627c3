import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '#contract/platform/system.ts'
import type { Tables } from '../db/tables.ts'
import type { AuthenticatedCall } from '../kit/call.ts'
import type { DateRange } from '../kit/period.ts'
import { rowScope } from '../kit/table/scope.ts'

/** The organization id of cells that cover all organizations. */
export const allOrganizations = '00000000-0000-0000-0000-000000000000'

/** A property by which the rows of a source are counted. */
export interface Dimension {
  /** SQL for the row's key, a text; rows with null are not counted. */
  key?: RawBuilder<string | null>
  /** SQL for several keys of a row, a text[]. */
  keys?: RawBuilder<string[]>
  /** SQL for the value that is summed for each key. */
  value?: RawBuilder<number | null>
}

/** A table whose rows are rolled up. */
export interface Source {
  /** The name that the triggers in `0019_rollups.sql` and later migrations use in invalidations. */
  name: string
  table: keyof Tables & string
  /** The timestamp column. */
  at: string
  dimensions: Readonly<Record<string, Dimension>>
  /** SQL for the member of a row by kind: an id or null. */
  members: Readonly<Record<string, RawBuilder<string | null>>>
  /** Kinds for which the rows of each member are counted. */
  countedKinds?: readonly string[]
  /** Whether all rows belong to the service: their members are not stored by organization. */
  ofService?: true
  /** The retention period after which months of its rows, or of rows that its dimensions read, are dropped. */
  retention?: RetentionKind
}

/** Type-checks the table and column names of a source against the schema. */
export const source = <
  const T extends keyof Tables & string,
  const Dimensions extends string,
  const Members extends string = never,
>(
  definition: Omit<Source, 'table' | 'at' | 'dimensions' | 'members' | 'countedKinds' | 'retention'> & {
    table: T
    at: keyof Tables[T] & string
    dimensions: Record<Dimensions, Dimension>
    members: Record<Members, RawBuilder<string | null>>
    countedKinds?: readonly Members[]
    retention?: RetentionKind
  },
) => definition

/** Counts all rows. */
export const all: Dimension = { key: sql<string>`''::text` }

/** A half-open interval in epoch milliseconds. */
export type Interval = readonly [from: number, to: number]

/** Condition: a column lies in one of these intervals. */
export function inIntervals(
  column: RawBuilder<unknown>,
  intervals: readonly Interval[],
): RawBuilder<boolean> {
  if (intervals.length === 0) return sql<boolean>`false`
  const each = intervals.map(
    ([from, to]) =>
      sql`(${column} >= ${new Date(from).toISOString()} and ${column} < ${new Date(to).toISOString()})`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/**
 * The rows of a source, one for each key of each dimension, with organization, instant and value. Rollups are computed
 * from this query, and figures are read from it where no rollup is current, so both give the same result. The table is read
 * once and then dimension by dimension: a lateral list of values per row took nearly twice as long. The offset keeps keys
 * from being computed twice, for the condition and for the result.
 */
export function countedRows(
  { table, at, dimensions }: Source,
  names: readonly string[],
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const each = names.map(name => {
    const { key, keys, value = sql`null` } = dimensions[name] as Dimension
    return sql`select r.organization_id, ${sql.ref(`r.${at}`)} as at, ${name}::text as dimension,
      ${key ?? sql`unnest(${keys})`} as key, (${value})::numeric as value from r`
  })
  return sql`(with r as materialized (select * from ${sql.table(table)} as r where ${where})
    select * from (${sql.join(each, sql` union all `)} offset 0) as facts where key is not null) as facts`
}

/** The members of a source's rows, one row for each kind. */
export function memberRows(
  { table, at, members }: Source,
  kinds: readonly string[],
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const each = kinds.map(kind => sql`(${kind}::text, ${members[kind]})`)
  return sql`(select r.organization_id, ${sql.ref(`r.${at}`)} as at, m.kind, m.member_id
    from ${sql.table(table)} as r cross join lateral (values ${sql.join(each)}) as m (kind, member_id)
    where m.member_id is not null and ${where}) as members`
}

type Requester = Pick<AuthenticatedCall, 'grant' | 'actor'>

/** Condition: a row `r` of a source lies in a range and in the caller's scope, like the rows that its cells count. */
export const inRange = ({ at }: Pick<Source, 'at'>, { from, to }: DateRange, call: Requester) => {
  const instant = sql.ref(`r.${at}`)
  return sql<boolean>`${instant} >= ${from.toISOString()} and ${instant} < ${to.toISOString()}
    and ${rowScope(call, { organization: 'r.organization_id' })}`
}

/** The members of some sources, each once as `member_id`, with the number and the time of the last of its rows. */
export function memberCounts(
  sources: readonly (readonly [source: Source, kind: string])[],
  span: DateRange,
  call: Requester,
): RawBuilder<unknown> {
  const each = sources.map(
    ([source, kind]) => sql`select ${source.members[kind]} as member_id, ${sql.ref(`r.${source.at}`)} as at
      from ${sql.table(source.table)} as r where ${inRange(source, span, call)}`,
  )
  return sql`(select member_id, count(*) as times, max(at) as last
    from (${sql.join(each, sql` union all `)}) as members where member_id is not null group by member_id)`
}
