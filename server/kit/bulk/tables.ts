import { BulkJob, BulkResult, bulk } from '#contract/kit/bulk.ts'
import type { AuthenticatedCall } from '../call.ts'
import { ownRowsGrant } from '../route.ts'
import { table } from '../table/table.ts'

/** Callers see the jobs that they started. */
const owner = { organization: 'organization_id', person: 'actor_id' } as const

const jobs = table({
  table: 'bulk_jobs',
  view: 'bulk_progress',
  resource: 'bulk_jobs',
  schema: BulkJob,
  list: bulk.list,
  owner,
})

export const jobTable = {
  list: jobs.list,
  /** One of the caller's own jobs. @throws Problem 404 for a job of another person */
  find: (call: AuthenticatedCall, id: string) => jobs.find({ ...call, grant: ownRowsGrant }, id),
}

export const resultTable = table({
  table: 'bulk_rows',
  view: 'bulk_results',
  resource: 'bulk_results',
  schema: BulkResult,
  list: bulk.results,
  owner,
})
