import { v7 as uuid } from 'uuid'
import { type BulkEndpoint, type BulkJob, type BulkRequest, maxBulkRows } from '#contract/kit/bulk.ts'
import type { Endpoints } from '#contract/kit/endpoint.ts'
import type { ListQuery } from '#contract/kit/listing.ts'
import type { Permission } from '#contract/kit/permissions.ts'
import type { AuthenticatedCall } from '../call.ts'
import { isDryRun } from '../dry-run.ts'
import { Problem } from '../problem.ts'
import { findBulkCalls, type RowCall, registerBulkCalls } from './act-on-row.ts'
import { previewJob } from './preview.ts'
import { addJob, snapshotRows } from './queries.ts'
import { jobTable } from './tables.ts'

declare module '../jobs.ts' {
  interface JobPayloads {
    bulk: { id: string }
  }
}

/**
 * Handlers that start bulk jobs for a resource: they store the selected rows in the transaction of the call and enqueue
 * the job.
 */
export function bulkHandler(endpoint: BulkEndpoint, endpoints: Endpoints, handlers: object) {
  const { resource, act } = endpoint
  const actBy = (name: string): RowCall => ({
    access: endpoints[name]?.access as Permission,
    scope: endpoints[name]?.scope,
    needsStepUp: endpoints[name]?.stepUp === true,
    handler: handlers[name as keyof typeof handlers],
  })
  registerBulkCalls(resource, {
    list: handlers['list' as keyof typeof handlers],
    update: actBy('update'),
    remove: actBy('remove'),
    restore: actBy('restore'),
  })

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
