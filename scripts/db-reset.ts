/** Deletes the database; no server may be running: `npm run db:reset [-- --yes]`. */
import { createInterface } from 'node:readline/promises'
import { readConfig } from '#server/config.ts'
import { discard } from '#server/db/embedded/index.ts'
import { clearDatabase } from '#server/db/transfer/index.ts'
import { command, printLine } from './db/command.ts'

await command(async () => {
  const { DATABASE_URL, DATA_DIR } = readConfig()
  const name = DATABASE_URL ? `the database ${withoutSecrets(DATABASE_URL)}` : `the database in ${DATA_DIR}`
  if (!process.argv.includes('--yes') && !(await confirmed(name))) throw new Error('Nothing was deleted.')
  if (DATABASE_URL) await clearDatabase({ connectionString: DATABASE_URL })
  else await discard(DATA_DIR)
  printLine(`deleted ${name}`)
})

async function confirmed(name: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`To delete ${name} without being asked, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const confirmation = await terminal.question(`Delete ${name} with everything in it? Type yes: `)
  terminal.close()
  return confirmation.trim() === 'yes'
}

function withoutSecrets(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return host + pathname
}
