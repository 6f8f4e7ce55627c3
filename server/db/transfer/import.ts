import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '../open.ts'
import {
  quote,
  quoteList,
  readGuards,
  readMigrations,
  readPartitions,
  readTables,
  spelling,
} from './catalog.ts'
import { dropSchemas, refuseWhileInUse } from './clear.ts'
import { DamagedExport, type Manifest, readManifest, readSection, type Section } from './format.ts'

type Options = {
  connectionString: string
  file: string
  /** Brings the database's schema to the migration named, or else to the newest. */
  migrate: (level?: string) => Promise<unknown>
}

/**
 * Fills an empty database from an export, of this version or an older one: the schema is made as it was at the
 * export, the rows arrive in one transaction, then newer migrations follow. A failure leaves the database empty.
 * @throws {DamagedExport} before anything is touched, when the file is not whole.
 * @throws when the database is not empty or the file comes from a newer version.
 */
export async function importDatabase({ connectionString, file, migrate }: Options): Promise<Manifest> {
  const manifest = await verify(file)
  await withClient({ connectionString }, async client => {
    await refuseWhileInUse(client)
    await refuseUnlessEmpty(client)
  })
  try {
    await migrateTo(manifest, migrate)
    await withClient({ connectionString }, client => load(client, file, manifest))
    await migrate()
  } catch (error) {
    await withClient({ connectionString }, client => dropSchemas(client, ['public']))
    throw error
  }
  return manifest
}

async function verify(file: string): Promise<Manifest> {
  const manifest = await readManifest(file)
  for (const section of manifest.tables) {
    const hash = createHash('sha256')
    for await (const chunk of readSection(file, section)) hash.update(chunk)
    if (hash.digest('hex') !== section.sha256) {
      throw new DamagedExport(file, `the rows of ${section.name} are damaged`)
    }
  }
  return manifest
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const tables = await readTables(client)
  if (tables.length > 0) {
    throw new Error(
      `The database is not empty (it has a table ${tables[0]?.name}). \`npm run db:reset\` empties it.`,
    )
  }
}

async function migrateTo({ migrations }: Manifest, migrate: Options['migrate']): Promise<void> {
  const level = migrations.at(-1)
  try {
    await migrate(level)
  } catch (cause) {
    throw new Error(
      `The file was exported at migration ${level}, which this version of Voicedeck cannot make.`,
      { cause },
    )
  }
}

async function load(client: pg.Client, file: string, manifest: Manifest): Promise<void> {
  await client.query('BEGIN')
  await client.query(spelling)
  const made = await readMigrations(client)
  if (made.join() !== manifest.migrations.join()) {
    const levels = `${manifest.migrations.join(', ')}, and this version of Voicedeck has ${made.join(', ')}`
    throw new Error(`The file was exported with the migrations ${levels}.`)
  }
  const guards = await readGuards(client)
  for (const statement of guards.remove) await client.query(statement)
  await makePartitions(client, manifest)
  // Migrations may have inserted rows; the file contains their current versions.
  const filled = (await readTables(client)).map(({ name }) => quote(name))
  if (filled.length > 0) await client.query(`TRUNCATE ${filled.join(', ')}`)
  for (const section of manifest.tables) await loadSection(client, file, section)
  for (const { name, last_value, is_called } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quote(name), last_value, is_called])
  }
  for (const statement of guards.restore) await client.query(statement)
  await client.query('COMMIT')
  await client.query('ANALYZE')
}

async function makePartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  const present = new Map((await readPartitions(client)).map(partition => [partition.name, partition]))
  for (const { name, parent, bound, key } of partitions) {
    if (present.get(name)?.bound === bound) continue
    const further = key === null ? '' : ` PARTITION BY ${key}`
    await client.query(`CREATE TABLE ${quote(name)} PARTITION OF ${quote(parent)} ${bound}${further}`)
  }
}

async function loadSection(client: pg.Client, file: string, section: Section): Promise<void> {
  const rows = client.query(
    copyFrom(`COPY ${quote(section.name)} (${quoteList(section.columns)}) FROM STDIN`),
  )
  await pipeline(readSection(file, section), createZstdDecompress(), rows)
  if (rows.rowCount !== section.rows) {
    throw new Error(`Of ${section.rows} rows of ${section.name}, ${rows.rowCount} arrived.`)
  }
}
