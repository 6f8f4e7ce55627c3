import { type RawBuilder, sql } from 'kysely'
import {
  defaultFigureRows,
  evaluate,
  type Figure,
  type FigureDetail,
  type FigureRow,
  formulaParts,
  type Total,
  type ValueOf,
} from '#contract/kit/figure.ts'
import { bucketBounds } from '#contract/kit/histogram.ts'
import type { RangeName } from '#contract/kit/period.ts'
import type { AuthenticatedCall } from './call.ts'
import { type DateRange, dateRangeOf, periodOf, workspaceZone } from './period.ts'
import { notFound } from './problem.ts'

/** SQL for the histogram bucket of a column's value, as a text key; null for null. */
export const histogramBucket = (column: RawBuilder<unknown>) =>
  sql<string | null>`width_bucket(${column}, ${sql.raw(`'{${bucketBounds.join(',')}}'::int[]`)})::text`

type FigureCall = Pick<AuthenticatedCall, 'db' | 'grant' | 'actor'>

/**
 * A query for the rows of a part in a date range and within the caller's scope, with the columns `id`, `at`, `title`,
 * `path`, `amount` and one per facet of the group. Sums and rows come from the same query, so they cannot differ.
 */
export type MetricRows = (span: DateRange, call: FigureCall) => RawBuilder<unknown>

/** Facet values to filter by. */
type Filters<Facet extends string> = { readonly [facet in Facet]?: string | undefined }

interface Group<Figures extends Record<string, Figure<Part>>, Part extends string, Facet extends string> {
  figures: Figures
  parts: Record<Part, MetricRows>
  /** Facets by which the figures can be filtered. */
  facets: readonly Facet[]
  /** Further columns that are shown in drill-downs. */
  extraFacets?: readonly string[]
}

/** A call of a drill-down endpoint. */
interface OpeningCall extends FigureCall {
  params: { figure: string }
  query: unknown
}

/** Query parameters of a drill-down endpoint other than facets. */
interface Opened {
  time_range: RangeName
  from?: string
  to?: string
  previous?: boolean
  as_of?: string
  start?: number
  limit?: number
}

/** The sum of a part's rows, in total or in one bucket. */
interface Summed {
  bucket: string | null
  sum: number
  rows: number
}

/** The total of a part over all its buckets. */
const totalOf = (summed: readonly Summed[]): Total => ({
  sum: summed.reduce((all, { sum }) => all + sum, 0),
  rows: summed.reduce((all, { rows }) => all + rows, 0),
  spread: new Map(summed.flatMap(({ bucket, rows }) => (bucket === null ? [] : [[Number(bucket), rows]]))),
})

/** Computes the figures of a group from the rows of their parts, and serves drill-downs into them. */
export function figureGroup<
  Figures extends Record<string, Figure<Part>>,
  Part extends string,
  Facet extends string,
