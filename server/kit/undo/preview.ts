import type { Transaction } from 'kysely'
import { maxUndoPreviewRows, type UndoPreview, UndoReason } from '#contract/kit/undo.ts'
import type { Tables } from '../../db/tables.ts'
import { applyToRow, type ChunkContext } from '../bulk/act-on-row.ts'
import type { AuthenticatedCall } from '../call.ts'
import { dryRunServices, isNoDryRun } from '../dry-run.ts'
import { type DatedChangeSince, type PlannedRow, planRows } from './plan-rows.ts'
import { recordsOf } from './queries.ts'
import { actOf, type Undoable } from './steps.ts'

/** Records per batch. */
const batchSize = 500
/** Returning records that a preview tries at most, and the milliseconds after which it stops: it locks these records. */
const maxTriedRows = 200
const maxTriedMs = 500
/** Records left alone that a preview names. */
const maxNamedRows = 50

/** Ends the transaction of a preview. */
class RolledBack extends Error {}

interface Counts {
  examined: number
  returning: number
  untried: number
  left: Record<UndoReason, number>
  rows: UndoPreview['rows']
}

/**
 * Examines which records of a job its undo would return. The first ones are tried with the resource's own calls, in a
 * transaction that is rolled back.
 * @param call with the grant of the calls that the undo makes
 * @param mayName whether the caller may read who made a change
 */
export async function previewRows(
  call: AuthenticatedCall,
  target: Undoable,
  jobId: string,
  mayName: (change: DatedChangeSince) => boolean,
): Promise<Counts> {
  const left = Object.fromEntries(UndoReason.options.map(reason => [reason, 0])) as Counts['left']
  const counts: Counts = { examined: 0, returning: 0, untried: 0, left, rows: [] }

  function count(row: PlannedRow, attempt: UndoAttempt | undefined): void {
    const reason = row.plan === null ? row.reason : (attempt?.reason ?? null)
    if (reason === null) {
      counts.returning += 1
      if (!attempt) counts.untried += 1
      return
    }
    left[reason] += 1
    if (counts.rows.length >= maxNamedRows) return
    const changes = (row.plan === null ? row.changes : []).map(change => {
      const { field, at, log_id, user_email } = change
      return { field, at, log_id, by_email: mayName(change) ? user_email : null }
    })
    counts.rows.push({ id: row.id, title: row.title, reason, changes, refusals: attempt?.refusals ?? [] })
  }

  for (let after = ''; counts.examined < maxUndoPreviewRows; ) {
    const ids = await recordsOf(call.db, jobId, target.source.types, after, batchSize)
    const planned = await planRows(call, target.source, jobId, ids)
    const attempts = after === '' ? await tryRows(call, target, jobId, planned) : undefined
    for (const row of planned) count(row, attempts?.get(row.id))
    counts.examined += ids.length
    after = ids.at(-1) ?? ''
    if (ids.length < batchSize) break
  }
  return counts
}

interface UndoAttempt {
  /** Null if the record would return. */
  reason: UndoReason | null
  refusals: UndoPreview['rows'][number]['refusals']
}

/** Tries the first returning records. Step-up is taken as done: the undo asks for it. */
async function tryRows(
  call: AuthenticatedCall,
  target: Undoable,
  jobId: string,
  rows: readonly PlannedRow[],
): Promise<Map<string, UndoAttempt>> {
  const attempts = new Map<string, UndoAttempt>()
  const { services } = call
  const actor = 'sessionId' in call.actor ? { ...call.actor, hasRecentStepUp: true } : call.actor
  const trial = services.database.db.transaction().execute(async db => {
    const context: ChunkContext = {
      services: dryRunServices(services),
      db: db as Transaction<Tables>,
      job: { id: jobId },
      actor,
    }
    const until = Date.now() + maxTriedMs
    for (const row of rows) {
      if (row.plan === null) continue
      if (attempts.size >= maxTriedRows || Date.now() > until) break
      const act = actOf(target, row)
      if ('refusals' in act) {
        attempts.set(row.id, { reason: 'refused', refusals: act.refusals })
        continue
      }
      const { result } = await applyToRow(context, { position: 0, row_id: row.id }, act)
      attempts.set(row.id, { reason: result.reason, refusals: [...result.refusals] })
    }
    throw new RolledBack()
  })
  await trial.catch(error => {
    // Records whose calls act outside the transaction, for example by mail, are not tried.
    if (!(error instanceof RolledBack) && !isNoDryRun(error)) throw error
  })
  return attempts
}
