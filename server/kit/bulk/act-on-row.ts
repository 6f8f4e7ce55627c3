import { sql, type Transaction } from 'kysely'
import type { BulkJob } from '#contract/kit/bulk.ts'
import { grant } from '#contract/kit/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { AuditEntry } from '../audit.ts'
import type { Actor, AuthenticatedCall } from '../call.ts'
import { forbidden, Problem, refusalsOf, toProblem } from '../problem.ts'
import type { RowCall } from './acts.ts'
import type { Job, JobRow, RowResult } from './queries.ts'

/** On whose behalf, and by which call, the rows of a job are changed. */
export interface ChunkContext {
  services: Services
  db: Transaction<Tables>
  job: Job
  /** What is done to the rows; of an undoing, what was done to them. */
  act: Exclude<BulkJob['act'], 'undo'>
  by: RowCall
  /** Null when they may no longer act at all. */
  actor: Actor | null
}

const reasons: Record<number, JobRow['reason']> = { 404: 'gone', 412: 'changed' }

const none = { reason: null, detail: null, refusals: [], before: null }

/**
 * Does to one row what its own call would do, in a savepoint: a row that is refused is as it was, and the others are not
 * touched by it. The call has no request; it carries the version found when the job was ordered.
 * @returns what became of the row, and the activity logs of what was done.
 * @throws when the database is out of reach; the transaction is lost then.
 */
export async function applyToRow(
  doer: ChunkContext,
  row: JobRow,
): Promise<{ result: RowResult; entries: AuditEntry[] }> {
  const { db, job } = doer
  const entries: AuditEntry[] = []
  await sql`savepoint one_row`.execute(db)
  try {
    const after = await doer.by.handler(callFor(doer, row, entries))
    await sql`release savepoint one_row`.execute(db)
    const position = row.position
    if (entries.length === 0) {
      const result = {
        ...none,
        position,
        verdict: 'skipped',
        reason: 'unchanged',
        version: row.version,
      } as const
      return { result, entries }
    }
    const before = beforeIn(entries, doer)
    const result = { ...none, position, verdict: 'done', before, version: versionOf(after, row) } as const
    const told = entries.map(entry => ({ ...entry, details: { ...entry.details, bulk_job: job.id } }))
    return { result, entries: told }
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(db)
    return { result: refused(doer, row, error as Error), entries: [] }
  }
}

function callFor(
  { services, db, job, by, actor }: ChunkContext,
  row: JobRow,
  entries: AuditEntry[],
): AuthenticatedCall {
  const granted = actor && grant(actor.role, by.access)
  if (!granted) throw forbidden()
  return {
    params: { id: row.row_id },
    query: {},
    body: job.act === 'undo' ? row.before : job.patch,
    actor,
    grant: granted,
    ifMatch: row.version,
    db,
    services,
    audit: (entry: AuditEntry) => void entries.push(entry),
  } as unknown as AuthenticatedCall
}

/** What an update overwrote, as its activity log tells it; a removal leaves the row to be restored. */
function beforeIn(entries: readonly AuditEntry[], { job, act }: ChunkContext): RowResult['before'] {
  if (job.act === 'undo' || act === 'delete') return null
  const { before } = entries[0]?.details ?? {}
  return before as Record<string, unknown>
}

/** The version that a call left: as it answers, or, of a removal that answers nothing, the next one. */
function versionOf(after: unknown, { version }: JobRow): number | null {
  const { version: next } = (after ?? {}) as { version?: number }
  return next ?? (version === null ? null : version + 1)
}

function refused({ services, job }: ChunkContext, row: JobRow, error: Error): RowResult {
  const problem = error instanceof Problem ? error : toProblem(error as never)
  if (problem.status >= 500) services.log.error({ err: error, job: job.id, row: row.row_id }, 'a row failed')
  const reason = reasons[problem.status] ?? 'refused'
  return {
    ...none,
    position: row.position,
    verdict: 'skipped',
    reason,
    ...(reason === 'refused' && { detail: problem.message, refusals: refusalsOf(problem) }),
    version: row.version,
  }
}
