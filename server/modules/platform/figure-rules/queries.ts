import { sql } from 'kysely'
import type { z } from 'zod'
import { isTooFrequent } from '#contract/platform/figure-conditions.ts'
import {
  FigureRuleChange,
  FigureRuleNotice,
  figureRuleChanges,
  figureRuleNotices,
} from '#contract/platform/figure-rule-history.ts'
import {
  FigureRule,
  figureRules,
  maxRulesOfOrganization,
  maxRulesOfPerson,
} from '#contract/platform/figure-rules.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import type { Row, WriteAct } from '#server/kit/table/config.ts'
import { table } from '#server/kit/table/table.ts'
import { completeResume, requireReceivers } from '../recurring/owner.ts'
import { insertChange } from './history.ts'
import { requireFigure } from './read.ts'

type StoredRule = z.output<typeof FigureRule>

async function requireRoom(db: Db, { owner_id, organization_id }: StoredRule): Promise<void> {
  // Serializes creations, so that two at once do not exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figure rules of ${organization_id}`}, 0))`.execute(
    db,
  )
  const { own, all } = await db
    .selectFrom('figure_rules')
    .select([
      sql<number>`count(*) filter (where owner_id = ${owner_id})`.as('own'),
      sql<number>`count(*)`.as('all'),
    ])
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  if (own >= maxRulesOfPerson)
    throw new Problem(409, `You can have up to ${maxRulesOfPerson} rules on figures`, { kind: 'full' })
  if (all >= maxRulesOfOrganization)
    throw new Problem(409, `An organization can have up to ${maxRulesOfOrganization} rules on figures`, {
      kind: 'full',
    })
}

/** Fields that change what a rule compares: a change resets its checks. */
export const decisive = ['source', 'condition', 'period', 'every', 'hold', 'min_rows'] as const

async function restartChecks(call: AuthenticatedCall, row: Row, before: Row | null): Promise<void> {
  Object.assign(row, {
    state: 'unchecked',
    state_since: null,
    value: null,
    measured: null,
    reason: null,
    streak: 0,
    firing_since: null,
    told_at: null,
  })
  if (!before) return
  const after = { ...before, ...row } as StoredRule
  await insertChange(call.db, after, {
    event: 'edited',
    previous: (before as StoredRule).state,
    person_id: call.actor.id,
  })
}

/** Refuses what may not be watched, and completes the row: when it is checked next, and who owns it. */
async function check(call: AuthenticatedCall, row: Row, before: Row | null, act: WriteAct): Promise<void> {
  if (act === 'delete') return
  const { db, actor } = call
  if (row.recipient_ids) row.recipient_ids = [...new Set(row.recipient_ids as string[])]
  const after = { ...before, ...row } as StoredRule
  if (act === 'create') await requireRoom(db, after)
  if (row.source) requireFigure(actor.role, after.source)
  if (isTooFrequent(after.period, after.every))
    throw invalidField('every', 'Complete days are checked once an hour at most')
  if (row.source || row.recipient_ids)
    await requireReceivers(db, after, { kind: 'figures', name: after.source.name })
  await completeResume(call, row, after)
  const isDecided = decisive.some(field => row[field] !== undefined)
  if (isDecided || row.status) await restartChecks(call, row, before)
  if (isDecided || row.status)
    row.next_at = after.status === 'paused' ? null : new Date(await databaseTime(db)).toISOString()
}

const owner = { organization: 'organization_id', person: 'owner_id' }

export const ruleTable = table({
  table: 'figure_rules',
  view: 'figure_rule_rows',
  resource: 'figure-rules',
  schema: FigureRule,
  list: figureRules.list,
  owner,
  check,
})

export const changeTable = table({
  table: 'figure_rule_changes',
  view: 'figure_rule_change_rows',
  resource: 'figure-rule-changes',
  schema: FigureRuleChange,
  list: figureRuleChanges.list,
  owner,
  isUnsearchable: true,
})

export const noticeTable = table({
  table: 'figure_rule_notices',
  view: 'figure_rule_notice_rows',
  resource: 'figure-rule-notices',
  schema: FigureRuleNotice,
  list: figureRuleNotices.list,
  owner,
  isUnsearchable: true,
})

/** A rule that is not checked for a time yet; undefined if it is, or if it was paused or removed. */
export const findUnchecked = (db: Db, id: string, due: string) =>
  db
    .selectFrom('figure_rules')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where(sql<boolean>`(checked_at is null or checked_at < ${due})`)
    .executeTakeFirst()

/** The same rule, locked until the end of the transaction; undefined if it was checked meanwhile. */
export const lockUnchecked = (db: Db, id: string, due: string) =>
  db
    .selectFrom('figure_rules')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where(sql<boolean>`(checked_at is null or checked_at < ${due})`)
    .forUpdate()
    .executeTakeFirst()
