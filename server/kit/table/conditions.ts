import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldMeta } from '#contract/kit/fields.ts'
import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import type { Conditions, Where } from '#contract/kit/where.ts'
import { Problem } from '../problem.ts'
import type { ExtraFilterConditions, TableConfig } from './config.ts'

type Condition = RawBuilder<boolean>

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function buildCondition(name: string, operator: string, value: unknown): Condition {
  const column = sql.ref(name)
  switch (operator) {
    case 'ne':
      return sql`(${column} is null or ${column} <> all(${value}))`
    case 'gte':
      return sql`${column} >= ${value}`
    case 'lte':
      return sql`${column} <= ${value}`
    case 'like':
      return sql`${column} ilike ${pattern(value as string)}`
    case 'null':
      return value ? sql`${column} is null` : sql`${column} is not null`
    default:
      // With a single =, an index on the column also provides the order of the columns after it.
      if (Array.isArray(value) && value.length !== 1) return sql`${column} = any(${value})`
      return sql`${column} = ${Array.isArray(value) ? value[0] : value}`
  }
}

/** For filters and sorting by a field that the caller may not see: the result would reveal its value. */
export const hiddenFieldProblem = (field: string) =>
  new Problem(422, `${field} is hidden from your role`, {
    errors: [{ pointer: `#/${field}`, in: 'query', detail: 'This field is hidden from your role' }],
  })

/** What a list reads from. */
export type Source = Pick<TableConfig<z.ZodObject, Endpoint>, 'table' | 'sideTable'> & {
  also?: ExtraFilterConditions | undefined
}

/** The shortest text that a trigram index finds. */
const minTrigramLength = 3

/** Rows with a field that contains a text. An OR over two tables would use no index, so each is searched separately. */
function containsText(text: string, fields: readonly string[], { table, sideTable }: Source): Condition {
  const hits = (names: readonly string[]) =>
    sql<boolean>`(${sql.join(
      names.map(name => sql`${sql.ref(name)} ilike ${pattern(text)}`),
      sql` or `,
    )})`
  const elsewhere = fields.filter(name => sideTable?.columns.includes(name))
  if (!sideTable || elsewhere.length === 0 || text.length < minTrigramLength) return hits(fields)
  const own = fields.filter(name => !elsewhere.includes(name))
  return sql`id in (select id from ${sql.table(table)} where ${hits(own)}
    union select ${sql.ref(sideTable.key)} from ${sql.table(sideTable.table)} where ${hits(elsewhere)})`
}

/** The conjunction of conditions, of which some may be absent. */
export function everyOf(conditions: readonly (RawBuilder<unknown> | undefined)[]): Condition {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length > 0 ? sql`(${sql.join(given, sql` and `)})` : sql`true`
}

/**
 * The conditions of a list query's filters and search; the contract has already refused unknown parameters.
 * @param personal whether the caller sees personal fields; if not, filters on them are refused and the search skips them
 */
export function filterConditions(
  listing: Listing,
  query: ListQuery,
  personal: boolean,
  source: Source,
): Condition[] {
  const visible = (name: string) => personal || !fieldMeta(listing.schema.shape[name]).personal

  function filtersIn(asked: Conditions): Condition[] {
    const conditions: Condition[] = []
    for (const name of listing.filter) {
      for (const operator of ['', 'ne', 'gte', 'lte', 'like', 'null']) {
        const value = asked[operator ? `${name}_${operator}` : name]
        if (value === undefined) continue
        if (!visible(name)) throw hiddenFieldProblem(name)
        conditions.push(buildCondition(name, operator, value))
      }
    }
    return conditions
  }

  function grouped({ and = [], or = [], ...asked }: Where): Condition {
    const either = or.length > 0 ? [sql<boolean>`(${sql.join(or.map(grouped), sql` or `)})`] : []
    return everyOf([...filtersIn(asked), ...and.map(grouped), ...either])
  }

  const conditions = filtersIn(query)
  if (query._where) conditions.push(grouped(query._where))
  for (const [name, condition] of Object.entries(source.also ?? {})) {
    if (query[name] !== undefined) conditions.push(condition(query[name] as string[]))
  }
  if (query.id) conditions.push(sql`id = any(${query.id.filter(isUuid)})`)
  const text = query.q?.trim()
  const searched = listing.search.filter(visible)
  if (text && searched.length > 0) conditions.push(containsText(text, searched, source))
  return conditions
}
