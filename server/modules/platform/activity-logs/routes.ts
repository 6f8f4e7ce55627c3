import type { FastifyInstance } from 'fastify'
import { ActivityLog, activityLogs } from '#contract/platform/activity-logs.ts'
import { writeAuditLogs } from '#server/kit/audit.ts'
import { isReservedAction } from '#server/kit/audit-actions.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { file } from '#server/kit/handlers.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'
import type { Services } from '#server/services.ts'
import { proofFile } from './seals/proof-file.ts'
import { readChain } from './seals/queries.ts'
import { sealWaiting } from './seals/seal.ts'
import { verifyStep } from './seals/verify.ts'

const activityLogTable = table({
  table: 'activity_logs',
  resource: 'activity_logs',
  schema: ActivityLog,
  list: activityLogs.list,
  owner: { organization: 'organization_id' },
  ordered: ['action', 'resource_type', 'resource_id', 'user_id'],
})

/** The values of a field in the log that are within the caller's scope, sorted. */
async function listLogValues(call: AuthenticatedCall, field: 'action' | 'resource_type'): Promise<string[]> {
  const rows = await call.db
    .selectFrom('activity_log_values')
    .select('value')
    .distinct()
    .where('field', '=', field)
    .where(rowScope(call, { organization: 'organization_id' }))
    .orderBy('value')
    .execute()
  return rows.map(({ value }) => value)
}

const routes = serve(activityLogs)({
  list: activityLogTable.list,
  create: async call => {
    const { action, resource_type, resource_id, details } = call.body
    if (isReservedAction(action)) throw invalidField('action', 'Only the server can write this action')
    const entry = {
      action,
      resourceType: resource_type,
      resourceId: resource_id ?? null,
      details: details ?? {},
    }
    const origin = {
      actor: call.actor,
      requestId: call.request.id,
      ip: call.request.ip,
      source: 'client',
    } as const
    const [row] = await writeAuditLogs(call.db, [entry], origin)
    if (!row) throw new Error('an entry was given, so a row was written')
    return { ...row, details: entry.details }
  },
  actions: async call => ({ actions: await listLogValues(call, 'action') }),
  resourceTypes: async call => ({ resource_types: await listLogValues(call, 'resource_type') }),
  verify: call => verifyStep(call.db, call.query.after),
  proof: file(({ db, query }) => {
    const { from = '1970-01-01T00:00:00Z', to = new Date().toISOString() } = query
    return {
      name: `activity-log-${to.slice(0, 10)}.jsonl`,
      type: 'application/jsonl',
      content: proofFile(db, from, to),
    }
  }),
})

/** Polling interval in milliseconds, well below the maximum of five seconds before a row is sealed. */
const sealIntervalMs = 1_000

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const { jobs, database, log } = services
  // If log lines are shipped elsewhere, the anchors there reveal a log that was rewritten as a whole.
  jobs.schedule('anchor-activity-logs', '*/10 * * * *', async () => {
    const { seals, hash } = await readChain(database.db)
    log.info({ anchor: `${seals}:${hash.toString('hex')}` }, 'anchor of the activity log')
  })
  jobs.poll('seal-activity-logs', sealIntervalMs, stopping => sealWaiting(database.db, stopping))
  await app.register(routes, { services })
}
