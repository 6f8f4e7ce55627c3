import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { DeviceEvent, deviceEvents } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { type Owner, reached } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

const owner: Owner = { organization: 'organization_id', person: 'person_id' }

export const deviceEventTable = table({
  table: 'device_events',
  resource: 'device-events',
  schema: DeviceEvent,
  list: deviceEvents.list,
  owner,
  nameless: true,
})

/** Who asks, and what they reach. */
export type Asker = Pick<KnownCall, 'actor' | 'grant'>

export interface Reporting {
  id: string
  serial: string
  organization_id: string
  person_id: string | null
}

/** The devices within a caller's reach that these words name, by id or serial. */
export async function devicesNamed(db: Db, asker: Asker, words: readonly string[]): Promise<Reporting[]> {
  const ids = words.filter(isUuid)
  const serials = words.filter(word => !isUuid(word))
  const { rows } = await sql<Reporting>`
    select id, serial, organization_id, person_id from devices
    where deleted_at is null and ${reached(asker, owner)} and (id = any(${ids}::uuid[]) or serial = any(${serials}))`.execute(
    db,
  )
  return rows
}

/** An event on its way into the table. */
export interface Report {
  id: string
  organization_id: string
  device_id: string
  person_id: string | null
  event_id: string | null
  type: string
  battery: number | null
  payload: Record<string, unknown>
  ts: Date
  device_ts: Date | null
  received_at: Date
}

/** A device's status that a report has changed. */
export interface StatusChange {
  id: string
  organization_id: string
  before: string
  after: string
}

/**
 * Holds back the other instances until the end of the transaction, so that events become visible in the order of their
 * `seq`: a reader that has seen one has seen all before it.
 */
const inTurn = sql`select pg_advisory_xact_lock(hashtext('device_events_seq'))`

/**
 * Keeps events, each once, and brings their devices up to date: what is newer than what is known counts, in whatever
 * order it comes. Belongs into a transaction of its own.
 * @returns the ids of the events that were new, and the devices whose status changed.
 */
export async function keep(
  db: Db,
  reports: readonly Report[],
): Promise<{ kept: Set<string>; changes: StatusChange[] }> {
  await inTurn.execute(db)
  const { rows } = await sql<{ id: string; status: StatusChange | null }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as given (
        id uuid, organization_id uuid, device_id uuid, person_id uuid, event_id text, type text, battery int,
        payload jsonb, ts timestamptz, device_ts timestamptz, received_at timestamptz)
    ), keyed as (
      insert into device_event_keys (organization_id, device_id, event_id, id, received_at)
      select organization_id, device_id, event_id, id, received_at from given where event_id is not null
      on conflict do nothing returning id
    ), kept as (
      insert into device_events
        (id, organization_id, device_id, person_id, type, battery, payload, ts, device_ts, received_at)
      select id, organization_id, device_id, person_id, type, battery, payload, ts, device_ts, received_at from given
      where event_id is null or id in (select id from keyed)
      returning id, device_id, type, battery, ts
    ), news as (
      select device_id, max(ts) as seen_at, max(ts) filter (where type = 'fault') as fault_at,
        max(ts) filter (where battery is not null) as battery_at,
        (array_agg(battery order by ts desc) filter (where battery is not null))[1] as battery
      from kept group by device_id
    ), touched as (
      update devices set
        last_seen_at = greatest(devices.last_seen_at, seen_at),
        battery = case when news.battery_at >= coalesce(devices.battery_at, '-infinity') then news.battery
          else devices.battery end,
        battery_at = greatest(devices.battery_at, news.battery_at),
        status = case
          when devices.status = 'retired' then 'retired'
          when fault_at > coalesce(devices.status_at, '-infinity') then 'faulty'
          when devices.status in ('registered', 'offline')
            and seen_at >= coalesce(greatest(devices.last_seen_at, devices.status_at), '-infinity') then 'online'
          else devices.status end
      from news where devices.id = news.device_id
      returning devices.id, devices.organization_id, devices.status as after,
        (select status from devices known where known.id = devices.id) as before
    )
    select id, null as status from kept
    union all select id, to_jsonb(touched) from touched where before <> after`.execute(db)
  return {
    kept: new Set(rows.filter(({ status }) => !status).map(({ id }) => id)),
    changes: rows.flatMap(({ status }) => status ?? []),
  }
}

/** The events kept first under the keys of these. @returns by device and event id */
export async function keptFirst(db: Db, reports: readonly Report[]): Promise<Map<string, string>> {
  if (reports.length === 0) return new Map()
  const { rows } = await sql<{ device_id: string; event_id: string; id: string }>`
    select device_id, event_id, id from device_event_keys
    where (organization_id, device_id, event_id) in (
      select organization_id, device_id, event_id from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as given (organization_id uuid, device_id uuid, event_id text))`.execute(db)
  return new Map(rows.map(({ device_id, event_id, id }) => [`${device_id} ${event_id}`, id]))
}

/** An event with its place in the order of all. */
export interface Placed {
  seq: number
  event: DeviceEvent
}

const columns = sql.join(Object.keys(DeviceEvent.shape).map(name => sql.ref(name)))

/** The place of the newest event. */
export async function newestPlace(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from device_events`.execute(db)
  return rows[0]?.seq ?? 0
}

/** The events behind a place, up to another where one is given, in their order. */
export async function eventsAfter(
  db: Db,
  { after, to, most, of }: { after: number; to?: number; most: number; of?: Asker },
): Promise<Placed[]> {
  const within: RawBuilder<boolean> = of ? reached(of, owner) : sql`true`
  const { rows } = await sql<DeviceEvent & { seq: number }>`
    select seq, ${columns} from device_events
    where seq > ${after} and ${to === undefined ? sql`true` : sql`seq <= ${to}`} and ${within}
    order by seq limit ${most}`.execute(db)
  return rows.map(({ seq, ...event }) => ({ seq, event }))
}

/** Days for which an event sent again is known. */
const keyDays = 120

export const forgetKeys = (db: Db) =>
  sql`delete from device_event_keys where received_at < now() - make_interval(days => ${keyDays})`.execute(db)
