import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { facts, kindOf } from '#contract/fields.ts'
import type { Listing, ListQuery } from '#contract/listing.ts'
import type { Conditions, Where } from '#contract/where.ts'
import { Problem } from '../problem.ts'
import type { AlsoConditions } from './facts.ts'

type Condition = RawBuilder<boolean>

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function one(name: string, operator: string, value: unknown): Condition {
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
    default:
      return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`
  }
}

/** A refusal for a filter or order on a field that the caller may not see: its effect would give the value away. */
export const hidden = (field: string) =>
  new Problem(422, `${field} is hidden from your role`, {
    errors: [{ pointer: `#/${field}`, in: 'query', detail: 'This field is hidden from your role' }],
  })

const everyOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/**
 * A list query's filters and search as conditions. An unknown parameter never comes here: the contract refuses it.
 * @param personal whether the caller sees personal fields; if not, filters on them are refused and search skips them.
 * @param also what the listing's parameters mean that are no fields.
 */
export function conditionsOf(
  listing: Listing,
  query: ListQuery,
  personal: boolean,
  also: AlsoConditions = {},
): Condition[] {
  const visible = (name: string) => personal || !facts(listing.schema.shape[name]).personal

  function filtersIn(given: Conditions): Condition[] {
    const conditions: Condition[] = []
    for (const name of listing.filter) {
      for (const operator of ['', 'ne', 'gte', 'lte', 'like']) {
        const value = given[operator ? `${name}_${operator}` : name]
        if (value === undefined) continue
        if (!visible(name)) throw hidden(name)
        conditions.push(one(name, operator, value))
      }
    }
    return conditions
  }

  function grouped({ and = [], or = [], ...given }: Where): Condition {
    const either = or.length > 0 ? [sql<boolean>`(${sql.join(or.map(grouped), sql` or `)})`] : []
    return everyOf([...filtersIn(given), ...and.map(grouped), ...either])
  }

  const conditions = filtersIn(query)
  if (query._where) conditions.push(grouped(query._where))
  for (const [name, condition] of Object.entries(also)) {
    if (query[name] !== undefined) conditions.push(condition(query[name] as string[]))
  }
  if (query.id) conditions.push(sql`id = any(${query.id.filter(isUuid)})`)
  const text = query.q?.trim()
  const searched = listing.search.filter(visible)
  if (text && searched.length > 0) {
    const hits = searched.map(name => sql`${sql.ref(name)} ilike ${pattern(text)}`)
    conditions.push(sql`(${sql.join(hits, sql` or `)})`)
  }
  return conditions
}

/** The column by which a field sorts: texts without regard to case, as the indexes have them. */
export const sortKey = (listing: Listing, name: string) =>
  kindOf(listing.schema.shape[name]) === 'text' ? sql`lower(${sql.ref(name)})` : sql.ref(name)
