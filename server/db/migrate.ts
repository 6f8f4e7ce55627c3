import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
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
 * Brings the database to the newest schema, each file of `migrations/` in order, all in one transaction.
 * Several instances may call this at once: Kysely holds an advisory lock.
 * @returns the names that were applied now.
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(result => result.migrationName)
}
