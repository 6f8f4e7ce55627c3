import type { Transaction } from 'kysely'
import type { BulkPreview } from '#contract/kit/bulk.ts'
import type { Tables } from '../../db/tables.ts'
import type { AuthenticatedCall } from '../call.ts'
import { applyToRow, findBulkCalls } from './act-on-row.ts'
import { lockRunningJob, nextRows } from './queries.ts'

/** Rows that a dry run tries at most, and the milliseconds after which it stops: it holds the locks of these rows. */
const maxTriedRows = 200
const maxTriedMs = 500
/** Skipped rows that a preview names. */
const maxNamedRows = 50

/**
 * Applies a job to its first rows, each in a savepoint that is undone.
 * @returns which rows the job would skip, and why
 * @throws Problem 422 if a row reaches for something that cannot be undone
 */
export async function previewJob(call: AuthenticatedCall, id: string): Promise<BulkPreview> {
  const db = call.db as Transaction<Tables>
  const job = await lockRunningJob(db, id)
  if (!job || job.act === 'undo') throw new Error('Only a new job has a preview')
  const calls = findBulkCalls(job.resource)
  const rowCall = job.act === 'update' ? calls.update : calls.remove
  const { services, actor } = call
  const context = { services, db, job, actor }
  const rows: BulkPreview['rows'] = []
  const until = Date.now() + maxTriedMs
  let [tried, skipped] = [0, 0]
  for (const row of await nextRows(db, id, maxTriedRows)) {
    if (Date.now() > until) break
    const { result } = await applyToRow(context, row, {
      call: rowCall,
      body: job.patch,
      version: row.version,
    })
    tried += 1
    if (result.verdict === 'done') continue
    skipped += 1
    const { reason, detail, refusals } = result
    if (rows.length < maxNamedRows)
      rows.push({ id: row.row_id, title: row.title, reason, detail, refusals: [...refusals] })
  }
  return { tried, skipped, rows }
}
