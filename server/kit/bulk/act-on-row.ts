import { sql, type Transaction } from 'kysely'
import type { BulkJob } from '#contract/kit/bulk.ts'
import { grant, type Permission, type Scope } from '#contract/kit/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { AuditEntry } from '../audit.ts'
import type { Actor, AuthenticatedCall, Program } from '../call.ts'
import { isNoDryRun } from '../dry-run.ts'
import type { ListHandler } from '../handlers.ts'
import { forbidden, Problem, refusalsOf, toProblem } from '../problem.ts'
import { authorizeProgram } from '../route.ts'
import type { Job, JobRow, RowResult } from './queries.ts'

/** A call for one record, made for each row of a bulk job. */
export interface RowCall {
  access: Permission
  /** Scope that allows API keys to make the call; without it, keys are refused. */
  scope: Scope | undefined
  needsStepUp: boolean
  handler(call: AuthenticatedCall): unknown
}

/** The calls of a resource that bulk jobs can make. */
export interface BulkCalls {
  list: ListHandler
  update: RowCall
  remove: RowCall
  restore: RowCall
}

const callsByResource = new Map<string, BulkCalls>()

export const registerBulkCalls = (resource: string, calls: BulkCalls) =>
  void callsByResource.set(resource, calls)

/** @throws if the resource no longer exists */
export function findBulkCalls(resource: string): BulkCalls {
  const calls = callsByResource.get(resource)
  if (!calls) throw new Error(`There are no bulk actions for "${resource}"`)
  return calls
}

/** Actor and call of a job, for a chunk of rows. */
export interface ChunkContext {
  services: Services
  db: Transaction<Tables>
  job: Job
  /** The action; for an undo, the action that is undone. */
  act: Exclude<BulkJob['act'], 'undo'>
  /** The call that is made for each row. */
  rowCall: RowCall
  /** Null if they are no longer active. */
  actor: Actor | Program | null
}

const reasons: Record<number, JobRow['reason']> = { 404: 'gone', 412: 'changed' }

/** Defaults of a result. */
const emptyResult = { reason: null, detail: null, refusals: [], before: null }

/**
 * Applies the call to one row in a savepoint, so that a refused row stays unchanged and does not affect others. The call
 * has no HTTP request, and fails if the row no longer has the version that it had when the job started.
 * @returns the result and the audit entries
 * @throws if the database is unavailable, when the transaction is lost, or if the call does not support dry runs
 */
export async function applyToRow(
  context: ChunkContext,
  row: JobRow,
): Promise<{ result: RowResult; entries: AuditEntry[] }> {
  const { db, job } = context
  const entries: AuditEntry[] = []
  await sql`savepoint one_row`.execute(db)
  try {
    const after = await context.rowCall.handler(callFor(context, row, entries))
    await sql`release savepoint one_row`.execute(db)
    const position = row.position
    if (entries.length === 0) {
      const result = {
        ...emptyResult,
        position,
        verdict: 'skipped',
        reason: 'unchanged',
        version: row.version,
      } as const
      return { result, entries }
    }
    const before = beforeIn(entries, context)
    const result = {
      ...emptyResult,
      position,
      verdict: 'done',
      before,
      version: versionOf(after, row),
    } as const
    const auditEntries = entries.map(entry => ({ ...entry, details: { ...entry.details, bulk_job: job.id } }))
    return { result, entries: auditEntries }
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(db)
    if (isNoDryRun(error)) throw error
    return { result: refused(context, row, error as Error), entries: [] }
  }
}

function callFor(
  { services, db, job, rowCall, actor }: ChunkContext,
  row: JobRow,
  entries: AuditEntry[],
): AuthenticatedCall {
  const granted =
    actor?.role === 'api_key' ? authorizeProgram(rowCall, actor) : actor && grant(actor.role, rowCall.access)
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

/** The values that an update replaced, from its audit entry; removed rows can be restored without them. */
function beforeIn(entries: readonly AuditEntry[], { job, act }: ChunkContext): RowResult['before'] {
  if (job.act === 'undo' || act === 'delete') return null
  const { before } = entries[0]?.details ?? {}
  return before as Record<string, unknown>
}

/** The version after a call: from its result, or the next one after a removal, which has none. */
function versionOf(after: unknown, { version }: JobRow): number | null {
  const { version: next } = (after ?? {}) as { version?: number }
  return next ?? (version === null ? null : version + 1)
}

function refused({ services, job }: ChunkContext, row: JobRow, error: Error): RowResult {
  const problem = error instanceof Problem ? error : toProblem(error as never)
  if (problem.status >= 500) services.log.error({ err: error, job: job.id, row: row.row_id }, 'a row failed')
  const reason = reasons[problem.status] ?? 'refused'
  return {
    ...emptyResult,
    position: row.position,
    verdict: 'skipped',
    reason,
    ...(reason === 'refused' && { detail: problem.message, refusals: refusalsOf(problem) }),
    version: row.version,
  }
}
