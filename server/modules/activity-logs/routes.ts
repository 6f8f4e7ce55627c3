import type { FastifyInstance } from 'fastify'
import { activityLogs } from '#contract/activity-logs.ts'
import { actions as permissionActions } from '#contract/permissions.ts'
import { writeLogs } from '#server/kit/audit.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { activityLogTable, valuesOf } from './queries.ts'
import { proofFile } from './seals/proof-file.ts'
import { readChain } from './seals/queries.ts'
import { sealWaiting } from './seals/seal.ts'
import { verifyStep } from './seals/verify.ts'

/** Names that only the server itself may write: a client must not be able to feign them. */
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
    if (reserved.has(action.toLowerCase())) throw invalid('action', 'Only the server can write this action')
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
    const [row] = await writeLogs(call.db, [entry], origin)
    if (!row) throw new Error('an entry was given, so a row was written')
    return { ...row, details: entry.details }
  },
  actions: async call => ({ actions: await valuesOf(call.db, 'action') }),
  resourceTypes: async call => ({ resource_types: await valuesOf(call.db, 'resource_type') }),
  verify: call => verifyStep(call.db, call.query.after),
  proof: {
    file: ({ db, query }) => {
      const { from = '1970-01-01T00:00:00Z', to = new Date().toISOString() } = query
      return {
        name: `activity-log-${to.slice(0, 10)}.jsonl`,
        type: 'application/jsonl',
        content: proofFile(db, from, to),
      }
    },
  },
})

/** How often an instance looks for rows to seal, in milliseconds: well within the five seconds that they may wait. */
const sealEvery = 1_000

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const { jobs, database, log } = services
  // Where log lines are kept elsewhere, they hold what a log that was made anew as a whole cannot be brought to hold.
  jobs.every('anchor-activity-logs', '*/10 * * * *', async () => {
    const { seals, hash } = await readChain(database.db)
    log.info({ anchor: `${seals}:${hash.toString('hex')}` }, 'anchor of the activity log')
  })
  jobs.often('seal-activity-logs', sealEvery, stopping => sealWaiting(database.db, stopping))
  await app.register(routes, { services })
}
