import type { Transaction } from 'kysely'
import { bulkRetentionDays } from '#contract/kit/bulk.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import { findProgram } from '../api-key.ts'
import { type AuditEntry, type AuditLogRow, auditedTransaction } from '../audit.ts'
import type { Actor, Program } from '../call.ts'
import { activeUsers } from '../person.ts'
import { undoSteps } from '../undo/steps.ts'
import { applyStep, type BulkCalls, findBulkCalls, type Step } from './act-on-row.ts'
import {
  deleteOldJobs,
  endJob,
  findRunningJob,
  type Job,
  type JobRow,
  lockRunningJob,
  nextRows,
  type RowResult,
  saveResults,
} from './queries.ts'

/** Rows per transaction; a cancellation waits for no more than these. */
const chunkSize = 100
/** Time slice of a job in milliseconds, after which it is queued again behind the others. */
const timeSliceMs = 2_000

/** Registers the jobs that process bulk requests and delete old ones. */
export function registerBulkJobs(services: Services): void {
  services.jobs.handle('bulk', async ({ id }) => {
    const until = Date.now() + timeSliceMs
    while (await processChunk(services, id)) {
      if (Date.now() > until) return services.jobs.enqueue(services.database.db, 'bulk', { id })
    }
  })
  services.jobs.schedule('bulk_forget', '40 3 * * *', async () => {
    await deleteOldJobs(services.database.db, bulkRetentionDays)
  })
}

/**
 * Processes the next rows of a job. The rows, their activity logs and their results are written in one transaction, so
 * that a crash leaves each row either done or untouched.
 * @returns whether there may be more rows
 */
export async function processChunk(services: Services, id: string): Promise<boolean> {
  const { db } = services.database
  const started = await findRunningJob(db, id)
  if (!started) return false
  const actor = await actorOf(db, started)
  const origin = { actor, requestId: started.request_id, ip: started.ip, source: 'server' } as const
  return auditedTransaction(
    services,
    origin,
    async (transaction, audit) => {
      const job = await lockRunningJob(transaction, id)
      if (!job) return false
      const calls = findBulkCalls(job.resource)
      const rows = await nextRows(transaction, id, chunkSize)
      const context = { services, db: transaction as Transaction<Tables>, job, actor }
      const steps =
        job.undoes === null
          ? rows.map(row => stepOf(job, calls, row))
          : await undoSteps(context, job.resource, job.undoes, rows)
      const results: RowResult[] = []
      for (const step of steps) {
        const { result, entries } = await applyStep(context, step)
        results.push(result)
        for (const entry of entries) audit(entry)
      }
      if (results.length > 0) await saveResults(transaction, id, results)
      const isOver = rows.length < chunkSize
      const ended = isOver ? await endJob(transaction, id, 'finished') : undefined
      if (ended) audit(finishEntry(ended, calls))
      return !isOver
    },
    onePerOrganization,
  )
}

/** The person or program that started the job; null if they are no longer active. */
async function actorOf(db: Db, job: Job): Promise<Actor | Program | null> {
  const { actor_id, session_id, api_key_id, has_step_up } = job
  if (api_key_id !== null) return findProgram(db, api_key_id)
  if (actor_id === null || session_id === null) return null
  const person = await activeUsers(db).where('people.id', '=', actor_id).executeTakeFirst()
  return person ? { ...person, sessionId: session_id, hasRecentStepUp: has_step_up } : null
}

const stepOf = ({ act, patch }: Job, { update, remove }: BulkCalls, row: JobRow): Step => {
  const { version } = row
  return { row, act: { call: act === 'update' ? update : remove, body: patch, version } }
}

const finishEntry = ({ id, act, total, done, skipped }: Job, { list }: BulkCalls): AuditEntry => ({
  action: 'bulk_finish',
  resourceType: list.resource ?? '',
  details: { bulk_job: id, act, total, done, skipped },
})

/**
 * Subscribers refetch a resource, not single rows, so one change per organization is enough. It has no request id,
 * because the console would ignore changes that it caused itself.
 */
function onePerOrganization(logs: readonly AuditLogRow[]): AuditLogRow[] {
  const byOrganization = new Map(logs.map(log => [log.organization_id, log]))
  return [...byOrganization.values()].map(log => ({ ...log, resource_id: null, request_id: null }))
}
