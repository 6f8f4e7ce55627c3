/** Imports an export of this or an older version into an empty database: `npm run db:import -- <file>`. */
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { importDatabase } from '#server/db/transfer/index.ts'
import { command, printLine } from './db/command.ts'
import { withDatabase } from './db/with-database.ts'

await command(async () => {
  const path = process.argv[2]
  if (!path) throw new Error('Specify a file: npm run db:import -- <file>')
  const file = resolve(path)
  await withDatabase(readConfig(), async connectionString => {
    const migrateTo = async (level?: string) => {
      const { db, close } = openDatabase(connectionString, () => {})
      await migrate(db, level).finally(close)
    }
    const { tables, exported_at } = await importDatabase({ connectionString, file, migrate: migrateTo })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    printLine(`imported ${rows} rows of ${tables.length} tables, as of ${exported_at}`)
  })
})
