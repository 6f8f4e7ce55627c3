import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../open.ts'
import {
  quote,
  quoteList,
  readMigrations,
  readPartitions,
  readSequences,
  readTables,
  spelling,
} from './catalog.ts'
import { encodeManifest, formatVersion, type Manifest, magic, type Section } from './format.ts'

const newline = 0x0a

/** Passes COPY text through and counts its rows. */
function countRows() {
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // A line break within a value is written as \n, so each one of these ends a row.
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, rows: () => rows }
}

/**
 * Writes the whole database, as of one instant, to `file`, which appears only when complete. Others may go on
 * writing to the database. Rows stream: memory does not grow with them.
 * @returns what the file holds
 */
export async function exportDatabase(options: { connectionString: string; file: string }): Promise<Manifest> {
  const { connectionString, file } = options
  const unfinished = `${file}.partial`
  try {
    const manifest = await withClient({ connectionString }, client => writeExport(client, unfinished))
    await rename(unfinished, file)
    await using folder = await open(dirname(file))
    await folder.sync()
    return manifest
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeExport(client: pg.Client, file: string): Promise<Manifest> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(spelling)
  const migrations = await readMigrations(client)
  if (migrations.length === 0)
    throw new Error('There is nothing to export: the database has no schema of Voicedeck.')
  const tables = await readTables(client)
  const partitions = await readPartitions(client)
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')

  await using handle = await open(file, 'w', 0o600)
  await handle.writeFile(magic)
  const sections: Section[] = []
  let offset = magic.length
  for (const table of tables) {
    const section = await writeSection(client, table, handle, offset)
    sections.push(section)
    offset += section.length
  }
  const manifest: Manifest = {
    format: formatVersion,
    exported_at: new Date().toISOString(),
    postgres: rows[0]?.server_version ?? '',
    migrations,
    tables: sections,
    partitions,
    // Sequences move outside of transactions: read last, they are never behind the rows.
    sequences: await readSequences(client),
  }
  await handle.writeFile(encodeManifest(manifest))
  await handle.sync()
  await client.query('COMMIT')
  return manifest
}

async function writeSection(
  client: pg.Client,
  { name, columns }: { name: string; columns: string[] },
  handle: FileHandle,
  offset: number,
): Promise<Section> {
  // A query, because a partitioned table itself cannot be copied out before PostgreSQL 18.
  const rows = client.query(copyTo(`COPY (SELECT ${quoteList(columns)} FROM ${quote(name)}) TO STDOUT`))
  const counter = countRows()
  const hash = createHash('sha256')
  let length = 0
  await pipeline(rows, counter.stream, createZstdCompress(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk)
      hash.update(chunk)
      length += chunk.length
    }
  })
  return { name, columns, rows: counter.rows(), sha256: hash.digest('hex'), offset, length }
}
