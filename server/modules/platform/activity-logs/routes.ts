import type { FastifyInstance } from 'fastify'
import { actions as permissionActions } from '#contract/kit/permissions.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { writeAuditLogs } from '#server/kit/audit.ts'
import { file } from '#server/kit/handlers.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { activityLogTable, valuesOf } from './queries.ts'
import { proofFile } from './seals/proof-file.ts'
import { readChain } from './seals/queries.ts'
import { sealWaiting } from './seals/seal.ts'
import { verifyStep } from './seals/verify.ts'

/** Actions that only the server may write, so that clients cannot forge them. */
const reserved = new Set<string>([
  ...permissionActions,
  'accept',
  'login',
  'logout',
  'login_failed',
  'register',
  'password_changed',
  'password_reset',
  'email_verified',
  'session_revoked',
  'restore',
  'repeat',
  'erase',
  'expire',
  'export',
  'bulk_update',
  'bulk_delete',
  'bulk_undo',
  'bulk_cancel',
  'bulk_finish',
])

const routes = serve(activityLogs)({
  list: activityLogTable.list,
  create: async call => {
    const { action, resource_type, resource_id, details } = call.body
    if (reserved.has(action.toLowerCase()))
      throw invalidField('action', 'This action is written by the server alone')
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
  actions: async call => ({ actions: await valuesOf(call.db, 'action') }),
  resourceTypes: async call => ({ resource_types: await valuesOf(call.db, 'resource_type') }),
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
const sealEvery = 1_000

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const { jobs, database, log } = services
  // If log lines are shipped elsewhere, the anchors there reveal a log that was rewritten as a whole.
  jobs.schedule('anchor-activity-logs', '*/10 * * * *', async () => {
    const { seals, hash } = await readChain(database.db)
    log.info({ anchor: `${seals}:${hash.toString('hex')}` }, 'anchor of the activity log')
  })
  jobs.poll('seal-activity-logs', sealEvery, stopping => sealWaiting(database.db, stopping))
  await app.register(routes, { services })
}
