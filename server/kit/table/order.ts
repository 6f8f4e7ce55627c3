import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import { hiddenFieldProblem } from './conditions.ts'
import type { Row } from './facts.ts'

/** The order of a list's rows; the id decides between rows that are alike. */
export interface Order {
  by: RawBuilder<unknown>
  /** The rows from this one on; undefined where the order is not one of row values, which nulls and turns break. */
  from(row: Row): RawBuilder<boolean> | undefined
}

/** Texts sort without regard to case, as the indexes have them. */
const sortKey = (schema: z.ZodType, value: RawBuilder<unknown>) =>
  fieldKind(schema) === 'text' ? sql`lower(${value})` : value

/**
 * The order that a query asks for, else the listing's first.
 * @param personal whether the caller sees personal fields; if not, an order by one is refused.
 */
export function listOrder(listing: Listing, { _sort, _order = '' }: ListQuery, personal: boolean): Order {
  const names = _sort?.split(',') ?? [listing.keyset ?? listing.sort[0] ?? 'id']
  const directions = _order.toLowerCase().split(',')
  const isDown = (index: number) => (directions[index] || (listing.keyset ? 'desc' : 'asc')) === 'desc'
  const last = isDown(names.length - 1)
  const keys = names.map((name, index) => {
    const schema = listing.schema.shape[name] as z.ZodType
    if (!personal && fieldMeta(schema).personal) throw hiddenFieldProblem(name)
    return { name, schema, down: isDown(index) }
  })
  const direction = (down: boolean) => (down ? sql`desc` : sql`asc`)
  const isPlain = keys.every(({ schema, down }) => down === last && !schema.isNullable())
  return {
    by: sql.join([
      ...keys.map(({ name, schema, down }) => sql`${sortKey(schema, sql.ref(name))} ${direction(down)}`),
      sql`id ${direction(last)}`,
    ]),
    from: row =>
      isPlain
        ? sql`(${sql.join([...keys.map(({ name, schema }) => sortKey(schema, sql.ref(name))), sql`id`])})
            ${last ? sql`<=` : sql`>=`}
            (${sql.join([...keys.map(({ name, schema }) => sortKey(schema, sql`${row[name]}`)), sql`${row.id}`])})`
        : undefined,
  }
}
