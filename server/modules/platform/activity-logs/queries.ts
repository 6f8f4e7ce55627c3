import { ActivityLog, activityLogs } from '#contract/platform/activity-logs.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

export const activityLogTable = table({
  table: 'activity_logs',
  resource: 'activity_logs',
  schema: ActivityLog,
  list: activityLogs.list,
  owner: { organization: 'organization_id' },
})

/** The values of a field in the log that are within the caller's scope, sorted. */
export async function listLogValues(
  call: AuthenticatedCall,
  field: 'action' | 'resource_type',
): Promise<string[]> {
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
