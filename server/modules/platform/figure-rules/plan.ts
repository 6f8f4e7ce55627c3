import type { Db } from '#server/db/open.ts'
import { workspaceZone } from '#server/kit/period.ts'
import type { Services } from '#server/services.ts'
import { runDue } from '../recurring/due.ts'
import { insertChange, type Rule } from './history.ts'
import { grantOf } from './read.ts'
import { isGap, nextCheck } from './timing.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    /** Checks a rule for a due time. */
    figure_check: { rule_id: string; due_at: string }
  }
}

const iso = (at: number) => new Date(at).toISOString()

/** Queues a check, and notes the checks that were missed since the last one instead of making them. */
async function queueCheck(db: Db, { jobs }: Services, rule: Rule, now: number): Promise<void> {
  const { id, every } = rule
  const zone = await workspaceZone(db)
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

/** Queues the checks that are due. @returns whether there may be more */
export const planDueChecks = (services: Services): Promise<boolean> =>
  runDue(services, {
    table: 'figure_rules',
    resource: 'figure-rules',
    area: 'figure_rules',
    letter: 'figure_rule_paused',
    noun: 'rule',
    batchSize: 50,
    mayRun: (role, { source }) => grantOf(role, source) !== null,
    async run(db, services, rule, now) {
      await queueCheck(db, services, rule, now)
      return undefined
    },
  })
