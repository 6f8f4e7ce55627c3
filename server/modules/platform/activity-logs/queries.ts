import { ActivityLog, activityLogs } from '#contract/platform/activity-logs.ts'
import type { Db } from '#server/db/open.ts'
import { table } from '#server/kit/table/table.ts'

export const activityLogTable = table({
  table: 'activity_logs',
  resource: 'activity_logs',
  schema: ActivityLog,
  list: activityLogs.list,
  owner: { organization: 'organization_id' },
})

/** All values of a field in the log, sorted. */
export async function valuesOf(db: Db, field: 'action' | 'resource_type'): Promise<string[]> {
  const rows = await db
    .selectFrom('activity_log_values')
    .select('value')
    .where('field', '=', field)
    .orderBy('value')
    .execute()
  return rows.map(({ value }) => value)
}
