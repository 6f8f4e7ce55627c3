import type { Insertable, Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { isChange, screenOf } from '#contract/platform/figure-conditions.ts'
import type { NoticeKind } from '#contract/platform/figure-rule-history.ts'
import type { Db } from '#server/db/open.ts'
import type { FigureRuleChanges, FigureRules } from '#server/db/tables/figure-rules.ts'

/** A rule as it is stored. */
export type Rule = Selectable<FigureRules>
type Change = Omit<Insertable<FigureRuleChanges>, 'id' | 'rule_id' | 'unit' | 'threshold'>

/** The unit of what is compared with the threshold. */
export function measuredUnit({ source, condition }: Pick<Rule, 'source' | 'condition'>) {
  if (condition.kind === 'missing') return 'count'
  if (isChange(condition.kind) && condition.by === 'percent') return 'percent'
  return screenOf(source)?.figures[source.figure]?.unit ?? 'count'
}

const blank = {
  previous: null,
  value: null,
  measured: null,
  reason: null,
  from_at: null,
  to_at: null,
  note: null,
  person_id: null,
  path: null,
}

/** Adds an entry to the history of a rule. @returns its id */
export async function insertChange(
  db: Db,
  rule: Pick<Rule, 'id' | 'source' | 'condition'>,
  change: Pick<Change, 'event'> & Partial<Change>,
): Promise<string> {
  const id = uuid()
  const fixed = { id, rule_id: rule.id, unit: measuredUnit(rule), threshold: rule.condition.value }
  await db
    .insertInto('figure_rule_changes')
    .values({ ...blank, ...change, ...fixed })
    .execute()
  return id
}

/**
 * Milliseconds for which a message waits for others of the same time: many rules that fire together are one e-mail.
 */
export const gatherMs = 15_000

/** Queues what people are notified of about a change. @param at milliseconds of the epoch */
export async function insertNotices(
  db: Db,
  change_id: string,
  { kind, isMuted }: { kind: NoticeKind; isMuted: boolean },
  people: readonly string[],
  at: number,
): Promise<void> {
  const settled = isMuted
    ? ({ status: 'skipped', reason: 'muted' } as const)
    : ({ status: 'queued', reason: null } as const)
  const due_at = new Date(at + gatherMs).toISOString()
  const shared = { change_id, kind, due_at, ...settled, error: null, letter_id: null, sent_at: null }
  const rows = people.flatMap(person_id =>
    (['console', 'email'] as const).map(way => ({ id: uuid(), person_id, way, ...shared })),
  )
  if (rows.length > 0) await db.insertInto('figure_rule_notices').values(rows).execute()
}
