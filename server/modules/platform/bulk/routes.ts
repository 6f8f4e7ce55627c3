import type { FastifyInstance } from 'fastify'
import { bulk } from '#contract/kit/bulk.ts'
import { findBulkCalls } from '#server/kit/bulk/act-on-row.ts'
import { endJob } from '#server/kit/bulk/queries.ts'
import { jobTable, resultTable } from '#server/kit/bulk/tables.ts'
import { registerBulkJobs } from '#server/kit/bulk/work.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { previewUndo, startUndo, undoLinks } from './undo.ts'

const handlers = serve(bulk)({
  list: jobTable.list,
  results: resultTable.list,
  show: call => jobTable.find(call, call.params.id),

  cancel: async call => {
    const { id, resource } = await jobTable.find(call, call.params.id)
    const ended = await endJob(call.db, id, 'cancelled')
    if (!ended) throw new Problem(409, 'This job has already ended', { kind: 'ended' })
    const { total, done, skipped } = ended
    call.audit({
      action: 'bulk_cancel',
      resourceType: findBulkCalls(resource).list.resource ?? resource,
      details: { bulk_job: id, total, done, skipped },
    })
    return jobTable.find(call, id)
  },

  undo: startUndo,
  previewUndo,
  undoLinks,
})

/** Routes for the caller's bulk jobs, and the worker that runs all of them. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  registerBulkJobs(services)
  await handlers(app, { services })
}
