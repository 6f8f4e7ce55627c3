import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Services } from '#server/services.ts'
import { gatherMs } from './history.ts'

/** The held notices of a rule. */
const heldOf = (rule: string) =>
  sql`status = 'held' and change_id in (select id from figure_rule_changes where rule_id = ${rule})`

/** Whether people are owed the recovery of a rule that recovered while it was muted. */
export async function hasHeld(db: Db, rule: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from figure_rule_notices where ${heldOf(rule)}) as any`.execute(db)
  return rows[0]?.any ?? false
}

/** Gives up what was held for a rule: it fires again, or has recovered once more. */
export const dropHeld = (db: Db, rule: string) =>
  sql`update figure_rule_notices set status = 'skipped', reason = 'muted' where ${heldOf(rule)}`.execute(db)

/**
 * Holds the recovery of a muted rule until the mute is over, for those whose last message says that it fires; the others
 * know of nothing that could be over.
 * @param change the entry of the recovery, with its notices
 */
export async function holdRecovery(db: Db, rule: string, change: string): Promise<void> {
  await dropHeld(db, rule)
  await sql`
    update figure_rule_notices as notice set status = 'held', reason = null
    where change_id = ${change} and (
      select past.kind from figure_rule_notices past
      join figure_rule_changes on figure_rule_changes.id = past.change_id
      where figure_rule_changes.rule_id = ${rule} and past.person_id = notice.person_id
        and past.status in ('sent', 'queued') and past.kind <> 'error'
      order by past.created_at desc, past.id desc limit 1) in ('firing', 'reminder')`.execute(db)
}

/** Queues what was held for rules whose mute has expired or was lifted, unless they fire again. */
export async function releaseHeld({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.db.transaction().execute(async db => {
    const { rows } = await sql<{ id: string; isFiring: boolean }>`
      select id, firing_since is not null as "isFiring" from figure_rules
      where (muted_until is null or muted_until <= clock_timestamp()) and id in (
        select rule_id from figure_rule_changes where id in (
          select change_id from figure_rule_notices where status = 'held'))
      order by id for update skip locked`.execute(db)
    for (const { id, isFiring } of rows) {
      if (isFiring) await dropHeld(db, id)
      else
        await sql`
          update figure_rule_notices set status = 'queued', is_late = true,
            due_at = clock_timestamp() + make_interval(secs => ${gatherMs / 1_000})
          where ${heldOf(id)}`.execute(db)
    }
  })
}
