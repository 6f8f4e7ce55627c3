import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { applyCommand, lockAlert } from './commands.ts'
import { startLadder } from './ladder.ts'

export type WorkerServices = Pick<Services, 'database' | 'channels' | 'changes' | 'config' | 'log'>

/** Ladders re-armed per pass. */
const rearmBatchSize = 10

/** Ids of alerts whose ladder is due to be re-armed, longest due first. */
const listAlertsToRearm = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('alerts')
      .select('id')
      .where('rearm_at', '<=', sql<string>`now()`)
      .orderBy('rearm_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Locks an alert that is still due to be re-armed; undefined if another instance is processing it. */
const lockAlertToRearm = (db: Db, id: string) =>
  db
    .selectFrom('alerts')
    .select(['id', 'organization_id', 'person_id'])
    .where('id', '=', id)
    .where('rearm_at', '<=', sql<string>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Failures after which a ladder is set aside, and the pause before each further attempt. */
const maxRearmFailures = 3
const rearmPauseSeconds = 5

/** Counts a failed re-arming; the last attempt sets the ladder aside. @returns the alert, and when it was set aside */
async function recordRearmFailure(db: Db, id: string, error: string) {
  const { rows } = await sql<{ organization_id: string; set_aside_at: string | null }>`
    update alerts set rearm_failures = rearm_failures + 1, rearm_error = ${error.slice(0, 1_000)},
      rearm_at = case when rearm_failures + 1 < ${maxRearmFailures}
        then now() + make_interval(secs => ${rearmPauseSeconds}) end,
      set_aside_at = case when rearm_failures + 1 >= ${maxRearmFailures} then now() end
    where id = ${id} and rearm_at <= now()
    returning organization_id, set_aside_at`.execute(db)
  return rows[0]
}

/** Number of open alerts whose ladder was set aside. */
export async function countSetAside(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from alerts where set_aside_at is not null and status <> 'resolved'`.execute(db)
  return rows[0]?.count ?? 0
}

async function rearmLadder(services: WorkerServices, id: string): Promise<void> {
  await auditedTransaction(services, systemOrigin, async (db, audit) => {
    const due = await lockAlertToRearm(db, id)
    if (!due) return
    const { organization_id, person_id } = due
    const { after, events } = await applyCommand(db, await lockAlert(db, id), { act: 'rearm' })
    if (events.length === 0) {
      await db.updateTable('alerts').set({ rearm_at: null }).where('id', '=', id).execute()
      return
    }
    await startLadder(db, services.config, { id, organization_id, person_id, round: after.round })
    audit({
      action: 'rearm',
      resourceType: 'alerts',
      resourceId: id,
      organizationId: organization_id,
      details: { round: after.round },
    })
  })
}

/**
 * Re-arms every due ladder, each in a separate transaction, so that a failure does not affect others. A failed ladder is
 * retried, then set aside and reported in the system status.
 */
export async function rearmDueLadders(services: WorkerServices): Promise<void> {
  for (const id of await listAlertsToRearm(services.database.db, rearmBatchSize)) {
    try {
      await rearmLadder(services, id)
    } catch (error) {
      services.log.error({ err: error, alert: id }, 'ladder not re-armed')
      await auditedTransaction(services, systemOrigin, async (db, audit) => {
        const failed = await recordRearmFailure(db, id, (error as Error).message)
        if (!failed?.set_aside_at) return
        audit({
          action: 'ladder_set_aside',
          resourceType: 'alerts',
          resourceId: id,
          organizationId: failed.organization_id,
        })
      })
    }
  }
}
