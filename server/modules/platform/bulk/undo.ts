import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { BulkJob } from '#contract/kit/bulk.ts'
import { type Grant, grant } from '#contract/kit/permissions.ts'
import type { UndoLinks, UndoPreview } from '#contract/kit/undo.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import type { Db } from '#server/db/open.ts'
import { addJob, setTotal } from '#server/kit/bulk/queries.ts'
import { jobTable } from '#server/kit/bulk/tables.ts'
import { type AuthenticatedCall, requireStepUp } from '#server/kit/call.ts'
import { forbidden, notFound, Problem } from '#server/kit/problem.ts'
import { resourceName } from '#server/kit/resources.ts'
import { previewRows } from '#server/kit/undo/preview.ts'
import {
  countRecordsOf,
  doneBy,
  findOrder,
  firstChangeOf,
  type Order,
  snapshotRowsToUndo,
  undosOf,
} from '#server/kit/undo/queries.ts'
import { grantOrNull, kindOf, type Undoable, undoable } from '#server/kit/undo/steps.ts'

type NamedCall = AuthenticatedCall & { params: { id: string } }

const logAccess = activityLogs.list.access

/** Whether the caller may read an entry in the activity log. */
function mayRead({ actor }: AuthenticatedCall, organizationId: string): boolean {
  const granted = grant(actor.role, logAccess)
  return granted?.reach === 'all' || (granted !== null && organizationId === actor.organizationId)
}

/** An action on many records that the caller ordered, or may read about in the log. @throws Problem 404 */
async function findReadable(call: NamedCall): Promise<Order> {
  const order = await findOrder(call.db, call.params.id)
  if (!order || (order.actor_id !== call.actor.id && !mayRead(call, order.organization_id))) throw notFound()
  return order
}

const loggedAction = (call: AuthenticatedCall, order: Order) => ({
  id: order.id,
  log_id: order.log_id,
  action: order.action,
  at: order.at,
  by_email: mayRead(call, order.organization_id) ? order.user_email : null,
})

interface Target extends Undoable {
  order: Order
  kind: ReturnType<typeof kindOf>
  /** The caller’s grant for the calls that the undo makes. */
  granted: Grant
}

type Obstacle = NonNullable<UndoLinks['obstacle']>

/** What an undo works on, or why there is none. */
async function targetOf(call: NamedCall, order: Order): Promise<Target | Obstacle> {
  if (await isRunning(call.db, order.id)) return 'running'
  const target = undoable(order.resource_type)
  const action = target && (await firstChangeOf(call.db, order.id, target.source.types))
  if (!target) return 'unrestorable'
  const kind = kindOf(action ?? 'update')
  const rowCall = target.calls[kind]
  if (!rowCall) return 'unrestorable'
  const granted = grantOrNull(call.actor, rowCall)
  return granted ? { ...target, order, kind, granted } : 'forbidden'
}

const problems: Record<Obstacle, () => Problem> = {
  running: () => new Problem(409, 'This action or its undo is still running', { kind: 'busy' }),
  unrestorable: () => new Problem(422, 'These records can’t be brought back from the activity log'),
  forbidden,
}

const nothingLeft = () => new Problem(409, 'This job has nothing left to undo', { kind: 'ended' })

async function requireTarget(call: NamedCall): Promise<Target> {
  const target = await targetOf(call, await findReadable(call))
  if (typeof target === 'string') throw problems[target]()
  return target
}

export async function undoLinks(call: NamedCall): Promise<UndoLinks> {
  const order = await findReadable(call)
  // First: an undo that ends meanwhile would else be neither running nor done.
  const target = await targetOf(call, order)
  const undos = await undosOf(call.db, order.id)
  const undone = order.undoes ? await findOrder(call.db, order.undoes) : undefined
  return {
    undone_by: undos
      .filter(({ actor_id, organization_id }) => actor_id === call.actor.id || mayRead(call, organization_id))
      .map(undo => ({ ...loggedAction(call, undo), done: undo.done, total: undo.total ?? 0 })),
    undoes: undone ? loggedAction(call, undone) : null,
    obstacle: typeof target === 'string' ? target : null,
  }
}

export async function previewUndo(call: NamedCall): Promise<UndoPreview> {
  const { order, kind, granted, ...target } = await requireTarget(call)
  const { calls, source } = target
  const total = await countRecordsOf(call.db, order.id, source.types)
  const done = await doneBy(call.db, order.id)
  const counts = await previewRows({ ...call, grant: granted }, target, order.id, ({ organization_id }) =>
    mayRead(call, organization_id),
  )
  return {
    resource: resourceName(order.resource_type),
    effect: kind,
    total,
    ...counts,
    lost: done === null ? null : Math.max(done - total, 0),
    is_final: kind === 'remove' && calls.restore === null,
  }
}

/**
 * Starts the undo of a bulk job, an import or an undo.
 * @throws Problem 409 if it is being undone, or nothing is left of it; 404, 403, 422 if the caller can't undo it
 */
export async function startUndo(call: NamedCall): Promise<BulkJob> {
  const { db, actor, services, audit } = call
  // Two undos of the same job at the same moment: the second waits here, and finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${call.params.id}, 0))`.execute(db)
  const { order, kind, calls, source } = await requireTarget(call)
  if (await isUndone(db, order.id)) throw nothingLeft()
  if (calls[kind]?.needsStepUp) requireStepUp(actor)
  const id = uuid()
  const resource = resourceName(order.resource_type)
  await addJob(call, { id, resource, act: 'undo', undoes: order.id, patch: null })
  const total = await setTotal(db, id, await snapshotRowsToUndo(db, id, order.id, source.types))
  if (total === 0) throw nothingLeft()
  audit({
    action: 'bulk_undo',
    resourceType: order.resource_type,
    details: { bulk_job: id, undoes: order.id, total },
  })
  await services.jobs.enqueue(db, 'bulk', { id })
  return jobTable.find(call, id)
}

/** Whether a bulk job or import, or an undo of it, is running. */
async function isRunning(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (select from bulk_jobs where (id = ${id} or undoes = ${id}) and state = 'running')
      or exists (select from imports where id = ${id} and state = 'applying') as is_running`.execute(db)
  return rows[0]?.is_running ?? false
}

/** Whether nothing is left of a bulk job; false if it was deleted meanwhile. */
async function isUndone(db: Db, id: string): Promise<boolean> {
  const job = await db
    .selectFrom('bulk_jobs')
    .select(['done', 'undone'])
    .where('id', '=', id)
    .executeTakeFirst()
  return job !== undefined && job.done <= job.undone
}
