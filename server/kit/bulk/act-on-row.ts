import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Endpoints } from '#contract/kit/endpoint.ts'
import { type Grant, grant, type Permission, type Scope } from '#contract/kit/permissions.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import type { AuditEntry } from '../audit.ts'
import type { Actor, AuthenticatedCall, Program } from '../call.ts'
import { isNoDryRun } from '../dry-run.ts'
import type { ListHandler } from '../handlers.ts'
import { forbidden, Problem, refusalsOf, toProblem } from '../problem.ts'
import { resourceName } from '../resources.ts'
import { authorizeProgram } from '../route.ts'
import type { Job, JobRow, RowResult } from './queries.ts'

/** A call for one record, made for each row of a bulk job. */
export interface RowCall {
  access: Permission
  /** Scope that allows API keys to make the call; without it, keys are refused. */
  scope: Scope | undefined
  needsStepUp: boolean
  body: z.ZodType
  handler(call: AuthenticatedCall): unknown
}

/** The calls of a resource that bulk jobs can make. */
export interface BulkCalls {
  list: ListHandler
  update: RowCall | null
  remove: RowCall | null
  restore: RowCall | null
}

const callsByResource = new Map<string, BulkCalls>()

/** Registers the calls of a resource that bulk jobs, and undos of imports, can make. */
export function registerBulkCalls(endpoints: Endpoints, handlers: Record<string, unknown>): void {
  const list = handlers.list as ListHandler | undefined
  if (!list?.resource || !endpoints.list?.listing) return
  const callOf = (name: string): RowCall | null => {
    const endpoint = endpoints[name]
    const handler = handlers[name]
    if (!endpoint || typeof endpoint.access === 'string' || typeof handler !== 'function') return null
    const { access, scope, body, stepUp } = endpoint
    return { access, scope, body, needsStepUp: stepUp === true, handler: handler as RowCall['handler'] }
  }
  callsByResource.set(resourceName(list.resource), {
    list,
    update: callOf('update'),
    remove: callOf('remove'),
    restore: callOf('restore'),
  })
}

/** The calls of a resource; undefined if it no longer exists. */
export const bulkCallsOf = (resource: string): BulkCalls | undefined =>
  callsByResource.get(resourceName(resource))

/** @throws if the resource no longer exists */
export function findBulkCalls(resource: string): BulkCalls {
  const calls = bulkCallsOf(resource)
  if (!calls) throw new Error(`There are no bulk actions for "${resource}"`)
  return calls
}

/** Actor of a job, for a chunk of rows. */
export interface ChunkContext {
  services: Services
  db: Transaction<Tables>
  job: Pick<Job, 'id'>
  /** Null if they are no longer active. */
  actor: Actor | Program | null
}

/** What is done to one row. */
export interface RowAct {
  call: RowCall | null
  body: unknown
  /** The version that the row must still have. */
  version: number | null
}

/** What is done to a row, or the reason why it is left alone. */
export type Step =
  | { row: Pick<JobRow, 'position' | 'row_id'>; act: RowAct; title?: string | null }
  | { skipped: RowResult }

const reasons: Record<number, JobRow['reason']> = { 404: 'gone', 412: 'changed' }

/** Defaults of a result. */
const emptyResult = { reason: null, detail: null, refusals: [], changes: [], title: null }

/** Result of a row that is left alone. */
export const skippedRow = (
  { position, version }: Pick<JobRow, 'position' | 'version'>,
  result: Pick<RowResult, 'reason'> & Partial<RowResult>,
): RowResult => ({ ...emptyResult, ...result, position, version, verdict: 'skipped' })

/**
 * Applies the call to one row in a savepoint, so that a refused row stays unchanged and does not affect others. The call
 * has no HTTP request, and fails if the row no longer has the version that it had when the job started.
 * @returns the result and the audit entries
 * @throws if the database is unavailable, when the transaction is lost, or if the call does not support dry runs
 */
export async function applyToRow(
  context: ChunkContext,
  row: Pick<JobRow, 'position' | 'row_id'>,
  act: RowAct,
): Promise<{ result: RowResult; entries: AuditEntry[] }> {
  const { db, job } = context
  const { position } = row
  const entries: AuditEntry[] = []
  await sql`savepoint one_row`.execute(db)
  try {
    const { handler, call } = callFor(context, row.row_id, act, entries)
    const after = await handler(call)
    await sql`release savepoint one_row`.execute(db)
    if (entries.length === 0)
      return { result: skippedRow({ position, version: act.version }, { reason: 'unchanged' }), entries }
    const version = versionOf(after, act)
    const result = { ...emptyResult, position, verdict: 'done', version } as const
    const auditEntries = entries.map(entry => ({ ...entry, details: { ...entry.details, bulk_job: job.id } }))
    return { result, entries: auditEntries }
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(db)
    if (isNoDryRun(error)) throw error
    return { result: refused(context, row, act, error as Error), entries: [] }
  }
}

/** Applies a step of a job. */
export async function applyStep(
  context: ChunkContext,
  step: Step,
): Promise<{ result: RowResult; entries: AuditEntry[] }> {
  if ('skipped' in step) return { result: step.skipped, entries: [] }
  const { row, act, title = null } = step
  const { result, entries } = await applyToRow(context, row, act)
  return { result: { ...result, title }, entries }
}

/** The actor's grant for a call; null if they may not make it. @throws Problem 403 for an API key without its scope */
export function grantFor(actor: Actor | Program | null, rowCall: RowCall | null): Grant | null {
  if (!actor || !rowCall) return null
  return actor.role === 'api_key' ? authorizeProgram(rowCall, actor) : grant(actor.role, rowCall.access)
}

function callFor(
  { services, db, actor }: ChunkContext,
  id: string,
  { call: rowCall, body, version }: RowAct,
  entries: AuditEntry[],
): { handler: RowCall['handler']; call: AuthenticatedCall } {
  const granted = grantFor(actor, rowCall)
  if (!rowCall || !granted) throw forbidden()
  const call = {
    params: { id },
    query: {},
    body,
    actor,
    grant: granted,
    ifMatch: version,
    db,
    services,
    audit: (entry: AuditEntry) => void entries.push(entry),
  } as unknown as AuthenticatedCall
  return { handler: rowCall.handler, call }
}

/** The version after a call: from its result, or the next one after a removal, which has none. */
function versionOf(after: unknown, { version }: RowAct): number | null {
  const { version: next } = (after ?? {}) as { version?: number }
  return next ?? (version === null ? null : version + 1)
}

function refused(
  { services, job }: ChunkContext,
  { position, row_id }: Pick<JobRow, 'position' | 'row_id'>,
  { version }: RowAct,
  error: Error,
): RowResult {
  const problem = error instanceof Problem ? error : toProblem(error as never)
  if (problem.status >= 500) services.log.error({ err: error, job: job.id, row: row_id }, 'a row failed')
  const reason = reasons[problem.status] ?? 'refused'
  return skippedRow(
    { position, version },
    { reason, ...(reason === 'refused' && { detail: problem.message, refusals: refusalsOf(problem) }) },
  )
}
