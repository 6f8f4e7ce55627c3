import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { can, may } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { workspaceZone } from '#server/kit/period.ts'
import { listAdmins } from '#server/kit/person.ts'
import type { Services } from '#server/services.ts'
import { findActor } from '../reports/queries.ts'
import { insertChange, type Rule } from './history.ts'
import { lockDue } from './queries.ts'
import { grantOf } from './read.ts'
import { isGap, nextCheck } from './timing.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    /** Checks a rule for a due time. */
    figure_check: { rule_id: string; due_at: string }
    /** Tells an admin that a rule was paused. */
    figure_rule_paused: { id: string; person_id: string; rule_id: string; rule: string }
  }
}

/** Rules per transaction. */
const batchSize = 50

const iso = (at: number) => new Date(at).toISOString()

/** Whether the owner still has the right to the rule and to its figure. */
async function mayOwn(db: Db, { owner_id, organization_id, source }: Rule): Promise<boolean> {
  const owner = await findActor(db, owner_id, false)
  return (
    owner?.organizationId === organization_id &&
    can(owner.role, may('figure_rules', 'create')) &&
    grantOf(owner.role, source) !== null
  )
}

/** Pauses a rule whose owner lost access, and tells the admins of the organization. */
async function pause(db: Db, { jobs }: Services, rule: Rule): Promise<AuditEntry> {
  const { id, name, organization_id } = rule
  await db
    .updateTable('figure_rules')
    .set({
      status: 'paused',
      paused_reason: 'owner_left',
      next_at: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  for (const person_id of await listAdmins(db, organization_id))
    await jobs.enqueue(db, 'figure_rule_paused', { id: uuid(), person_id, rule_id: id, rule: name })
  return {
    action: 'suspend',
    resourceType: 'figure-rules',
    resourceId: id,
    organizationId: organization_id,
    details: { before: { status: 'active' }, after: { status: 'paused', paused_reason: 'owner_left' } },
  }
}

/** Queues a check, and notes the checks that were missed since the last one instead of making them. */
async function queueCheck(db: Db, { jobs }: Services, rule: Rule, now: number, zone: string): Promise<void> {
  const { id, every } = rule
  const due = Date.parse(rule.next_at as string)
  const isLate = isGap(every, zone, due, now)
  if (isLate)
    await insertChange(db, rule, { event: 'gap', previous: rule.state, from_at: iso(due), to_at: iso(now) })
  await db
    .updateTable('figure_rules')
    // Checks before and after a gap do not follow each other.
    .set({ next_at: iso(nextCheck(every, zone, now)), ...(isLate && { streak: 0 }) })
    .where('id', '=', id)
    .execute()
  await jobs.enqueue(db, 'figure_check', { rule_id: id, due_at: iso(isLate ? now : due) })
}

/**
 * Queues the checks that are due. A check and the next time are written in one transaction, so that each is queued once, on
 * whichever instance, and also if it crashes.
 * @returns whether there may be more
 */
export async function planDueChecks(services: Services): Promise<boolean> {
  const { db } = services.database
  const { rows } = await sql<{ any: boolean }>`select exists (
    select from figure_rules where status = 'active' and next_at <= clock_timestamp()) as any`.execute(db)
  if (!rows[0]?.any) return false
  return auditedTransaction(services, systemOrigin, async (db, audit) => {
    const [now, zone] = [await databaseTime(db), await workspaceZone(db)]
    const due = await lockDue(db, batchSize)
    for (const rule of due) {
      if (await mayOwn(db, rule)) await queueCheck(db, services, rule, now, zone)
      else audit(await pause(db, services, rule))
    }
    return due.length === batchSize
  })
}
