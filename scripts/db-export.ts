/**
 * Exports the whole database to one file; a server may be running: `npm run db:export [-- <file>]`.
 * Queued jobs are excluded.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { exportDatabase } from '#server/db/transfer/index.ts'
import { command, printLine } from './db/command.ts'
import { withSharedDatabase } from './db/with-database.ts'

await command(async () => {
  const minute = new Date().toISOString().slice(0, 16).replace(':', '')
  const file = resolve(process.argv[2] ?? `voicedeck-${minute}Z.vdx`)
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`)
  await withSharedDatabase(readConfig(), async connectionString => {
    const { tables } = await exportDatabase({ connectionString, file })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    printLine(`exported ${rows} rows of ${tables.length} tables to ${file}`)
  })
})
