import { v7 as uuid } from 'uuid'
import { type BulkEndpoint, type BulkJob, type BulkRequest, maxBulkRows } from '#contract/kit/bulk.ts'
import type { ListQuery } from '#contract/kit/listing.ts'
import type { AuthenticatedCall } from '../call.ts'
import { isDryRun } from '../dry-run.ts'
import { Problem } from '../problem.ts'
import { findBulkCalls } from './act-on-row.ts'
import { previewJob } from './preview.ts'
import { addJob, snapshotRows } from './queries.ts'
import { jobTable } from './tables.ts'

declare module '../jobs.ts' {
  interface JobPayloads {
    bulk: { id: string }
  }
}

/**
 * A handler that starts bulk jobs for a resource: it stores the selected rows in the transaction of the call and
 * enqueues the job.
 */
export function bulkHandler({ resource, act }: BulkEndpoint) {
  return async (orderCall: object): Promise<BulkJob> => {
    const call = orderCall as AuthenticatedCall & { body: BulkRequest }
    const { ids, query, count, patch } = call.body
    const { list } = findBulkCalls(resource)
    const id = uuid()
    await addJob(call, { id, resource, act, patch: patch ? JSON.stringify(patch) : null })
    const rows = list.selected({ ...call, query: (query ?? { id: ids }) as ListQuery } as never)
    const total = await snapshotRows(call.db, id, rows, maxBulkRows + 1)
    if (total !== count) throw otherCount(total, count)
    const preview = isDryRun(call.request) && (await previewJob(call, id))
    call.audit({
      action: `bulk_${act}`,
      resourceType: list.resource ?? resource,
      details: { bulk_job: id, total, ...(patch && { patch }), ...(preview && { preview }) },
    })
    await call.services.jobs.enqueue(call.db, 'bulk', { id })
    return jobTable.find(call, id)
  }
}

function otherCount(total: number, count: number) {
  const rows = total > maxBulkRows ? `more than ${maxBulkRows}` : String(total)
  return new Problem(409, `${rows} rows match now, not ${count}. Nothing was changed.`, { kind: 'count' })
}
