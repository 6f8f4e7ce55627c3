import { sql } from 'kysely'
import type { z } from 'zod'
import { Alert, type AlertRecord, alerts } from '#contract/alerts/alerts.ts'
import { Contact, contacts } from '#contract/alerts/contacts.ts'
import { Ladder, type LadderStep, ladders } from '#contract/alerts/ladders.ts'
import { type AlertEvent, Delivery, type DeliveryReceipt } from '#contract/alerts/timeline.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, notFound } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

const owner = {
  organization: 'organization_id',
  person: 'person_id',
  excluded: { ids: 'excluded_ids', relationships: 'excluded_relationships' },
}

export const alertTable = table({
  table: 'alerts',
  view: 'alert_details',
  resource: 'alerts',
  schema: Alert,
  list: alerts.list,
  owner,
  isUnsearchable: true,
  also: {
    user_id: keys => sql<boolean>`(elderly_user_id::text = any(${keys}) or person_id::text = any(${keys}))`,
  },
})

/** An alert that the caller has just raised, who may be excluded from it. */
export const findRaisedAlert = (call: AuthenticatedCall, id: string) =>
  alertTable.find({ ...call, grant: { ...call.grant, reach: 'all' } }, id)

const columns = sql.join(Object.keys(Alert.shape).map(name => sql.ref(name)))
const severity = sql`array_position(array['critical', 'high', 'medium', 'low'], severity)`

type AlertRow = z.output<typeof Alert>

const isOpen = (call: AuthenticatedCall, person: string | null) =>
  sql<boolean>`status <> 'resolved' and not test and ${rowScope(call, owner)}
    and ${person ? sql`person_id = ${person}` : sql`true`}`

/** Open accessible alerts without tests, of one person or of all, most urgent first, then longest waiting. */
export async function listOpenAlerts(
  call: AuthenticatedCall,
  limit: number,
  person: string | null = null,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alert_details
    where ${isOpen(call, person)}
    order by owner_id is not null, ${severity}, raised_at, id limit ${limit}`.execute(call.db)
  return rows
}

/** Counts open accessible alerts without tests, of one person or of all. */
export async function countOpenAlerts(call: AuthenticatedCall, person: string | null = null) {
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
    from alerts where ${isOpen(call, person)}`.execute(call.db)
  return rows[0] as (typeof rows)[number]
}

/** Acknowledged accessible alerts, latest first. */
export async function listAcknowledgedAlerts(call: AuthenticatedCall, limit: number) {
  const { rows } = await sql<AlertRow & { total_of_all: number }>`
    select ${columns}, count(*) over () as total_of_all from alert_details
    where acknowledged_at is not null and ${rowScope(call, owner)}
    order by acknowledged_at desc, id limit ${limit}`.execute(call.db)
  return { alerts: rows.map(({ total_of_all: _, ...alert }) => alert), total: rows[0]?.total_of_all ?? 0 }
}

/** Accessible alerts of the last days, newest first. */
export async function listRecentAlerts(
  call: AuthenticatedCall,
  { days, types, person, limit }: { days: number; types: string[]; person: string | null; limit: number },
) {
  const { rows } = await sql<AlertRow & { total_of_all: number }>`
    select ${columns}, count(*) over () as total_of_all from alert_details
    where raised_at > now() - make_interval(days => ${days}) and ${rowScope(call, owner)}
      and ${types.length > 0 ? sql`type = any(${types})` : sql`true`}
      and ${person ? sql`person_id = ${person}` : sql`true`}
    order by raised_at desc, id limit ${limit}`.execute(call.db)
  return { alerts: rows, total: rows[0]?.total_of_all ?? 0 }
}

