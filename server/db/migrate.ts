import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

const folder = new URL('./migrations/', import.meta.url)

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Object.fromEntries(
    files.map(name => [
      name.replace(/\.sql$/, ''),
      { up: async db => void (await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(db)) },
    ]),
  )
}

/**
 * Applies the missing migrations in order, in one transaction. Several instances may call this at once: Kysely holds an
 * advisory lock.
 * @param level the last migration to apply, for importing an export of an older version
 * @returns the names of the applied migrations
 */
export async function migrate(db: Kysely<Tables>, level?: string): Promise<string[]> {
  // An installation may contain custom migrations, with higher numbers than the next release.
  const migrator = new Migrator({
    db,
    provider: { getMigrations },
    allowUnorderedMigrations: level === undefined,
  })
  const { error, results = [] } = await (level ? migrator.migrateTo(level) : migrator.migrateToLatest())
  if (error) throw error
  return results.map(result => result.migrationName)
}

/**
 * Creates the partitions of this month and the next `months` for every table with a default partition. Rows in the
 * default partition are moved to their month.
 * @throws if a table cannot be locked within seconds; partitions created before are kept
 */
export async function makePartitionsAhead(db: Db, months: number): Promise<void> {
  const parents = await sql<{ name: string }>`
    select relname as name from pg_partitioned_table join pg_class on pg_class.oid = partrelid
    where partdefid <> 0 and relnamespace = current_schema()::regnamespace order by relname`.execute(db)
  for (const { name } of parents.rows) {
    await sql`select month_partitions(${name}, (now() at time zone 'UTC')::date, ${months + 1}::int)`.execute(
      db,
    )
  }
}
