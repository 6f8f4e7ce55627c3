import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import { fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import { Problem } from '../problem.ts'
import { hiddenFieldProblem } from './conditions.ts'
import type { Row } from './config.ts'

/** The order of a list's rows; the id breaks ties. */
export interface Order {
  by: RawBuilder<unknown>
  /** Rows from this one on; undefined if the order is no comparison of row values, because of nulls or mixed directions. */
  from(row: Row): RawBuilder<boolean> | undefined
  /** Rows after this one, in any order. */
  after(row: Row): RawBuilder<boolean>
}

/** Texts sort case-insensitively, as in the indexes. */
const sortKey = (schema: z.ZodType, value: RawBuilder<unknown>) =>
  fieldKind(schema) === 'text' ? sql`lower(${value})` : value

/**
 * The order of a query; by default the listing's first sortable field.
 * @param personal whether the caller sees personal fields; if not, sorting by one is refused
 */
export function listOrder(listing: Listing, { _sort, _order = '' }: ListQuery, personal: boolean): Order {
  const { keyset } = listing
  // Ids rise with time, and only the keyset has an index.
  const sorted = _sort?.split(',').map(name => (name === 'id' && keyset ? keyset : name))
  const names = sorted ?? [keyset ?? listing.sort[0] ?? 'id']
  const directions = _order.toLowerCase().split(',')
  const isDown = (index: number) => (directions[index] || (keyset ? 'desc' : 'asc')) === 'desc'
  const last = isDown(names.length - 1)
  const keys = names.map((name, index) => {
    const schema = listing.schema.shape[name] as z.ZodType
    if (!personal && fieldMeta(schema).personal) throw hiddenFieldProblem(name)
    return { name, schema, down: isDown(index) }
  })
  const direction = (down: boolean) => (down ? sql`desc` : sql`asc`)
  const isPlain = keys.every(({ schema, down }) => down === last && !schema.isNullable())
  const idKey = { name: 'id', schema: undefined, down: last }
  const column = ({ name, schema }: Key) => (schema ? sortKey(schema, sql.ref(name)) : sql.ref(name))
  const valueIn = (row: Row, { name, schema }: Key) =>
    schema ? sortKey(schema, sql`${row[name]}`) : sql`${row[name]}`
  const compareRows = (row: Row, operator: RawBuilder<unknown>) => {
    const all: Key[] = [...keys, idKey]
    return sql<boolean>`(${sql.join(all.map(column))}) ${operator} (${sql.join(all.map(key => valueIn(row, key)))})`
  }

  /** Whether a key sorts after its value in a row: nulls are last in ascending and first in descending order. */
  function isAfter(key: Key, row: Row): RawBuilder<boolean> {
    const isNull = row[key.name] === null
    if (key.down) return isNull ? sql`${column(key)} is not null` : sql`${column(key)} < ${valueIn(row, key)}`
    return isNull ? sql`false` : sql`(${column(key)} > ${valueIn(row, key)} or ${column(key)} is null)`
  }
  const isEqual = (key: Key, row: Row): RawBuilder<boolean> =>
    row[key.name] === null ? sql`${column(key)} is null` : sql`${column(key)} = ${valueIn(row, key)}`

  return {
    by: sql.join([
      ...keys.map(({ name, schema, down }) => sql`${sortKey(schema, sql.ref(name))} ${direction(down)}`),
      sql`id ${direction(last)}`,
    ]),
    from: row => (isPlain ? compareRows(row, last ? sql`<=` : sql`>=`) : undefined),
    after(row) {
      if (isPlain) return compareRows(row, last ? sql`<` : sql`>`)
      const all: Key[] = [...keys, idKey]
      const alternatives = all.map((key, index) =>
        sql.join([...all.slice(0, index).map(equal => isEqual(equal, row)), isAfter(key, row)], sql` and `),
      )
      return sql`(${sql.join(
        alternatives.map(alternative => sql`(${alternative})`),
        sql` or `,
      )})`
    },
  }
}

interface Key {
  name: string
  /** Undefined for the id. */
  schema: z.ZodType | undefined
  down: boolean
}

/** An opaque cursor after a row of an append-only list: the row's instant and id. */
export const cursorOf = (instant: string, id: string) => Buffer.from(`${instant} ${id}`).toString('base64url')

/** The row value of a cursor. @throws Problem 422 if it is invalid */
export function readCursor(cursor: string): RawBuilder<unknown> {
  const [instant = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (Number.isNaN(Date.parse(instant)) || !isUuid(id)) {
    const detail = 'This position in the list does not exist'
    throw new Problem(422, detail, { errors: [{ pointer: '#/_after', in: 'query', detail }] })
  }
  return sql`(${instant}::timestamptz, ${id}::uuid)`
}
