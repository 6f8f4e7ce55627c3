import { type RawBuilder, sql } from 'kysely'
import type { LiveMetrics } from '#contract/analytics/metrics.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope } from '#server/kit/table/scope.ts'

/** Current activity in the caller's scope. */
export async function getLiveMetrics(
  db: Db,
  call: Pick<AuthenticatedCall, 'grant' | 'actor'>,
  now: Date,
): Promise<LiveMetrics> {
  const ours = rowScope(call, { organization: 'organization_id' })
  const since = new Date(now.getTime() - 60_000).toISOString()
  const counted = (table: string, where: RawBuilder<boolean>) =>
    sql`(select count(*) from ${sql.table(table)} where ${ours} and ${where})`
  const { rows } = await sql<Record<string, number>>`select
    ${counted('translation_sessions', sql`status = 'active'`)} as translations,
    ${counted('conversations', sql`status = 'active'`)} as conversations,
    ${counted('devices', sql`deleted_at is null and status = 'online'`)} as devices,
    ${counted('alerts', sql`status <> 'resolved' and not test`)} as alerts,
    ${counted('translation_sessions', sql`started_at >= ${since}`)} as new_translations,
    ${counted('messages', sql`ts >= ${since} and type = 'user'`)} as new_turns,
    ${counted('device_events', sql`ts >= ${since}`)} as new_events,
    ${counted('activity_logs', sql`"timestamp" >= ${since}`)} as new_activities`.execute(db)
  const counts = rows[0] as Record<string, number>
  const of = (name: string) => counts[name] ?? 0
  return {
    active_translation_sessions: of('translations'),
    active_conversations: of('conversations'),
    online_devices: of('devices'),
    open_alerts: of('alerts'),
    last_minute: {
      translation_sessions: of('new_translations'),
      conversation_turns: of('new_turns'),
      device_events: of('new_events'),
      activities: of('new_activities'),
    },
    as_of: now.toISOString(),
  }
}
