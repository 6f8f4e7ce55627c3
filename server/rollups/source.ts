import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The organization under whose id the cells of all organizations together are kept. */
export const allOrganizations = '00000000-0000-0000-0000-000000000000'

/** By what the rows of a source are counted. */
export interface Dimension {
  /** The row's key, a text; null leaves the row out. */
  key?: RawBuilder<string | null>
  /** The row's keys, of which it may have several, a text[]. */
  keys?: RawBuilder<string[]>
  /** What is added up for each key. */
  value?: RawBuilder<number | null>
}

/** A table whose rows are rolled up. */
export interface Source {
  /** By this name the triggers of `0019_rollups.sql` mark its hours. */
  name: string
  table: keyof Tables & string
  /** Its column of time. */
  at: string
  dimensions: Readonly<Record<string, Dimension>>
  /** Whom its rows tell of: for each kind, the id, or null. */
  members: Readonly<Record<string, RawBuilder<string | null>>>
  /** The kinds of whom is asked how often each was told of. */
  countedKinds?: readonly string[]
}

/** Checks the names of a source against the schema of the database. */
export const source = <
  const T extends keyof Tables & string,
  const Dimensions extends string,
  const Members extends string = never,
>(
  given: Omit<Source, 'table' | 'at' | 'dimensions' | 'members' | 'countedKinds'> & {
    table: T
    at: keyof Tables[T] & string
    dimensions: Record<Dimensions, Dimension>
    members: Record<Members, RawBuilder<string | null>>
    countedKinds?: readonly Members[]
  },
) => given

/** Adds up nothing but the rows. */
export const all: Dimension = { key: sql<string>`''::text` }

/** From its first instant up to, and without, its last, in milliseconds since 1970. */
export type Interval = readonly [from: number, to: number]

/** Whether a column lies in one of these stretches. */
export function inIntervals(
  column: RawBuilder<unknown>,
  stretches: readonly Interval[],
): RawBuilder<boolean> {
  if (stretches.length === 0) return sql<boolean>`false`
  const each = stretches.map(
    ([from, to]) =>
      sql`(${column} >= ${new Date(from).toISOString()} and ${column} < ${new Date(to).toISOString()})`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/**
 * The rows of a source as they count: one for each key of each dimension, with its organization, instant and value.
 * Rollups are made of it, and figures are read from it where no rollup holds: both say the same.
 */
export function countedRows(
  { table, at, dimensions }: Source,
  names: readonly string[],
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const value = (dimension: Dimension) => sql`(${dimension.value ?? sql`null`})::numeric`
  const single = names.flatMap(name => {
    const dimension = dimensions[name]
    return dimension?.key ? [sql`(${name}::text, ${dimension.key}, ${value(dimension)})`] : []
  })
  const rows = sql`from ${sql.table(table)} as r`
  const instant = sql.ref(`r.${at}`)
  const selects = names.flatMap(name => {
    const dimension = dimensions[name]
    return dimension?.keys
      ? [
          sql`select r.organization_id, ${instant} as at, ${name}::text as dimension,
            unnest(${dimension.keys}) as key, ${value(dimension)} as value ${rows} where ${where}`,
        ]
      : []
  })
  if (single.length > 0) {
    selects.push(sql`select r.organization_id, ${instant} as at, d.dimension, d.key, d.value ${rows}
      cross join lateral (values ${sql.join(single)}) as d (dimension, key, value)
      where d.key is not null and ${where}`)
  }
  return sql`(${sql.join(selects, sql` union all `)}) as facts`
}

/** Whom the rows of a source tell of: one row for each kind. */
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
