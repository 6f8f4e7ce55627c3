import { v7 as uuid } from 'uuid'
import { type BulkEndpoint, type BulkJob, type BulkOrder, mostAtOnce } from '#contract/bulk.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/listing.ts'
import type { Permission } from '#contract/permissions.ts'
import type { SignedInCall } from '../call.ts'
import { Problem } from '../problem.ts'
import { actsOf, keepActs, type RowAct } from './acts.ts'
import { addJob, fixRows } from './queries.ts'
import { jobTable } from './tables.ts'

declare module '../jobs.ts' {
  interface JobKinds {
    bulk: { id: string }
  }
}

/**
 * Answers the orders of bulk jobs on a group's records: fixes their rows, all of them in the transaction of the order,
 * and leaves the rest to the job.
 */
export function orders(endpoint: BulkEndpoint, endpoints: Endpoints, handlers: object) {
  const { resource, act } = endpoint
  const actBy = (name: string): RowAct => ({
    access: endpoints[name]?.access as Permission,
    handler: handlers[name as keyof typeof handlers],
  })
  keepActs(resource, {
    list: handlers['list' as keyof typeof handlers],
    update: actBy('update'),
    remove: actBy('remove'),
    restore: actBy('restore'),
  })

  return async (given: object): Promise<BulkJob> => {
    const call = given as SignedInCall & { body: BulkOrder }
    const { ids, query, count, patch } = call.body
    const { list } = actsOf(resource)
    const id = uuid()
    await addJob(call, { id, resource, act, patch: patch ? JSON.stringify(patch) : null })
    const rows = list.selected({ ...call, query: (query ?? { id: ids }) as ListQuery } as never)
    const found = await fixRows(call.db, id, rows, mostAtOnce + 1)
    if (found !== count) throw otherCount(found, count)
    call.record({
      action: `bulk_${act}`,
      resourceType: list.resource ?? resource,
      details: { bulk_job: id, total: found, ...(patch && { patch }) },
    })
    await call.services.jobs.enqueue(call.db, 'bulk', { id })
    return jobTable.own(call, id)
  }
}

function otherCount(found: number, count: number) {
  const rows = found > mostAtOnce ? `more than ${mostAtOnce}` : String(found)
  return new Problem(409, `${rows} rows match now, not ${count}. Nothing was changed.`, { kind: 'count' })
}
