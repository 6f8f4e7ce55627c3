import { isDeepStrictEqual } from 'node:util'
import type { NoticeKind } from '#contract/platform/figure-rule-history.ts'
import type { RuleReason } from '#contract/platform/figure-rules.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { workspaceZone } from '#server/kit/period.ts'
import type { Services } from '#server/services.ts'
import { findActor } from '../recurring/owner.ts'
import { publishChange } from './events.ts'
import { dropHeld, hasHeld, holdRecovery } from './held.ts'
import { insertChange, insertNotices, type Rule } from './history.ts'
import { failure, judge, type Memory, step, type Verdict } from './machine.ts'
import { decisive, findUnchecked, lockUnchecked } from './queries.ts'
import { pathOf, readFigure, Unreadable, withTimeout } from './read.ts'

/** Checks that one instance makes at the same time, on the connections of exports: alarms have their own. */
const concurrency = 2
const hourMs = 3_600_000

interface Checked {
  verdict: Verdict
  value: number | null
  from: string | null
  to: string | null
  path: string
}

/** Reads and compares a figure as the owner of a rule sees it. A figure that cannot be read is an error, never silence. */
async function compare(services: Services, rule: Rule, due: string): Promise<Checked> {
  const { db } = services.database
  const { source, condition, period, min_rows, owner_id } = rule
  const [at, zone] = [Date.parse(due), await workspaceZone(db)]
  const path = pathOf(source, period, at, zone)
  const failed = (reason: RuleReason): Checked => ({
    verdict: failure(reason),
    value: null,
    from: null,
    to: null,
    path,
  })
  const owner = await findActor(db, owner_id, false)
  if (!owner) return failed('no_access')
  try {
    const reading = await withTimeout(services, one =>
      readFigure(services, one, owner, { source, condition, period }, { at, zone }),
    )
    const { from, to } = reading.detail.period
    return { verdict: judge(condition, reading, min_rows), value: reading.value, from, to, path }
  } catch (error) {
    services.log.warn({ err: error, rule: rule.id }, 'the figure of a rule could not be read')
    return failed(error instanceof Unreadable ? error.reason : 'failed')
  }
}

interface Notice {
  kind: NoticeKind
  /** Whether it is only noted that people were not notified. */
  isMuted: boolean
}

/**
 * What recipients are notified of, if anything. After a mute, they are notified of a rule that still fires, and of a recovery
 * if they know that it fired.
 */
function noticeOf(
  rule: Rule & { isOwed: boolean },
  memory: Memory,
  happened: Notice['kind'] | null,
  now: number,
): Notice | null {
  const isMuted = rule.muted_until !== null && Date.parse(rule.muted_until) > now
  if (happened === 'recovered' && !rule.told_at && !rule.isOwed) return null
  if (happened) return { kind: happened, isMuted }
  if (memory.state !== 'firing' || isMuted) return null
  if (!rule.told_at) return { kind: 'firing', isMuted }
  const isDue = rule.remind_hours && now - Date.parse(rule.told_at) >= rule.remind_hours * hourMs
  return isDue ? { kind: 'reminder', isMuted } : null
}

/** Stores the outcome of a check, and queues what people are notified of, in one transaction. @returns whether the state changed */
async function settle(
  db: Db,
  rule: Rule,
  checked: Checked,
  due: string,
  services: Services,
): Promise<boolean> {
  const now = await databaseTime(db)
  const { verdict, value, from, to, path } = checked
  const { reason, measured } = verdict
  const before = { state: rule.state, streak: rule.streak, isFiring: rule.firing_since !== null }
  const { memory, notice: happened } = step(before, verdict.outcome, rule.hold)
  const isOwed = happened === 'recovered' && (await hasHeld(db, rule.id))
  const notice = noticeOf({ ...rule, isOwed }, memory, happened, now)
  const isChanged = memory.state !== rule.state
  const stamp = new Date(now).toISOString()
  const isTold = notice && !notice.isMuted && (notice.kind === 'firing' || notice.kind === 'reminder')
  await db
    .updateTable('figure_rules')
    .set({
      state: memory.state,
      ...(isChanged && { state_since: stamp }),
      value,
      measured,
      reason,
      streak: memory.streak,
      firing_since: memory.isFiring ? (rule.firing_since ?? stamp) : null,
      told_at: isTold ? stamp : memory.isFiring ? rule.told_at : null,
      checked_at: due,
      // A mute expires.
      ...(rule.muted_until &&
        Date.parse(rule.muted_until) <= now && { muted_until: null, muted_reason: null, muted_by: null }),
    })
    .where('id', '=', rule.id)
    .execute()
  if (!isChanged && !notice) return false
  const event = notice?.kind === 'reminder' ? 'reminder' : memory.state
  const entry = { value, measured, reason, from_at: from, to_at: to, path }
  const change = await insertChange(db, rule, { event, previous: rule.state, ...entry })
  const people = notice?.kind === 'error' ? [rule.owner_id] : rule.recipient_ids
  if (notice) await insertNotices(db, change, notice, people, now)
  if (notice?.kind === 'recovered' && notice.isMuted) await holdRecovery(db, rule.id, change)
  else if (notice && notice.kind !== 'error' && !notice.isMuted) await dropHeld(db, rule.id)
  if (isChanged && rule.webhook) await publishChange(services, db, rule, memory.state, checked)
  return isChanged
}

/** Makes one check, once: another instance, a retry, or a change of the rule meanwhile leaves it alone. */
export async function checkRule(services: Services, id: string, due: string): Promise<void> {
  const rule = await findUnchecked(services.database.db, id, due)
  if (!rule) return
  const checked = await compare(services, rule, due)
  await auditedTransaction(services, systemOrigin, async (db, audit) => {
    const locked = await lockUnchecked(db, id, due)
    // A rule that was changed meanwhile is due again.
    if (!locked || decisive.some(field => !isDeepStrictEqual(locked[field], rule[field]))) return
    if (!(await settle(db, locked, checked, due, services))) return
    const { state } = await db
      .selectFrom('figure_rules')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    audit({
      action: 'change_state',
      resourceType: 'figure-rules',
      resourceId: id,
      organizationId: rule.organization_id,
      details: { from: locked.state, to: state, value: checked.value },
    })
  })
}

/** Registers the job that checks rules. */
export const registerChecks = (services: Services): void =>
  services.jobs.handle(
    'figure_check',
    ({ rule_id, due_at }) => checkRule(services, rule_id, due_at),
    concurrency,
  )

/** Notes that a rule is muted, or not any more. */
export const setMute = (
  db: Db,
  id: string,
  mute: { muted_until: string; muted_reason: string; muted_by: string } | null,
) =>
  db
    .updateTable('figure_rules')
    .set(mute ?? { muted_until: null, muted_reason: null, muted_by: null })
    .where('id', '=', id)
    .execute()
