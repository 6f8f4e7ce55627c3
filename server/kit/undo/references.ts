import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

interface ReferringColumn {
  table: string
  column: string
}

/** The columns with a foreign key to a table's id. */
async function referringColumns(db: Db, table: string, parts: readonly string[]): Promise<ReferringColumn[]> {
  const { rows } = await sql<ReferringColumn>`
    select referring.relname as table, attname as column
    from pg_constraint
    join pg_class referring on referring.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and conparentid = 0 and cardinality(conkey) = 1 and confrelid = ${table}::regclass
      and referring.relname <> all(${parts})`.execute(db)
  return rows
}

/** The records among some ids that other rows refer to, apart from their own parts. */
export async function referencedAmong(
  db: Db,
  table: string,
  parts: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const columns = await referringColumns(db, table, parts)
  if (columns.length === 0) return new Set()
  const found = columns.map(({ table, column }) => {
    const id = sql.ref(column)
    return sql`select ${id} as id from ${sql.table(table)} where ${id} = any(${ids}::uuid[])`
  })
  const { rows } = await sql<{ id: string }>`${sql.join(found, sql` union `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
