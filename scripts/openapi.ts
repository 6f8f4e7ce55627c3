/**
 * `npm run openapi`: generates docs/openapi.json from the contract. With `--check`, fails if the file is out of date.
 * Needs no database: routes are registered but never called.
 */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { openChannels } from '#server/adapters/channels/index.ts'
import { companion } from '#server/adapters/chat/embedded/companion.ts'
import { openCheckouts } from '#server/adapters/checkout/index.ts'
import { openVoices } from '#server/adapters/voices/index.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { openChanges } from '#server/kit/changes.ts'
import { openJobs } from '#server/kit/jobs.ts'
import { createVault } from '#server/kit/vault.ts'
import { openLog } from '#server/log.ts'

const file = new URL('../docs/openapi.json', import.meta.url)
const nowhere = 'postgresql://localhost/nowhere'

const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0' })
const log = openLog(config)
const database = openDatabase(nowhere, () => {})
const mail = { name: 'none', deliver: async () => {} }
const app = await createApp(
  {
    config,
    database,
    jobs: openJobs(nowhere, log),
    changes: openChanges({ log }),
    mail,
    channels: openChannels(config, mail, { publicKey: '', privateKey: '' }),
    chat: companion,
    checkouts: await openCheckouts(config),
    vault: createVault(randomBytes(32)),
    voices: openVoices(config),
    transcription: null,
    log,
  },
  { issue: async () => '', read: async () => null },
)
await app.ready()
const document = app.swagger()
// Sorted by path, so that moving a module does not change the document.
document.paths = Object.fromEntries(Object.entries(document.paths ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
const text = `${JSON.stringify(document, null, 2)}\n`
await app.close()

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write('docs/openapi.json is out of step with the contract: run `npm run openapi`\n')
    process.exitCode = 1
  }
} else await writeFile(file, text)
