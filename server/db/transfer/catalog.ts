import pg from 'pg'

/** Settings of a transaction under which values and partition bounds have one spelling, whatever the server's are. */
export const spelling = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL row_security = off;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** Tables of schema `public` that a transfer covers: with the columns that hold values, partitions by their parent. */
export async function readTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name,
           array(SELECT a.attname::text FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                 ORDER BY a.attnum) AS columns
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('kysely_migration', 'kysely_migration_lock')
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname`)
  return rows
}

/** Names of the migrations applied, in order; empty for a database without our schema. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'kysely_migration'",
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM public.kysely_migration ORDER BY name',
  )
  return rows.map(row => row.name)
}

export type Partition = { name: string; parent: string; bound: string; key: string | null }

/** Partitions, parents before children. */
export async function readPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
           pg_get_partkeydef(c.oid) AS key
    FROM pg_class c
    JOIN pg_inherits i ON i.inhrelid = c.oid
    JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relispartition
    ORDER BY (SELECT count(*) FROM pg_partition_ancestors(c.oid)), c.relname`)
  return rows
}

export type Sequence = { name: string; last_value: string; is_called: boolean }

/** Current values of the sequences, including those of identity columns. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text, is_called FROM ${quote(name)}`,
    )
    sequences.push(...state.rows.map(row => ({ name, ...row })))
  }
  return sequences
}

/**
 * Statements that take foreign keys and triggers away while rows arrive in any order, and put them back, which checks
 * every row. Unlike `session_replication_role` they need no superuser.
 */
export async function readGuards(client: pg.Client): Promise<{ remove: string[]; restore: string[] }> {
  const { rows } = await client.query<{ remove: string; restore: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS remove,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS restore
    FROM pg_constraint k
    WHERE k.connamespace = 'public'::regnamespace AND k.contype = 'f' AND k.conparentid = 0
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname),
           format('ALTER TABLE %s ENABLE TRIGGER %I', t.tgrelid::regclass, t.tgname)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'O'
    ORDER BY 1`)
  return { remove: rows.map(row => row.remove), restore: rows.map(row => row.restore) }
}

/** A name in schema `public`, quoted. */
export const quote = (name: string) => `public.${pg.escapeIdentifier(name)}`

/** Columns of a table, quoted. */
export const quoteList = (columns: string[]) => columns.map(column => pg.escapeIdentifier(column)).join(', ')
