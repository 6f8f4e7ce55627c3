/**
 * `npm run demo -- --scale 1 --seed 1 --activity-logs 10000000`: fills the database with demo data. A database that
 * already has demo data is not changed unless `--reset` empties it first, which keeps only super admins. Demo people can
 * sign in if `--password` is given.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { type Counts, countables, fillWithDemoData } from '#server/db/demo/index.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { hashPassword } from '#server/modules/identity/index.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { command, printLine } from './db/command.ts'
import { withSharedDatabase } from './db/with-database.ts'

/** @throws if it is not a number or below the minimum */
function numberOf(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!(number >= least)) throw new Error(`--${name} must be at least ${least}`)
  return number
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '1' },
      now: { type: 'string' },
      password: { type: 'string' },
      reset: { type: 'boolean', default: false },
      ...Object.fromEntries(countables.map(kind => [kind, { type: 'string' } as const])),
    },
  })
  const options = values as Record<string, string | boolean | undefined>
  const counts: Partial<Counts> = {}
  for (const kind of countables) {
    const text = options[kind]
    if (typeof text === 'string') counts[kind] = Math.round(numberOf(kind, text, 1))
  }
  const now = values.now === undefined ? new Date() : new Date(values.now)
  if (Number.isNaN(now.getTime())) throw new Error('--now must be an instant, such as 2026-01-31T12:00:00Z')
  return {
    seed: numberOf('seed', values.seed, 0),
    scale: numberOf('scale', values.scale, 0),
    reset: values.reset,
    password: values.password,
    counts,
    now,
  }
}

await command(async () => {
  const { password, ...options } = readArguments()
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await withSharedDatabase(readConfig(), async connectionString => {
    const database = openDatabase(connectionString, () => {}, 2)
    try {
      await migrate(database.db)
      const report = await fillWithDemoData({ ...options, connectionString, passwordHash, log: printLine })
      if (!report)
        throw new Error('There is demo data already. Use --reset to empty the database and fill it again.')
      const total = Object.values(report.rows).reduce((a, b) => a + b, 0)
      printLine(`${total.toLocaleString('en')} rows in ${report.seconds.toFixed(1)} s`)
      await database.pool.query('vacuum analyze')
      await refreshRollups(database.db)
      printLine('rolled up')
    } finally {
      await database.close()
    }
  })
})