>({ figures, parts, facets, extraFacets = [] }: Group<Figures, Part, Facet>) {
  type Name = keyof Figures & string

  /** SQL condition on the rows of a part. */
  const matching = (filters: Filters<Facet>) => {
    const set = facets.filter(facet => filters[facet] !== undefined)
    const held = set.map(facet => sql<boolean>`${sql.ref(facet)} = ${filters[facet]}`)
    return held.length > 0 ? sql<boolean>`${sql.join(held, sql` and `)}` : sql<boolean>`true`
  }

  const definition = (name: Name) => figures[name] as Figure<Part>

  /** The totals of all parts of some figures. */
  async function totals(call: FigureCall, span: DateRange, names: readonly Name[], filters: Filters<Facet>) {
    const formulas = names.map(name => definition(name).formula)
    const wanted = [...new Set(formulas.flatMap(formulaParts))]
    const spread = new Set(formulas.flatMap(formula => ('percentile' in formula ? formula.percentile : [])))
    const sums = wanted.map(
      part => sql`
        select ${part}::text as part, ${spread.has(part) ? histogramBucket(sql.ref('amount')) : sql`null::text`} as bucket,
          coalesce(sum(amount), 0)::numeric as sum, count(*) as rows
        from (${parts[part](span, call)}) as of_part where ${matching(filters)} group by 2`,
    )
    const { rows } = await sql<Summed & { part: Part }>`${sql.join(sums, sql` union all `)}`.execute(call.db)
    const of = Map.groupBy(rows, ({ part }) => part)
    return Object.fromEntries(wanted.map(part => [part, totalOf(of.get(part) ?? [])])) as Record<Part, Total>
  }

  /** Figures in a date range, by name. */
  async function values<Wanted extends Name>(
    call: FigureCall,
    span: DateRange,
    names: readonly Wanted[],
    filters: Filters<Facet> = {},
  ): Promise<{ [name in Wanted]: ValueOf<Figures[name]> }> {
    const of = await totals(call, span, names, filters)
    return Object.fromEntries(names.map(name => [name, evaluate(definition(name), of)])) as {
      [name in Wanted]: ValueOf<Figures[name]>
    }
  }

  /** A part's total by facet value. */
  async function by(
    call: FigureCall,
    span: DateRange,
    part: Part,
    facet: Facet,
  ): Promise<Map<string, Total>> {
    const { rows } = await sql<Total & { value: string }>`
      select ${sql.ref(facet)} as value, coalesce(sum(amount), 0)::numeric as sum, count(*) as rows
      from (${parts[part](span, call)}) as of_part group by 1`.execute(call.db)
    return new Map(rows.map(({ value, ...total }) => [value, total]))
  }

  /** Handles the drill-down endpoint. @throws Problem 404 for an unknown figure */
  async function open(call: OpeningCall): Promise<FigureDetail> {
    const name = call.params.figure as Name
    if (!Object.hasOwn(figures, name)) throw notFound('This figure')
    const asked = call.query as Opened & Filters<Facet>
    const { start = 0, limit = defaultFigureRows } = asked
    const now = Math.min(Date.now(), asked.as_of ? Date.parse(asked.as_of) : Number.POSITIVE_INFINITY)
    const span = dateRangeOf(asked, new Date(now), await workspaceZone(call.db))
    const { unit, formula } = definition(name)
    const names = [...new Set(formulaParts(formula))]
    const of = await totals(call, span, [name], asked)
    const columns = [...facets, ...extraFacets].map(facet => sql.ref(facet))
    const pages = names.map(
      (part, index) => sql`
        select ${index}::int as rank, ${part}::text as part, id::text as id, at, title, path,
          amount::numeric as amount, ${sql.join(columns.map(column => sql`${column}::text as ${column}`))}
        from (${parts[part](span, call)}) as of_part where ${matching(asked)}`,
    )
    const order = sql`order by ${sql.join([sql`rank`, sql`at desc nulls last`, sql`id`, ...columns])}`
    const facetPairs = sql.join(
      [...facets, ...extraFacets].flatMap(facet => [sql`${facet}::text`, sql.ref(facet)]),
    )
    // Facets are put together for the rows of the page only.
    const { rows } = await sql<FigureRow>`
      select part, id, at, title, path, jsonb_build_object(${facetPairs}) as facets, amount from (
        select * from (${sql.join(pages, sql` union all `)}) as of_figure ${order} limit ${limit} offset ${start}
      ) as page ${order}`.execute(call.db)
    const counted = names.map(part => ({ part, sum: of[part].sum, rows: of[part].rows }))
    return {
      figure: name,
      unit,
      value: evaluate(definition(name), of),
      period: periodOf(span),
      parts: counted,
      rows,
      total: counted.reduce((sum, { rows }) => sum + rows, 0),
    }
  }

  return { values, by, open, totals, matching }
}

/** SQL for the console path of a person. @param alias table alias of their row */
export const personPath = (alias: string): RawBuilder<string> => sql`
  case ${sql.ref(`${alias}.role`)} when 'elderly_user' then '/users/elderly/' when 'caregiver' then '/users/caregivers/'
    when 'family_member' then '/users/family/' else '/users/admins/' end || ${sql.ref(`${alias}.id`)}`

/** SQL for the console path of a conversation or one of its messages. */
export const conversationPath = (
  id: RawBuilder<unknown>,
  messageId?: RawBuilder<unknown>,
): RawBuilder<string> =>
  messageId
    ? sql`'/conversations?session=' || ${id} || coalesce('&message=' || ${messageId}, '')`
    : sql`'/conversations?session=' || ${id}`

type Columns<Facet extends string> = {
  readonly [column in 'id' | 'at' | 'title' | 'path' | 'amount' | Facet]?: RawBuilder<unknown>
}

const absent = sql`null::text`

/** Builds the row queries of a group's parts; facets that are not given are null, and the default amount is 1. */
export function metricRows<Facet extends string>(facets: readonly Facet[]) {
  return (columns: Columns<Facet>, from: RawBuilder<unknown>) => {
    const { id = absent, at = absent, title = absent, path = absent, amount = sql`1` } = columns
    const facetColumns = facets.map(facet => sql`${columns[facet] ?? absent} as ${sql.ref(facet)}`)
    return sql`select ${id} as id, ${at} as at, ${title} as title, ${path} as path, ${amount} as amount,
      ${sql.join(facetColumns)} ${from}`
  }
}
