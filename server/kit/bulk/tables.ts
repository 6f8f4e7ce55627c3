import { BulkJob, BulkResult, bulk } from '#contract/kit/bulk.ts'
import type { KnownCall } from '../call.ts'
import { ownRows } from '../route.ts'
import { table } from '../table/table.ts'

/** Everybody sees the jobs that they ordered. */
const owner = { organization: 'organization_id', person: 'actor_id' } as const

const jobs = table({
  table: 'bulk_jobs',
  reads: 'bulk_progress',
  resource: 'bulk_jobs',
  schema: BulkJob,
  list: bulk.list,
  owner,
})

export const jobTable = {
  list: jobs.list,
  /** One of the caller's jobs, whatever rows of other resources the call reaches. @throws Problem 404 for another's. */
  own: (call: KnownCall, id: string) => jobs.find({ ...call, grant: ownRows }, id),
}

export const resultTable = table({
  table: 'bulk_rows',
  reads: 'bulk_results',
  resource: 'bulk_results',
  schema: BulkResult,
  list: bulk.results,
  owner,
})
