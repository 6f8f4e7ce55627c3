import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { DeviceEvent, deviceEvents, testEventType } from '#contract/devices/device-events.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { type Owner, rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'

const owner: Owner = { organization: 'organization_id', person: 'person_id' }

export const deviceEventTable = table({
  table: 'device_events',
  resource: 'device-events',
  schema: DeviceEvent,
  list: deviceEvents.list,
  owner,
  isUnsearchable: true,
})

/** The caller and their permissions. */
export type Requester = Pick<AuthenticatedCall, 'actor' | 'grant'>

export interface ReportingDevice {
  id: string
  serial: string
  organization_id: string
  person_id: string | null
}

/** Finds accessible devices by id or serial. */
export async function findDevices(
  db: Db,
  requester: Requester,
  keys: readonly string[],
): Promise<ReportingDevice[]> {
  const ids = keys.filter(isUuid)
  const serials = keys.filter(key => !isUuid(key))
  const { rows } = await sql<ReportingDevice>`
    select id, serial, organization_id, person_id from devices
    where deleted_at is null and ${rowScope(requester, owner)} and (id = any(${ids}::uuid[]) or serial = any(${serials}))`.execute(
    db,
  )
  return rows
}

/** An event to be stored. */
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

/** A change of a device's status by a report. */
export interface StatusChange {
  id: string
  organization_id: string
  before: string
  after: string
}

/**
 * Reserves the event ids of reports, so that each event is stored once; belongs into the transaction that stores them.
 * @returns the ids of the reports that are new
 */
export async function reserveKeys(db: Db, reports: readonly Report[]): Promise<Set<string>> {
  const keyed = reports.filter(({ event_id }) => event_id !== null)
  const isNew = new Set(reports.filter(({ event_id }) => event_id === null).map(({ id }) => id))
  if (keyed.length === 0) return isNew
  // Sorted, so that two instances never wait for each other's keys.
  const { rows } = await sql<{ id: string }>`
    insert into device_event_keys (organization_id, device_id, event_id, id, received_at)
    select organization_id, device_id, event_id, id, received_at from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb)
      as given (organization_id uuid, device_id uuid, event_id text, id uuid, received_at timestamptz)
    order by device_id, event_id
    on conflict do nothing returning id`.execute(db)
  for (const { id } of rows) isNew.add(id)
  return isNew
}

/** How long an insert waits for a locked row while it holds back all others. */
const lockTimeout = sql.lit('500ms')

/**
 * Serializes inserts across instances, so that events become visible in the order of their `seq`: a reader that has
 * seen one has seen all before it.
 */
const lockSequence = sql`select set_config('lock_timeout', '0', true),
  pg_advisory_xact_lock(hashtext('device_events_seq')), set_config('lock_timeout', ${lockTimeout}, true)`

/**
 * Stores events and updates their devices; older reports never overwrite newer ones, in whatever order they arrive.
 * A test is stored, but is no sign of life: it changes nothing about its device. Holds back all other inserts until the
 * transaction ends.
 * @returns the devices whose status changed
 */
export async function insertEvents(db: Db, reports: readonly Report[]): Promise<StatusChange[]> {
  if (reports.length === 0) return []
  await lockSequence.execute(db)
  const { rows } = await sql<StatusChange>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as given (
        id uuid, organization_id uuid, device_id uuid, person_id uuid, type text, battery int,
        payload jsonb, ts timestamptz, device_ts timestamptz, received_at timestamptz)
    ), inserted as (
      insert into device_events
        (id, organization_id, device_id, person_id, type, battery, payload, ts, device_ts, received_at)
      select id, organization_id, device_id, person_id, type, battery, payload, ts, device_ts, received_at from given
      returning device_id, type, battery, ts
    ), latest as (
      select device_id, max(ts) as seen_at, max(ts) filter (where type = 'fault') as fault_at,
        max(ts) filter (where battery is not null) as battery_at,
        (array_agg(battery order by ts desc) filter (where battery is not null))[1] as battery
      from inserted where type <> ${testEventType} group by device_id
    ), touched as (
      update devices set
        last_seen_at = greatest(devices.last_seen_at, seen_at),
        battery = case when latest.battery_at >= coalesce(devices.battery_at, '-infinity') then latest.battery
          else devices.battery end,
        battery_at = greatest(devices.battery_at, latest.battery_at),
        status = case
          when devices.status = 'retired' then 'retired'
          when fault_at > coalesce(devices.status_at, '-infinity') then 'faulty'
          when devices.status in ('registered', 'offline')
            and seen_at >= coalesce(greatest(devices.last_seen_at, devices.status_at), '-infinity') then 'online'
          else devices.status end
      from latest where devices.id = latest.device_id
      returning devices.id, devices.organization_id, devices.status as after,
        (select status from devices known where known.id = devices.id) as before
    )
    select * from touched where before <> after`.execute(db)
  return rows
}

/** Finds the stored originals of duplicate events. @returns ids by device and event id */
export async function findOriginals(db: Db, reports: readonly Report[]): Promise<Map<string, string>> {
  if (reports.length === 0) return new Map()
  const { rows } = await sql<{ device_id: string; event_id: string; id: string }>`
    select device_id, event_id, id from device_event_keys
    where (organization_id, device_id, event_id) in (
      select organization_id, device_id, event_id from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as given (organization_id uuid, device_id uuid, event_id text))`.execute(db)
  return new Map(rows.map(({ device_id, event_id, id }) => [`${device_id} ${event_id}`, id]))
}

/** An event with its sequence number. */
export interface SequencedEvent {
  seq: number
  event: DeviceEvent
}

const columns = sql.join(Object.keys(DeviceEvent.shape).map(name => sql.ref(name)))

/** Sequence number of the newest event. */
export async function latestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from device_events`.execute(db)
  return rows[0]?.seq ?? 0
}

/** Events after a sequence number, up to another where one is given, in order. */
export async function listEventsAfter(
  db: Db,
  { after, to, limit, of }: { after: number; to?: number; limit: number; of?: Requester },
): Promise<SequencedEvent[]> {
  const scope: RawBuilder<boolean> = of ? rowScope(of, owner) : sql`true`
  const { rows } = await sql<DeviceEvent & { seq: number }>`
    select seq, ${columns} from device_events
    where seq > ${after} and ${to === undefined ? sql`true` : sql`seq <= ${to}`} and ${scope}
    order by seq limit ${limit}`.execute(db)
  return rows.map(({ seq, ...event }) => ({ seq, event }))
}

/** Days for which event ids are remembered to recognize duplicates. */
const keyDays = 120

export const deleteExpiredKeys = (db: Db) =>
  sql`delete from device_event_keys where received_at < now() - make_interval(days => ${keyDays})`.execute(db)

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
/** An error that a single row may cause: SQLSTATE classes data, constraint, limit and internal error, or ours on it. */
export const isRowError = (error: unknown) =>
  error instanceof RangeError || error instanceof TypeError || /^(21|22|23|54|P0|XX)...$/.test(codeOf(error))
/** A lock was not granted in time, a deadlock, or a serialization failure: worth another attempt. */
export const isBusy = (error: unknown) => ['55P03', '40P01', '40001'].includes(codeOf(error))

/** The answer for an event that the database refuses although it is valid. */
export function toRefusal(error: unknown): Error {
  if (error instanceof Problem) return error
  return /^2[23]/.test(codeOf(error))
    ? invalidField('payload', 'This event contains a value that can’t be stored')
    : (error as Error)
}
