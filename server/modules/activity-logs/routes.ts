import { activityLogs } from '#contract/activity-logs.ts'
import { actions as permissionActions } from '#contract/permissions.ts'
import { writeLogs } from '#server/kit/audit.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { activityLogTable, valuesOf } from './queries.ts'

/** Names that only the server itself may write: a client must not be able to feign them. */
const reserved = new Set<string>([
  ...permissionActions,
  'restore',
  'accept',
  'login',
  'logout',
  'login_failed',
  'register',
  'password_changed',
  'password_reset',
  'email_verified',
  'session_revoked',
  'seal',
  'bulk_update',
  'bulk_delete',
  'bulk_undo',
  'bulk_cancel',
  'bulk_finish',
])

export default serve(activityLogs)({
  list: activityLogTable.list,
  create: async call => {
    const { action, resource_type, resource_id, details } = call.body
    if (reserved.has(action.toLowerCase()))
      throw invalid('action', 'This action is written by the server alone')
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
})
