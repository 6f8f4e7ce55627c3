import type { Transaction } from 'kysely'
import { bulkRetentionDays } from '#contract/kit/bulk.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'
import { activeUsers } from '../active-users.ts'
import { type AuditEntry, type AuditLogRow, rememberFilterValues, writeAuditLogs } from '../audit.ts'
import type { Actor } from '../call.ts'
import { applyToRow, type ChunkContext } from './act-on-row.ts'
import { type BulkCalls, findBulkCalls } from './acts.ts'
import { deleteOldJobs, endJob, findAct, type Job, lockRunningJob, nextRows, saveResults } from './queries.ts'

/** Rows of one transaction: cancelling waits for no more than these. */
const chunk = 100
/** Milliseconds after which a job lets others have their turn. */
const turn = 2_000

/** Works through bulk jobs, and forgets the old ones. */
export function registerBulkJobs(services: Services): void {
  services.jobs.handle('bulk', async ({ id }) => {
    const until = Date.now() + turn
    while (await processChunk(services, id)) {
      if (Date.now() > until) return services.jobs.enqueue(services.database.db, 'bulk', { id })
    }
  })
  services.jobs.schedule('bulk_forget', '40 3 * * *', async () => {
    await deleteOldJobs(services.database.db, bulkRetentionDays)
  })
}

/**
 * Does the next rows of a job: the rows, their activity logs, and what became of them are one transaction, so whatever
 * dies, each row is done once or not at all.
 * @returns whether there may be more to do.
 */
export async function processChunk(services: Services, id: string): Promise<boolean> {
  const did = await services.database.db.transaction().execute(async db => {
    const job = await lockRunningJob(db, id)
    if (!job) return null
    const acts = findBulkCalls(job.resource)
    const rows = await nextRows(db, id, chunk)
    const actor = await actorOf(db, job)
    const doer = await doerOf(services, db, job, acts, actor)
    const results = []
    const entries: AuditEntry[] = []
    for (const row of rows) {
      const { result, entries: told } = await applyToRow(doer, row)
      results.push(result)
      entries.push(...told)
    }
    if (results.length > 0) await saveResults(db, id, results)
    const isOver = rows.length < chunk
    const ended = isOver ? await endJob(db, id, 'finished') : undefined
    if (ended) entries.push(ending(ended, acts))
    const origin = { actor, requestId: job.request_id, ip: job.ip, source: 'server' } as const
    return { isOver, entries, logs: await writeAuditLogs(db, entries, origin) }
  })
  if (!did) return false
  rememberFilterValues(did.entries)
  services.changes.publishLogs(oneForEach(did.logs))
  return !did.isOver
}

/** Who ordered the job, as they are now; null when they may no longer act. */
async function actorOf(db: Db, { actor_id, session_id, has_step_up }: Job): Promise<Actor | null> {
  const person = await activeUsers(db).where('people.id', '=', actor_id).executeTakeFirst()
  return person ? { ...person, sessionId: session_id, hasRecentStepUp: has_step_up } : null
}

async function doerOf(
  services: Services,
  db: Transaction<Tables>,
  job: Job,
  acts: BulkCalls,
  actor: Actor | null,
): Promise<ChunkContext> {
  const { act } = job.undoes === null ? job : await findAct(db, job.undoes)
  if (act === 'undo') throw new Error('an undoing is not undone')
  const by = act === 'update' ? acts.update : job.act === 'undo' ? acts.restore : acts.remove
  return { services, db, job, act, by, actor }
}

const ending = ({ id, act, total, done, skipped }: Job, { list }: BulkCalls): AuditEntry => ({
  action: 'bulk_finish',
  resourceType: list.resource ?? '',
  details: { bulk_job: id, act, total, done, skipped },
})

/**
 * Followers look again at a resource, not at a row: one change an organization says all. It carries no request id,
 * because what was read after the order was answered is not newer than the job's later rows.
 */
function oneForEach(logs: readonly AuditLogRow[]): AuditLogRow[] {
  const byOrganization = new Map(logs.map(log => [log.organization_id, log]))
  return [...byOrganization.values()].map(log => ({ ...log, resource_id: null, request_id: null }))
}
