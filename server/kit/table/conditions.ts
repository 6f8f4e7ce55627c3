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
      // With = alone, an index on the column also gives the order of the columns behind it.
      if (Array.isArray(value) && value.length !== 1) return sql`${column} = any(${value})`
      return sql`${column} = ${Array.isArray(value) ? value[0] : value}`
  }
}

/** A refusal for a filter or order on a field that the caller may not see: its effect would give the value away. */
export const hiddenFieldProblem = (field: string) =>
  new Problem(422, `${field} is hidden from your role`, {
    errors: [{ pointer: `#/${field}`, in: 'query', detail: 'This field is hidden from your role' }],
  })

/** What a list reads. */
export type Source = Pick<TableConfig<z.ZodObject, Endpoint>, 'table' | 'sideTable'> & {
  also?: ExtraFilterConditions | undefined
}

/** The shortest text that an index of trigrams finds. */
const trigram = 3

/**
 * Rows in one of whose fields a text occurs. An OR over two tables uses no index of either, so that each of them is
 * searched for itself.
 */
function found(text: string, fields: readonly string[], { table, sideTable }: Source): Condition {
  const hits = (names: readonly string[]) =>
    sql<boolean>`(${sql.join(
      names.map(name => sql`${sql.ref(name)} ilike ${pattern(text)}`),
      sql` or `,
    )})`
  const elsewhere = fields.filter(name => sideTable?.columns.includes(name))
  if (!sideTable || elsewhere.length === 0 || text.length < trigram) return hits(fields)
  const own = fields.filter(name => !elsewhere.includes(name))
  return sql`id in (select id from ${sql.table(table)} where ${hits(own)}
    union select ${sql.ref(sideTable.key)} from ${sql.table(sideTable.table)} where ${hits(elsewhere)})`
}

const everyOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/**
 * A list query's filters and search as conditions. An unknown parameter never comes here: the contract refuses it.
 * @param personal whether the caller sees personal fields; if not, filters on them are refused and search skips them.
 * @param given the table, and what the listing's parameters mean that are no fields.
 */
export function filterConditions(
  listing: Listing,
  query: ListQuery,
  personal: boolean,
  given: Source,
): Condition[] {
  const visible = (name: string) => personal || !fieldMeta(listing.schema.shape[name]).personal

  function filtersIn(asked: Conditions): Condition[] {
    const conditions: Condition[] = []
    for (const name of listing.filter) {
      for (const operator of ['', 'ne', 'gte', 'lte', 'like']) {
        const value = asked[operator ? `${name}_${operator}` : name]
        if (value === undefined) continue
        if (!visible(name)) throw hiddenFieldProblem(name)
        conditions.push(one(name, operator, value))
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
  for (const [name, condition] of Object.entries(given.also ?? {})) {
    if (query[name] !== undefined) conditions.push(condition(query[name] as string[]))
  }
  if (query.id) conditions.push(sql`id = any(${query.id.filter(isUuid)})`)
  const text = query.q?.trim()
  const searched = listing.search.filter(visible)
  if (text && searched.length > 0) conditions.push(found(text, searched, given))
  return conditions
}
