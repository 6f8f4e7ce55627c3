import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tables } from '../tables.ts'

/** Arrays become text[], dates timestamptz, plain objects jsonb. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly string[]
  | { readonly [key: string]: unknown }
export type Row = readonly Value[]

/** The generator of a table; the values of each row are in the order of the columns. */
export interface Filling<World> {
  table: keyof Tables
  columns: readonly string[]
  rows(world: World): Iterable<Row>
}

/** Declares the generator of a table; column names are type-checked against the schema. */
export const filling = <T extends keyof Tables, World>(
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  rows: (world: World) => Iterable<Row>,
): Filling<World> => ({ table, columns, rows })

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const special = /[\\\n\r\t]/
const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, character => escapes[character] as string) : text

const textArray = (items: readonly string[]) =>
  `{${items.map(item => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** A value in COPY's text format (PostgreSQL manual, COPY, "Text Format"). */
export function encode(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  return escaped(Array.isArray(value) ? textArray(value) : JSON.stringify(value))
}

const CHUNK_LENGTH = 1 << 16

/** Rows as chunks of COPY text; yields to the event loop between chunks. */
async function* chunks(rows: Iterable<Row>): AsyncGenerator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += encode(row[0] as Value)
    for (let i = 1; i < row.length; i++) text += `\t${encode(row[i] as Value)}`
    text += '\n'
    if (text.length >= CHUNK_LENGTH) {
      yield Buffer.from(text)
      text = ''
      await setImmediate()
    }
  }
  if (text) yield Buffer.from(text)
}

/** Streams rows into a table with backpressure. @returns their number */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
): Promise<number> {
  const names = columns.map(column => `"${column}"`).join(', ')
  const copy = client.query(copyFrom(`copy ${table} (${names}) from stdin`))
  await pipeline(Readable.from(chunks(rows), { highWaterMark: 2 }), copy)
  return copy.rowCount
}

/**
 * Drops the secondary indexes of a table while `work` runs, and recreates them afterwards: 3 million activity logs took
 * 28 s instead of 62 s. To be used in a transaction, which locks the table and restores the indexes on failure.
 */
export async function withoutIndexes<T>(
  client: ClientBase,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique order by 1`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  const result = await work()
  // The definition of a partitioned table's index leaves the partitions out.
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
  return result
}
