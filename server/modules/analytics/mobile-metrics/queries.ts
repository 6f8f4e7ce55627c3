import { type RawBuilder, sql } from 'kysely'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope, visibleAlerts } from '#server/kit/table/scope.ts'

/** Rows in the caller's scope, optionally of one person. */
function inScope(call: AuthenticatedCall, person: string | null, column = 'person_id'): RawBuilder<boolean> {
  const scope = rowScope(call, { organization: 'organization_id', person: column })
  return person ? sql<boolean>`${scope} and ${sql.ref(column)} = ${person}` : scope
}

interface Today {
  people: number
  checked_in_today: number
  open_alerts: number
  not_covered: number
  open_tasks: number
  overdue_tasks: number
  messages_24h: number
}

export async function getTodayCounts(call: AuthenticatedCall, person: string | null): Promise<Today> {
  const people = sql`from people p where role = 'elderly_user' and status = 'active' and deleted_at is null
    and ${inScope(call, person, 'id')}`
  const mine = inScope(call, person)
  const { rows } = await sql<Today>`select
    (select count(*) ${people}) as people,
    (select count(*) ${people} and exists (select from wellness_entries w where w.person_id = p.id
      and w.kind = 'checkin' and w.recorded_at >= date_trunc('day', now(), p.time_zone))) as checked_in_today,
    (select count(*) from alerts where status <> 'resolved' and not test and ${mine}
      and ${visibleAlerts(call)}) as open_alerts,
    (select count(*) from coverage_gaps where ${mine}) as not_covered,
    (select count(*) from care_tasks where status = 'open' and deleted_at is null and ${mine}) as open_tasks,
    (select count(*) from care_tasks where status = 'open' and deleted_at is null and due_at < now()
      and ${mine}) as overdue_tasks,
    (select count(*) from family_messages where created_at > now() - interval '1 day' and ${mine}) as messages_24h
  `.execute(call.db)
  return rows[0] as Today
}

type Moment = Record<
  'conversations' | 'alerts' | 'heard' | 'silent' | 'device_events' | 'messages' | 'entries',
  number
>

export async function getCurrentActivity(call: AuthenticatedCall, person: string | null): Promise<Moment> {
  const mine = inScope(call, person)
  const state = sql`device_state(last_seen_at, report_interval_seconds)`
  const worn = sql`from devices where deleted_at is null and status <> 'retired' and ${mine}`
  const lately = sql`now() - interval '60 seconds'`
  const { rows } = await sql<Moment>`select
    (select count(*) from conversations where status = 'active' and ${mine}) as conversations,
    (select count(*) from alerts where status <> 'resolved' and not test and ${mine}
      and ${visibleAlerts(call)}) as alerts,
    (select count(*) ${worn} and ${state} in ('ok', 'late')) as heard,
    (select count(*) ${worn} and ${state} in ('silent', 'unknown')) as silent,
    (select count(*) from device_events where ts >= ${lately} and ${mine}) as device_events,
    (select count(*) from family_messages where created_at >= ${lately} and ${mine}) as messages,
    (select count(*) from wellness_entries where recorded_at >= ${lately} and ${mine}) as entries`.execute(
    call.db,
  )
  return rows[0] as Moment
}
