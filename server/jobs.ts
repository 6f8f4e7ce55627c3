import { backup } from './db/backup.ts'
import { makePartitionsAhead } from './db/partitions.ts'
import { doDue } from './modules/billing/index.ts'
import { lapse } from './modules/conversations/index.ts'
import { pruneChallenges, pruneSignIn } from './modules/identity/index.ts'
import { expire } from './modules/platform/index.ts'
import { refreshRollups } from './rollups/refresh.ts'
import type { Services } from './services.ts'

/** Backups of the embedded database that stay. */
const keptBackups = 14
/** Months that have their partitions before they begin. */
const monthsAhead = 3
/** Days that an ended session, and a mailed token that is over, can still be looked up. */
const keptDays = 30
/** Between two rounds of rolling up, in milliseconds. Meanwhile figures read what changed from the rows. */
const rollUpEvery = 5_000

/**
 * States the work that is done by the clock, in UTC. What came due while no instance ran is made up for once.
 * @param ownDatabase where our own PostgreSQL listens; another one is for whoever runs it to back up
 */
export function scheduleJobs(services: Services, ownDatabase?: string): void {
  const { config, database, jobs } = services
  const { db } = database
  jobs.schedule('month-partitions', '45 1 * * *', () => makePartitionsAhead(db, monthsAhead))
  jobs.poll('rollups', rollUpEvery, stopping => refreshRollups(db, stopping))
  jobs.schedule('subscriptions', '*/10 * * * *', () => doDue(services))
  jobs.schedule('lapsed-translations', '5 * * * *', () => lapse(services))
  jobs.schedule('retention', '35 3 * * *', () => expire(services))
  jobs.schedule('prune-sign-in', '55 1 * * *', async () => {
    await pruneSignIn(db, keptDays)
    await pruneChallenges(db)
  })
  if (ownDatabase) {
    jobs.schedule('backup', '15 2 * * *', async () => {
      await backup({ connectionString: ownDatabase, dataDir: config.DATA_DIR, keep: keptBackups })
    })
  }
}
