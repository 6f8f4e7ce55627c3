import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { DateRange } from '#server/kit/period.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import type { PersonStatistics } from './findings.ts'

type Caller = Pick<AuthenticatedCall, 'grant' | 'actor'>
interface Count {
  key: string
  count: number
}

/** Counts rows by a column, most frequent value first. */
async function counts(db: Db, table: string, column: string, where: RawBuilder<boolean>): Promise<Count[]> {
  const { rows } = await sql<Count>`select ${sql.ref(column)} as key, count(*) as count
    from ${sql.table(table)} where ${where} group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

const during = (column: string, { from, to }: DateRange) =>
  sql<boolean>`${sql.ref(column)} >= ${from.toISOString()} and ${sql.ref(column)} < ${to.toISOString()}`

/** Current record counts, and the alerts raised in a span. */
export async function countRecords(db: Db, call: Caller, span: DateRange) {
  const ours = rowScope(call, { organization: 'organization_id' })
  const { rows } = await sql<Record<'elderly_users' | 'devices' | 'alerts' | 'open_alerts', number>>`select
    (select count(*) from people where ${ours} and role = 'elderly_user' and deleted_at is null) as elderly_users,
    (select count(*) from devices where ${ours} and deleted_at is null) as devices,
    (select count(*) from alerts where ${ours} and not test and ${during('raised_at', span)}) as alerts,
    (select count(*) from alerts where ${ours} and not test and status <> 'resolved') as open_alerts`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

const lowBatteryPercent = 20

/** Current device counts. */
export async function countDevices(db: Db, call: Caller) {
  const ours = sql<boolean>`deleted_at is null and ${rowScope(call, { organization: 'organization_id' })}`
  const { rows } = await sql<{ total: number; average_battery: number | null; low_battery: number }>`
    select count(*) as total, round(avg(battery), 1) as average_battery,
      count(*) filter (where status <> 'retired' and battery < ${lowBatteryPercent}::int) as low_battery
    from devices where ${ours}`.execute(db)
  return {
    ...(rows[0] as (typeof rows)[number]),
    by_status: await counts(db, 'devices', 'status', ours),
    by_kind: await counts(db, 'devices', 'kind', ours),
  }
}

/** Events of one device by day and type. */
export async function countDeviceEvents(db: Db, call: Caller, deviceId: string, span: DateRange) {
  const { rows } = await sql<{ at: string; key: string; count: number }>`
    select (ts at time zone ${span.zone}::text)::date::text as at, type as key, count(*) as count
    from device_events where device_id = ${deviceId} and ${during('ts', span)}
      and ${rowScope(call, { organization: 'organization_id' })}
    group by 1, 2 order by 3 desc, 2`.execute(db)
  return rows
}

interface ResponseTimes {
  tests: number
  total: number
  seconds_to_acknowledge: number | null
  seconds_to_resolve: number | null
}

export async function summarizeAlerts(db: Db, call: Caller, span: DateRange) {
  const met = sql<boolean>`${rowScope(call, { organization: 'organization_id' })} and ${during('raised_at', span)}`
  const real = sql<boolean>`${met} and not test`
  const median = (column: string) => sql`round((percentile_cont(0.5) within group (
    order by extract(epoch from ${sql.ref(column)} - raised_at)) filter (where not test))::numeric, 1)`
  const { rows } = await sql<ResponseTimes>`select count(*) filter (where test) as tests,
    count(*) filter (where not test) as total, ${median('acknowledged_at')} as seconds_to_acknowledge,
    ${median('resolved_at')} as seconds_to_resolve from alerts where ${met}`.execute(db)
  const by = (column: string) => counts(db, 'alerts', column, real)
  return {
    ...(rows[0] as ResponseTimes),
    by_type: await by('type'),
    by_severity: await by('severity'),
    by_status: await by('status'),
    by_source: await by('source'),
  }
}

interface DiaryDay {
  date: string
  entries: number
  average_mood: number | null
  medication_taken: number
  medication_missed: number
  systolic: number | null
  diastolic: number | null
  pulse: number | null
  temperature_c: number | null
  slept_hours: number | null
}

/** Diary values by day; days without entries are omitted. */
export async function listDiaryDays(db: Db, personId: string, span: DateRange): Promise<DiaryDay[]> {
  const mean = (kind: string, field: string, places: number) => sql`round(avg((value ->> ${field})::numeric)
    filter (where kind = ${kind}), ${sql.lit(places)})`
  const taken = (was: boolean) =>
    sql`count(*) filter (where kind = 'medication' and (value ->> 'taken')::boolean = ${sql.lit(was)})`
  const { rows } = await sql<DiaryDay>`
    select (recorded_at at time zone ${span.zone}::text)::date::text as date, count(*) as entries,
      ${mean('mood', 'score', 2)} as average_mood,
      ${taken(true)} as medication_taken, ${taken(false)} as medication_missed,
      ${mean('vitals', 'systolic', 0)} as systolic, ${mean('vitals', 'diastolic', 0)} as diastolic,
      ${mean('vitals', 'pulse', 0)} as pulse, ${mean('vitals', 'temperature_c', 1)} as temperature_c,
      ${mean('checkin', 'slept_hours', 1)} as slept_hours
    from wellness_entries where person_id = ${personId} and ${during('recorded_at', span)}
    group by 1 order by 1`.execute(db)
  return rows
}

export async function getPersonStatistics(
  db: Db,
  personId: string,
  span: DateRange,
): Promise<PersonStatistics> {
  const own = sql`person_id = ${personId}`
  const inOwn = sql`organization_id = (select organization_id from people where id = ${personId}) and ${own}`
  const doses = sql`from wellness_entries where ${own} and kind = 'medication' and ${during('recorded_at', span)}`
  const { rows } = await sql<PersonStatistics>`select
    (select count(*) from conversations where ${own} and ${during('started_at', span)}) as conversations,
    (select avg(sentiment::numeric) from messages where ${inOwn} and type = 'user' and ${during('ts', span)}) as sentiment,
    (select count(*) from messages where ${inOwn} and type = 'user' and ${during('ts', span)}) as turns,
    (select count(*) ${doses}) as doses,
    (select count(*) ${doses} and (value ->> 'taken')::boolean = false) as missed,
    (select count(*) from wellness_entries where ${own} and ${during('recorded_at', span)}) as entries,
    (select count(*) from device_events where ${inOwn} and ${during('ts', span)}) as events,
    (select count(*) from safety_incidents where ${own} and risk_score::numeric >= 0.4 and ${during('ts', span)}) as incidents,
    (select coalesce(max(risk_score), 0) from safety_incidents where ${own} and ${during('ts', span)}) as highest_risk,
    (select count(*) from alerts where ${own} and not test and ${during('raised_at', span)}) as alerts`.execute(
    db,
  )
  return rows[0] as PersonStatistics
}
