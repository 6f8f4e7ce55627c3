import { sql } from 'kysely'
import type { CarePerson, CareSummary } from '#contract/care/care.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import type { Facts } from './attention.ts'
import { diariesOf } from './health-quick/health.ts'

type Ids = readonly string[]

/** Risk and sentiment from which on a conversation counts as one in distress. */
const distressed = sql`(highest_risk >= 0.4 or average_sentiment <= -0.5)`

/** Who is told of: name, zone and how to reach them. */
export type Head = Pick<
  CarePerson,
  'id' | 'user_id' | 'name' | 'preferred_name' | 'organization_id' | 'time_zone' | 'phone'
>

const head = sql`p.id, p.user_id, p.name, f.preferred_name, p.organization_id, p.time_zone, p.phone`
const heads = sql`people p left join profiles f on f.person_id = p.id`

/** The elderly users whom a call is about, of one organization or of all within its reach. */
const inReach = (call: AuthenticatedCall, organization: string | undefined) => sql`p.role = 'elderly_user'
  and p.status <> 'suspended' and p.deleted_at is null
  and ${rowScope(call, { organization: 'p.organization_id', person: 'p.id' })}
  and ${organization ? sql`p.organization_id = ${organization}` : sql`true`}`

/** Whom a call reaches: those with an open alert, and then the others by name, at most so many. */
export async function headsInReach(
  call: AuthenticatedCall,
  organization: string | undefined,
  most: number,
): Promise<Head[]> {
  const mine = inReach(call, organization)
  const { rows } = await sql<Head>`
    with alarmed as (select p.id from people p where ${mine} and p.id in (
        select person_id from alerts where status <> 'resolved' and not test) limit ${most}),
      named as (select p.id from people p where ${mine} order by lower(p.name), p.id limit ${most})
    select ${head} from ${heads}
    where p.id in (select id from alarmed union select id from named)
    order by p.id in (select id from alarmed) desc, lower(p.name), p.id limit ${most}`.execute(call.db)
  return rows
}

export async function countInReach(
  call: AuthenticatedCall,
  organization: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from people p where ${inReach(call, organization)}`.execute(call.db)
  return rows[0]?.count ?? 0
}

export async function headOf(db: Db, id: string): Promise<Head> {
  const { rows } = await sql<Head>`select ${head} from ${heads} where p.id = ${id}`.execute(db)
  return rows[0] as Head
}

const byPerson = <Row extends { person_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.person_id, row]))

async function openAlertsOf(db: Db, people: Ids) {
  const severity = sql`array_position(array['critical', 'high', 'medium', 'low'], severity), raised_at`
  const { rows } = await sql<NonNullable<Facts['alerts']> & { person_id: string }>`
    select person_id, count(*) as count, min(raised_at) as since,
      (array_agg(type order by ${severity}))[1] as type, (array_agg(severity order by ${severity}))[1] as severity
    from alerts where person_id = any(${people}::uuid[]) and status <> 'resolved' and not test
    group by person_id`.execute(db)
  return byPerson(rows)
}

async function heardDevicesOf(db: Db, people: Ids) {
  const { rows } = await sql<NonNullable<Facts['device']> & { person_id: string }>`
    select person_id, max(last_seen_at) as at,
      max(last_seen_at + report_interval_seconds * interval '3 seconds') as heard_until
    from devices where person_id = any(${people}::uuid[]) and deleted_at is null and status <> 'retired'
    group by person_id`.execute(db)
  return byPerson(rows)
}

async function distressOf(db: Db, people: Ids) {
  const { rows } = await sql<{ person_id: string; at: string }>`
    select person_id, max(started_at) as at from conversations
    where person_id = any(${people}::uuid[]) and started_at > now() - interval '1 day' and ${distressed}
    group by person_id`.execute(db)
  return byPerson(rows)
}

interface OpenTasks {
  person_id: string
  overdue: number
  /** The soonest due first. */
  tasks: CarePerson['tasks']
}

/** The open tasks around people: so many of each, and how many are overdue. */
async function openTasksOf(db: Db, people: Ids, most: number) {
  const { rows } = await sql<OpenTasks>`
    select person_id, max(overdue)::int as overdue, jsonb_agg(jsonb_build_object('id', id, 'title', title,
      'due_at', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', version) order by place) as tasks
    from (select *, row_number() over (partition by person_id order by due_at nulls last, created_at, id) as place,
        count(*) filter (where due_at < now()) over (partition by person_id) as overdue
      from care_tasks where person_id = any(${people}::uuid[]) and status = 'open' and deleted_at is null) open
    where place <= ${most} group by person_id`.execute(db)
  return byPerson(rows)
}

/** What is known of each of some people, in as many statements as of one. */
export async function factsOf(
  db: Db,
  people: Ids,
  { days, now, mostTasks = 1 }: { days: number; now: number; mostTasks?: number },
): Promise<Map<string, Facts & Pick<CarePerson, 'tasks'>>> {
  const diaries = await diariesOf(db, people, days, now)
  const alerts = await openAlertsOf(db, people)
  const devices = await heardDevicesOf(db, people)
  const distress = await distressOf(db, people)
  const tasks = await openTasksOf(db, people, mostTasks)
  return new Map(
    [...diaries].map(([id, diary]) => {
      const open = tasks.get(id)
      const [first] = open?.tasks ?? []
      const device = devices.get(id)
      return [
        id,
        {
          diary,
          alerts: alerts.get(id) ?? null,
          device: device ? { at: device.at, heard_until: device.heard_until } : null,
          distressedAt: distress.get(id)?.at ?? null,
          overdue:
            open && open.overdue > 0 && first?.due_at
              ? { count: open.overdue, since: first.due_at, title: first.title }
              : null,
          tasks: open?.tasks ?? [],
        },
      ]
    }),
  )
}

type Contact = NonNullable<CarePerson['contact']>

/** Whom to call first, of each of some people. */
export async function firstContactsOf(db: Db, people: Ids): Promise<Map<string, Contact>> {
  const { rows } = await sql<Contact & { person_id: string }>`
    select distinct on (person_id) person_id, id, name, phone, relationship, priority from contacts
    where person_id = any(${people}::uuid[]) order by person_id, priority, name, id`.execute(db)
  return new Map(rows.map(({ person_id, ...contact }) => [person_id, contact]))
}

export async function contactsOf(db: Db, person: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`select id, name, phone, relationship, priority from contacts
    where person_id = ${person} order by priority, name, id limit 20`.execute(db)
  return rows
}

export async function devicesOf(db: Db, person: string): Promise<CareSummary['devices']> {
  const { rows } = await sql<CareSummary['devices'][number]>`
    select id, name, kind, status, battery, battery_at, last_seen_at, report_interval_seconds from devices
    where person_id = ${person} and deleted_at is null and status <> 'retired' order by name, id limit 20`.execute(
    db,
  )
  return rows
}

export async function conversationsOf(
  db: Db,
  person: string,
  most: number,
): Promise<CareSummary['conversations']> {
  const { rows } = await sql<CareSummary['conversations'][number]>`
    select id, language, status, turns, highest_risk, started_at from conversations
    where person_id = ${person} order by started_at desc, id limit ${most}`.execute(db)
  return rows
}

export async function alertsOf(db: Db, person: string, most: number): Promise<CareSummary['alerts']> {
  const { rows } = await sql<CareSummary['alerts'][number]>`
    select id, type, severity, status, raised_at from alerts
    where person_id = ${person} and not test order by raised_at desc, id limit ${most}`.execute(db)
  return rows
}
