import { type RawBuilder, sql } from 'kysely'
import type { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import {
  type Definition,
  type DifferenceDetail,
  type DifferenceRow,
  definedFigures,
  definitions,
} from '#contract/analytics/revenue-definitions.ts'
import {
  type RevenueFacet,
  type RevenueFigure,
  type RevenuePart,
  revenueFacets,
  revenueFigures,
} from '#contract/analytics/revenue-figures.ts'
import { evaluate, formulaParts } from '#contract/kit/figure.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { type DateRange, dateRangeOf, periodOf, workspaceZone } from '#server/kit/period.ts'
import { notFound } from '#server/kit/problem.ts'
import { defined, mayDiffer } from './definitions.ts'
import { month, payingIds } from './parts.ts'
import { figuresBy } from './queries.ts'
import { reasonOf } from './reasons.ts'

type DifferenceCall = Pick<AuthenticatedCall, 'db' | 'grant' | 'actor'> & {
  params: { figure: string }
  query: ReturnType<(typeof revenueAnalytics.difference.query)['parse']>
}

const facets = Object.keys(revenueFacets) as RevenueFacet[]

/** A term of a figure's formula under each definition, and its rows. */
interface Term {
  parts: Readonly<Record<Definition, RevenuePart>>
}

/** The terms of a figure, in the order of its formula. */
const termsOf = (figure: RevenueFigure): Term[] =>
  [...formulaParts(definedFigures.voicedeck[figure].formula).keys()].map(index => ({
    parts: Object.fromEntries(
      definitions.map(definition => [
        definition,
        formulaParts(definedFigures[definition][figure].formula)[index],
      ]),
    ) as Term['parts'],
  }))

/** Whether two definitions count a term by the same rows. */
const isAlike = ({ parts }: Term, [one, other]: readonly [Definition, Definition]) =>
  defined[one].parts[parts[one]] === defined[other].parts[parts[other]]

const amountOf = (definition: Definition) => sql.ref(`amount_${definition}`)

/** The rows of a term with their amount under each definition, where two of them differ. */
function differing(
  term: Term,
  rank: number,
  [one, other]: readonly [Definition, Definition],
  rowsOf: (definition: Definition, part: RevenuePart) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  // A definition that counts like another is read once.
  const readAs = (definition: Definition) =>
    definitions.find(earlier => isAlike(term, [earlier, definition])) as Definition
  const read = [...new Set(definitions.map(readAs))]
  const sources = read.map(
    definition =>
      sql`select ${definition}::text as source, id::text as id, at, title, path, amount::numeric as amount,
        ${sql.join(facets.map(facet => sql`${sql.ref(facet)}::text as ${sql.ref(facet)}`))}
      from (${rowsOf(definition, term.parts[definition])}) as of_part`,
  )
  const amounts = definitions.map(
    definition =>
      sql`coalesce(sum(amount) filter (where source = ${readAs(definition)}), 0) as ${amountOf(definition)}`,
  )
  return sql`select * from (
    select ${rank}::int as rank, id, max(at) as at, max(title) as title, max(path) as path,
      ${sql.join(facets.map(facet => sql`max(${sql.ref(facet)}) as ${sql.ref(facet)}`))}, ${sql.join(amounts)}
    from (${sql.join(sources, sql` union all `)}) as counted group by id
  ) as compared where ${amountOf(one)} <> ${amountOf(other)}`
}

/** Which of some subscriptions pay at the start of a span. */
async function payingAtStart({ db }: DifferenceCall, span: DateRange, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id from (
      ${payingIds(defined.voicedeck.ledger, span.from, sql`select unnest(${ids}::uuid[])`)}) as paying`.execute(
    db,
  )
  return new Set(rows.map(({ subscription_id }) => subscription_id))
}

/**
 * Subscriptions of which it is not known whether and when their cancellation was requested: set to end now, or ended in a
 * span otherwise than by an unpaid invoice, from before requests were recorded.
 */
async function countUnrecorded({ db }: DifferenceCall, { from, to }: DateRange): Promise<number> {
  const { rows } = await sql<{ subscriptions: number }>`
    select count(distinct subscription_id) as subscriptions from (
      select m.subscription_id from subscription_movements m
      where m.kind = 'churn' and m.event_key is null and m.ts >= ${from} and m.ts < ${to}
        and not exists (select from subscription_cancellations c
          where c.subscription_id = m.subscription_id and c.ended_at = m.ts)
        and not exists (select from invoices i where i.subscription_id = m.subscription_id
          and i.status = 'uncollectible' and i.period_start <= m.ts and i.period_end >= m.ts)
      union all
      select s.id from subscriptions s where s.cancel_at_period_end and s.status in ('active', 'past_due')
        and not exists (select from subscription_cancellations c
          where c.subscription_id = s.id and c.ended_at is null)
    ) as unrecorded`.execute(db)
  return rows[0]?.subscriptions ?? 0
}

type CountedRow = Omit<DifferenceRow, 'part' | 'facets' | 'amounts' | 'difference' | 'reasons'> & {
  rank: number
} & Record<RevenueFacet, string | null> &
  Record<`amount_${Definition}`, number>

/** The rows of a page of the compared terms, and the number of all by rank, from one reading. */
async function pageOf(
  { db, query: { start, limit } }: DifferenceCall,
  compared: readonly RawBuilder<unknown>[],
) {
  if (compared.length === 0) return { counts: new Map<number, number>(), rows: [] }
  const order = sql`rank, at desc nulls last, id`
  const { rows } = await sql<CountedRow & { counted: number }>`
    with differences as materialized (${sql.join(compared, sql` union all `)}),
      counts as (select rank, count(*) as counted from differences group by rank),
      page as (select * from differences order by ${order} limit ${limit} offset ${start})
    select * from counts left join page using (rank) order by ${order}`.execute(db)
  return {
    counts: new Map(rows.map(({ rank, counted }) => [rank, counted])),
    // A term without rows on this page has its number only.
    rows: rows.filter(({ id }) => id !== null),
  }
}

/** Names the rows that make the difference of a figure between two definitions. @throws Problem 404 */
export async function explainDifference(call: DifferenceCall): Promise<DifferenceDetail> {
  const figure = call.params.figure as RevenueFigure
  if (!Object.hasOwn(revenueFigures, figure)) throw notFound('This figure')
  const { definition, than, start: _start, limit: _limit, as_of, ...asked } = call.query
  const pair = [definition, than] as const
  const now = Math.min(Date.now(), as_of ? Date.parse(as_of) : Number.POSITIVE_INFINITY)
  const span = dateRangeOf(asked, new Date(now), await workspaceZone(call.db))
  const terms = termsOf(figure)
  const compared = terms.flatMap((term, rank) => {
    if (isAlike(term, pair)) return []
    const only = mayDiffer[term.parts.voicedeck]?.(span)
    return [
      differing(
        term,
        rank,
        pair,
        (one, part) => sql`select * from (${defined[one].parts[part](span, call, only)}) as of_part
          where ${figuresBy[one].matching(asked)}`,
      ),
    ]
  })
  const [[counted, countedThan], { counts, rows }, unrecorded] = await Promise.all([
    Promise.all(pair.map(one => figuresBy[one].totals(call, span, [figure], asked))),
    pageOf(call, compared),
    pair.includes('stripe') ? countUnrecorded(call, span) : 0,
  ])
  const isOfMonth = figure === 'monthly_churn_rate'
  const stayed = await payingAtStart(
    call,
    isOfMonth ? month(span) : span,
    rows.flatMap(row => (row.amount_chartmogul === row.amount_voicedeck ? [] : [row.id])),
  )
  const partOf = (rank: number, one: Definition) => (terms[rank] as Term).parts[one]
  return {
    figure,
    unit: definedFigures[definition][figure].unit,
    period: periodOf(span),
    definition,
    than,
    value: evaluate(definedFigures[definition][figure], counted as never),
    than_value: evaluate(definedFigures[than][figure], countedThan as never),
    parts: terms.map((_, rank) => ({
      part: partOf(rank, definition),
      than_part: partOf(rank, than),
      sum: counted?.[partOf(rank, definition)]?.sum ?? 0,
      than_sum: countedThan?.[partOf(rank, than)]?.sum ?? 0,
      rows: counts.get(rank) ?? 0,
    })),
    rows: rows.map(row => {
      const amounts = Object.fromEntries(
        definitions.map(one => [one, row[`amount_${one}`]]),
      ) as DifferenceRow['amounts']
      return {
        part: partOf(row.rank, definition),
        id: row.id,
        at: row.at,
        title: row.title,
        path: row.path,
        facets: Object.fromEntries(facets.map(facet => [facet, row[facet]])),
        amounts,
        difference: Math.round(100 * (amounts[than] - amounts[definition])) / 100,
        reasons: pair
          .filter(one => amounts[one] !== amounts.voicedeck)
          .map(one => ({
            definition: one,
            reason: reasonOf(one, {
              part: partOf(row.rank, 'voicedeck'),
              id: row.id,
              own: amounts.voicedeck,
              other: amounts[one],
              stayed: stayed.has(row.id),
            }),
          })),
      }
    }),
    total: [...counts.values()].reduce((sum, rows) => sum + rows, 0),
    unrecorded,
    as_of: span.to.toISOString(),
  }
}
