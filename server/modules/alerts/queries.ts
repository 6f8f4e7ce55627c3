import { sql } from 'kysely'
import type { z } from 'zod'
import {
  Alert,
  type AlertRecord,
  alerts,
  Delivery,
  type DeliveryReceipt,
  type AlertEvent as ShownEvent,
} from '#contract/alerts/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { reached } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

const owner = { organization: 'organization_id', person: 'person_id' }

export const alertTable = table({
  table: 'alerts',
  reads: 'alert_details',
  resource: 'alerts',
  schema: Alert,
  list: alerts.list,
  owner,
  nameless: true,
  also: {
    user_id: keys => sql<boolean>`(elderly_user_id::text = any(${keys}) or person_id::text = any(${keys}))`,
  },
})

const columns = sql.join(Object.keys(Alert.shape).map(name => sql.ref(name)))
const severity = sql`array_position(array['critical', 'high', 'medium', 'low'], severity)`

type Shown = z.output<typeof Alert>

/** The alerts within reach that are not over, tests apart: the most urgent first, then those that wait the longest. */
export async function openAlerts(call: KnownCall, most: number): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select ${columns} from alert_details
    where status <> 'resolved' and not test and ${reached(call, owner)}
    order by owner_id is not null, ${severity}, raised_at, id limit ${most}`.execute(call.db)
  return rows
}

/** How many alerts within reach are not over, tests apart. */
export async function countOpen(call: KnownCall) {
  const { rows } = await sql<{
    total: number
    unacknowledged: number
    critical: number
    oldest_raised_at: string | null
    uncleared_alert_id: string | null
  }>`
    select count(*) as total, count(*) filter (where owner_id is null) as unacknowledged,
      count(*) filter (where severity = 'critical') as critical, min(raised_at) as oldest_raised_at,
      (array_agg(id order by ${severity}, raised_at) filter (where cleared_at is null))[1] as uncleared_alert_id
    from alerts where status <> 'resolved' and not test and ${reached(call, owner)}`.execute(call.db)
  return rows[0] as (typeof rows)[number]
}

/** The alerts within reach that were acknowledged, the latest first. */
export async function acknowledgedAlerts(call: KnownCall, most: number) {
  const { rows } = await sql<Shown & { total_of_all: number }>`
    select ${columns}, count(*) over () as total_of_all from alert_details
    where acknowledged_at is not null and ${reached(call, owner)}
    order by acknowledged_at desc, id limit ${most}`.execute(call.db)
  return { alerts: rows.map(({ total_of_all: _, ...alert }) => alert), total: rows[0]?.total_of_all ?? 0 }
}

/** The alerts within reach of the last days, the newest first. */
export async function alertsSince(
  call: KnownCall,
  { days, types, person, limit }: { days: number; types: string[]; person: string | null; limit: number },
) {
  const { rows } = await sql<Shown & { total_of_all: number }>`
    select ${columns}, count(*) over () as total_of_all from alert_details
    where raised_at > now() - make_interval(days => ${days}) and ${reached(call, owner)}
      and ${types.length > 0 ? sql`type = any(${types})` : sql`true`}
      and ${person ? sql`person_id = ${person}` : sql`true`}
    order by raised_at desc, id limit ${limit}`.execute(call.db)
  return { alerts: rows, total: rows[0]?.total_of_all ?? 0 }
}

/** How soon alerts within reach were acknowledged; one that never was counts with its waiting until it was over or now. */
export async function serviceLevel(call: KnownCall, days: number, limits: number[]) {
  const { rows } = await sql<{
    alerts: number
    never_acknowledged: number
    percentiles: number[] | null
    within: number[]
  }>`
    with waits as (
      select extract(epoch from coalesce(acknowledged_at, resolved_at, cancelled_at, now()) - raised_at)::float8 as seconds,
        acknowledged_at is not null as answered
      from alerts
      where not test and raised_at > now() - make_interval(days => ${days}) and ${reached(call, owner)}
    )
    select count(*) as alerts, count(*) filter (where not answered) as never_acknowledged,
      percentile_cont(array[0.5, 0.9, 0.975, 0.99]) within group (order by seconds) as percentiles,
      array(select (select count(*) from waits where answered and seconds <= allowed)::int
            from unnest(${limits}::float8[]) with ordinality as l(allowed, place) order by place) as within
    from waits`.execute(call.db)
  return rows[0] as (typeof rows)[number]
}

/** Everything that happened to an alert, in its order. */
export const timelineOf = async (db: Db, id: string): Promise<z.output<typeof ShownEvent>[]> =>
  await db
    .selectFrom('alert_events')
    .leftJoin('people', 'people.id', 'alert_events.actor_id')
    .select(['position', 'type', 'actor_id', 'people.name as actor_name', 'details', 'alert_events.ts as at'])
    .$narrowType<{ type: z.output<typeof ShownEvent>['type']; details: Record<string, unknown> }>()
    .where('alert_id', '=', id)
    .orderBy('position')
    .execute()

/** An alert within reach with all that happened to it, as it was at one instant. */
export const recordOf = (call: KnownCall, id: string): Promise<z.output<typeof AlertRecord>> =>
  call.services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      const alert = await alertTable.find({ ...call, db }, id)
      return {
        alert,
        timeline: await timelineOf(db, alert.id),
        deliveries: await deliveriesOf(db, { alert_id: alert.id }),
        as_of: new Date().toISOString(),
      }
    })

const { receipts: _, ...kept } = Delivery.shape
const deliveryColumns = Object.keys(kept) as (keyof typeof kept)[]

const receipts = sql<z.output<typeof DeliveryReceipt>[]>`coalesce((
  select json_agg(json_build_object('carrier_id', carrier_id, 'state', r.state, 'status', status, 'code', code,
    'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by at, status)
  from delivery_receipts r where r.delivery_id = deliveries.id), '[]')`

/** The calls of an alert, or of a notification, in the order in which they are due. */
export const deliveriesOf = (db: Db, of: { alert_id: string } | { notification_id: string }) =>
  db
    .selectFrom('deliveries')
    .select(deliveryColumns)
    .select(receipts.as('receipts'))
    .$call(query =>
      'alert_id' in of
        ? query.where('alert_id', '=', of.alert_id)
        : query.where('notification_id', '=', of.notification_id),
    )
    .orderBy('round')
    .orderBy('due_at')
    .orderBy('position')
    .execute()
