import { backup } from './db/backup.ts'
import { makePartitionsAhead } from './db/migrate.ts'
import { processDueSubscriptions } from './modules/billing/index.ts'
import { failAbandonedSessions } from './modules/conversations/index.ts'
import { pruneChallenges, pruneFlows, pruneSignIn } from './modules/identity/index.ts'
import { enforceRetention } from './modules/platform/index.ts'
import { keepCopyCurrent } from './rollups/copy/relay.ts'
import { keepRollupsCurrent } from './rollups/refresh.ts'
import type { Services } from './services.ts'

/** Number of backups of the embedded database to keep. */
const backupsToKeep = 14
/** Number of months for which partitions are created ahead. */
const monthsAhead = 3
/** Days for which ended sessions and expired mailed tokens are kept. */
const signInRetentionDays = 30
/** Milliseconds between two rollup refreshes; in between, changes are read from rows. */
const rollUpEvery = 5_000
/** Milliseconds between two runs of the relay to ClickHouse; in between, changes are read from rows. */
const copyEvery = 2_000

/**
 * Schedules recurring jobs, in UTC. A run that was missed while no instance was up is made up for once.
 * @param ownDatabase connection string of the embedded PostgreSQL; an external database is not backed up
 */
export function scheduleJobs(services: Services, ownDatabase?: string): void {
  const { config, database, jobs } = services
  const { db } = database
  jobs.schedule('month-partitions', '45 1 * * *', () => makePartitionsAhead(db, monthsAhead))
  jobs.poll('rollups', rollUpEvery, keepRollupsCurrent(db))
  if (services.copy) jobs.poll('rollup-copy', copyEvery, keepCopyCurrent(db, services.copy))
  jobs.schedule('subscriptions', '*/10 * * * *', () => processDueSubscriptions(services))
  jobs.schedule('lapsed-translations', '5 * * * *', () => failAbandonedSessions(services))
  jobs.schedule('retention', '35 3 * * *', () => enforceRetention(services))
  jobs.schedule('prune-sign-in', '55 1 * * *', async () => {
    await pruneSignIn(db, signInRetentionDays)
    await pruneChallenges(db)
    await pruneFlows(db)
  })
  if (ownDatabase) {
    jobs.schedule('backup', '15 2 * * *', async () => {
      await backup({ connectionString: ownDatabase, dataDir: config.DATA_DIR, keep: backupsToKeep })
    })
  }
}
