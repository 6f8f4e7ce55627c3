import { z } from 'zod'
import type { Grant } from '#contract/kit/permissions.ts'
import { type Refusal, refusalOfIssue } from '#contract/kit/refusal.ts'
import {
  type BulkCalls,
  bulkCallsOf,
  type ChunkContext,
  grantFor,
  type RowAct,
  type RowCall,
  type Step,
  skippedRow,
} from '../bulk/act-on-row.ts'
import type { JobRow, RowResult } from '../bulk/queries.ts'
import type { Actor, AuthenticatedCall, Program } from '../call.ts'
import { forbidden, Problem, refusalsOf } from '../problem.ts'
import type { Row } from '../table/config.ts'
import type { UndoPlan } from './plan.ts'
import { type PlannedRow, planRows } from './plan-rows.ts'
import { firstChangeOf } from './queries.ts'
import type { UndoSource } from './source.ts'

type Kind = Exclude<UndoPlan, { kind: 'skip' }>['kind']

/** What an undo does about records that were changed by an action. */
export const kindOf = (action: string): Kind =>
  action === 'update' || action === 'role_mapped' ? 'update' : action === 'delete' ? 'restore' : 'remove'

/** Calls and source of a resource whose records can be brought back from the log. */
export interface Undoable {
  calls: BulkCalls
  source: UndoSource
}

/** Null if the activity log does not have all changes of the resource. */
export function undoable(resource: string): Undoable | null {
  const calls = bulkCallsOf(resource)
  const source = calls?.list.undoSource
  return calls && source ? { calls, source } : null
}

/** The refusals of values that the body of a call does not accept. */
function refusedValues({ body }: RowCall, values: Row): Refusal[] {
  const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {}
  return Object.entries(values).flatMap(([field, value]) => {
    const issue = shape[field]?.safeParse(value).error?.issues[0]
    return issue ? [{ field, ...refusalOfIssue(issue), text: issue.message }] : []
  })
}

/** The call that carries out a plan, or why it must not be made. */
export function actOf(
  { calls }: Undoable,
  { plan, version }: Extract<PlannedRow, { plan: object }>,
): RowAct | { refusals: Refusal[] } {
  const call = calls[plan.kind]
  if (plan.kind !== 'update') return { call, body: undefined, version }
  const refusals = call ? refusedValues(call, plan.values) : []
  return refusals.length > 0 ? { refusals } : { call, body: plan.values, version }
}

const notAllowed = (row: JobRow) => {
  const problem = forbidden()
  return {
    skipped: skippedRow(row, { reason: 'refused', detail: problem.message, refusals: refusalsOf(problem) }),
  }
}

/** The steps of an undo for some of its rows, planned from the records as they are at this moment. */
export async function undoSteps(
  context: ChunkContext,
  resource: string,
  undoneId: string,
  rows: readonly JobRow[],
): Promise<Step[]> {
  if (rows.length === 0) return []
  const { db, actor } = context
  const target = undoable(resource)
  const action = target && (await firstChangeOf(db, undoneId, target.source.types))
  const granted = target && action ? grantOrNull(actor, target.calls[kindOf(action)]) : null
  if (!target || !granted || !actor) return rows.map(notAllowed)
  const call = { db, actor, grant: granted } as AuthenticatedCall
  const planned = await planRows(
    call,
    target.source,
    undoneId,
    rows.map(row => row.row_id),
  )
  return rows.map((row, at): Step => {
    const plan = planned[at] as PlannedRow
    const { title } = plan
    if (plan.plan === null) return { skipped: leftAlone(row, plan) }
    const act = actOf(target, plan)
    if ('refusals' in act) {
      const detail = act.refusals.map(({ text }) => text).join('; ')
      return { skipped: skippedRow(row, { reason: 'refused', detail, refusals: act.refusals, title }) }
    }
    return { row, act, title }
  })
}

function leftAlone(row: JobRow, { reason, changes, title }: Extract<PlannedRow, { plan: null }>): RowResult {
  const named = changes.map(({ field, at, log_id }) => ({ field, at, log_id }))
  return skippedRow(row, { reason, changes: named, title })
}

/** The actor's grant for a call; null if they may not make it. */
export function grantOrNull(actor: Actor | Program | null, call: RowCall | null): Grant | null {
  try {
    return grantFor(actor, call)
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null
    throw error
  }
}