/** Time to acknowledgement of accessible alerts; an unacknowledged alert counts its wait until it was closed or now. */
export async function measureServiceLevel(call: AuthenticatedCall, days: number, limits: number[]) {
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
      where not test and raised_at > now() - make_interval(days => ${days}) and ${rowScope(call, owner)}
    )
    select count(*) as alerts, count(*) filter (where not answered) as never_acknowledged,
      percentile_cont(array[0.5, 0.9, 0.975, 0.99]) within group (order by seconds) as percentiles,
      array(select (select count(*) from waits where answered and seconds <= allowed)::int
            from unnest(${limits}::float8[]) with ordinality as l(allowed, place) order by place) as within
    from waits`.execute(call.db)
  return rows[0] as (typeof rows)[number]
}

/** Events of an alert, in order. */
export const listAlertEvents = async (db: Db, id: string): Promise<z.output<typeof AlertEvent>[]> =>
  await db
    .selectFrom('alert_events')
    .leftJoin('people', 'people.id', 'alert_events.actor_id')
    .select(['position', 'type', 'actor_id', 'people.name as actor_name', 'details', 'alert_events.ts as at'])
    .$narrowType<{ type: z.output<typeof AlertEvent>['type']; details: Record<string, unknown> }>()
    .where('alert_id', '=', id)
    .orderBy('position')
    .execute()

/** An accessible alert with its events and deliveries, read from one snapshot. */
export const getAlertRecord = (call: AuthenticatedCall, id: string): Promise<z.output<typeof AlertRecord>> =>
  call.services.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      const alert = await alertTable.find({ ...call, db }, id)
      return {
        alert,
        timeline: await listAlertEvents(db, alert.id),
        deliveries: await listDeliveries(db, { alert_id: alert.id }),
        as_of: new Date().toISOString(),
      }
    })

const { receipts: _, ...deliveryShape } = Delivery.shape
const deliveryColumns = Object.keys(deliveryShape) as (keyof typeof deliveryShape)[]

const receipts = sql<z.output<typeof DeliveryReceipt>[]>`coalesce((
  select json_agg(json_build_object('carrier_id', carrier_id, 'state', r.state, 'status', status, 'code', code,
    'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by at, status)
  from delivery_receipts r where r.delivery_id = deliveries.id), '[]')`

/** Deliveries of an alert or of a notification, by due time. */
export const listDeliveries = (db: Db, of: { alert_id: string } | { notification_id: string }) =>
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

/** Finds an accessible device by id or serial. @throws Problem 404 */
export async function findAccessibleDevice(
  call: AuthenticatedCall,
  key: string,
): Promise<{ id: string; person_id: string | null }> {
  const { rows } = await sql<{ id: string; person_id: string | null }>`
    select id, person_id from devices
    where (id::text = ${key} or serial = ${key}) and deleted_at is null
      and ${rowScope(call, { organization: 'organization_id', person: 'person_id' })}`.execute(call.db)
  if (!rows[0]) throw notFound('This device')
  return rows[0]
}

export const contactTable = table({
  table: 'contacts',
  resource: 'contacts',
  schema: Contact,
  list: contacts.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  history: { unlogged: [] },
  also: {
    user_id: keys => sql<boolean>`person_id in (select id from people
      where id::text = any(${keys}) or user_id::text = any(${keys}))`,
  },
})

export const ladderTable = table({
  table: 'ladders',
  resource: 'ladders',
  schema: Ladder,
  list: ladders.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  history: { unlogged: [] },
  check: async (call, row, before) => {
    if (!row.steps) return
    const organization = (row.organization_id ?? before?.organization_id) as string
    await requireSchedules(
      call,
      organization,
      row.steps as LadderStep[],
      (before?.steps ?? []) as LadderStep[],
    )
  },
})

/**
 * Refuses steps whose on-call schedule belongs neither to the ladder's organization nor, if staff chose it, to the
 * service. @throws Problem 422
 */
async function requireSchedules(
  { db, grant }: AuthenticatedCall,
  organization: string,
  steps: readonly LadderStep[],
  before: readonly LadderStep[],
): Promise<void> {
  for (const [index, { who, schedule_id }] of steps.entries()) {
    if (who !== 'on_call') continue
    const field = `steps/${index}/schedule_id`
    if (!schedule_id) throw invalidField(field, 'Choose an on-call schedule', 422, 'required')
    if (before.some(step => step.schedule_id === schedule_id)) continue
    const owners = grant.reach === 'all' ? [organization, serviceOrganization] : [organization]
    const schedule = await db
      .selectFrom('on_call_schedules')
      .select('id')
      .where('id', '=', schedule_id)
      .where('organization_id', 'in', owners)
      .executeTakeFirst()
    if (!schedule) throw invalidField(field, 'This on-call schedule does not exist', 422, 'absent')
  }
}
