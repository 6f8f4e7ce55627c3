/**
 * Erases a person's data from the activity log; a server may be running:
 * `npm run audit:erase -- <user_id>`. Actions and times stay and remain verifiable.
 */
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { eraseLogsOf } from '#server/modules/platform/index.ts'
import { command, printLine } from './db/command.ts'
import { withSharedDatabase } from './db/with-database.ts'

await command(async () => {
  const userId = Number(process.argv[2])
  if (!Number.isSafeInteger(userId)) throw new Error('Specify the person: npm run audit:erase -- <user_id>')
  await withSharedDatabase(readConfig(), async connectionString => {
    const { db, close } = openDatabase(connectionString, () => {}, 1)
    const erased = await eraseLogsOf(db, userId).finally(close)
    printLine(`erased the text of ${erased} rows`)
  })
})
