import { sql } from 'kysely'
import type { CarePerson, CareSummary } from '#contract/care/care.ts'
import type { HelpStatus } from '#contract/care/family-simple.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope, visibleAlerts } from '#server/kit/table/scope.ts'
import type { CareSignals } from './attention.ts'
import { loadDiaries } from './health-quick/health.ts'

type Ids = readonly string[]

/** Risk or sentiment at which a conversation counts as distressed. */
const distressed = sql`(highest_risk >= 0.4 or average_sentiment <= -0.5)`

export type PersonHeader = Pick<
  CarePerson,
  'id' | 'user_id' | 'name' | 'preferred_name' | 'organization_id' | 'time_zone' | 'phone'
>

const head = sql`p.id, p.user_id, p.name, f.preferred_name, p.organization_id, p.time_zone, p.phone`
const heads = sql`people p left join profiles f on f.person_id = p.id`

/** Elderly users in the caller's scope, optionally of one organization. */
const inScope = (call: AuthenticatedCall, organization: string | undefined) => sql`p.role = 'elderly_user'
  and p.status <> 'suspended' and p.deleted_at is null
  and ${rowScope(call, { organization: 'p.organization_id', person: 'p.id' })}
  and ${organization ? sql`p.organization_id = ${organization}` : sql`true`}`

/** Elderly users in the caller's scope: those with an open alert first, then by name. */
export async function listPeopleInScope(
  call: AuthenticatedCall,
  organization: string | undefined,
  limit: number,
): Promise<PersonHeader[]> {
  const mine = inScope(call, organization)
  const { rows } = await sql<PersonHeader>`
    with alarmed as (select p.id from people p where ${mine} and p.id in (
        select person_id from alerts where status <> 'resolved' and not test and ${visibleAlerts(call)}) limit ${limit}),
      named as (select p.id from people p where ${mine} order by lower(p.name), p.id limit ${limit})
    select ${head} from ${heads}
    where p.id in (select id from alarmed union select id from named)
    order by p.id in (select id from alarmed) desc, lower(p.name), p.id limit ${limit}`.execute(call.db)
  return rows
}

export async function countPeopleInScope(
  call: AuthenticatedCall,
  organization: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from people p where ${inScope(call, organization)}`.execute(call.db)
  return rows[0]?.count ?? 0
}

export async function findPersonHeader(db: Db, id: string): Promise<PersonHeader> {
  const { rows } = await sql<PersonHeader>`select ${head} from ${heads} where p.id = ${id}`.execute(db)
  return rows[0] as PersonHeader
}

const byPerson = <Row extends { person_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.person_id, row]))

async function findOpenAlerts(call: AuthenticatedCall, people: Ids) {
  const severity = sql`array_position(array['critical', 'high', 'medium', 'low'], severity), raised_at`
  const { rows } = await sql<NonNullable<CareSignals['alerts']> & { person_id: string }>`
    select person_id, count(*) as count, min(raised_at) as since,
      (array_agg(type order by ${severity}))[1] as type, (array_agg(severity order by ${severity}))[1] as severity
    from alerts where person_id = any(${people}::uuid[]) and status <> 'resolved' and not test
      and ${visibleAlerts(call)}
    group by person_id`.execute(call.db)
  return byPerson(rows)
}

async function findLastReports(db: Db, people: Ids) {
  const { rows } = await sql<NonNullable<CareSignals['device']> & { person_id: string }>`
    select person_id, max(last_seen_at) as at,
      max(last_seen_at + report_interval_seconds * interval '3 seconds') as heard_until
    from devices where person_id = any(${people}::uuid[]) and deleted_at is null and status <> 'retired'
    group by person_id`.execute(db)
  return byPerson(rows)
}

async function findDistressed(db: Db, people: Ids) {
  const { rows } = await sql<{ person_id: string; at: string }>`
    select person_id, max(started_at) as at from conversations
    where person_id = any(${people}::uuid[]) and started_at > now() - interval '1 day' and ${distressed}
    group by person_id`.execute(db)
  return byPerson(rows)
}

interface OpenTasks {
  person_id: string
  overdue: number
  /** Soonest due first. */
  tasks: CarePerson['tasks']
}

/** Up to `limit` open tasks per person, and the number overdue. */
async function findOpenTasks(db: Db, people: Ids, limit: number) {
  const { rows } = await sql<OpenTasks>`
    select person_id, max(overdue)::int as overdue, jsonb_agg(jsonb_build_object('id', id, 'title', title,
      'due_at', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', version) order by place) as tasks
    from (select *, row_number() over (partition by person_id order by due_at nulls last, created_at, id) as place,
        count(*) filter (where due_at < now()) over (partition by person_id) as overdue
      from care_tasks where person_id = any(${people}::uuid[]) and status = 'open' and deleted_at is null) open
    where place <= ${limit} group by person_id`.execute(db)
  return byPerson(rows)
}

/** Loads the signals of several people with a fixed number of statements. */
export async function loadCareSignals(
  call: AuthenticatedCall,
  people: Ids,
  { days, now, mostTasks: maxTasks = 1 }: { days: number; now: number; mostTasks?: number },
): Promise<Map<string, CareSignals & Pick<CarePerson, 'tasks'>>> {
  const { db } = call
  const diaries = await loadDiaries(db, people, days, now)
  const alerts = await findOpenAlerts(call, people)
  const devices = await findLastReports(db, people)
  const distress = await findDistressed(db, people)
  const tasks = await findOpenTasks(db, people, maxTasks)
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

/** The contact with the highest priority of each person. */
export async function findFirstContacts(db: Db, people: Ids): Promise<Map<string, Contact>> {
  const { rows } = await sql<Contact & { person_id: string }>`
    select distinct on (person_id) person_id, id, name, phone, relationship, priority from contacts
    where person_id = any(${people}::uuid[]) order by person_id, priority, name, id`.execute(db)
  return new Map(rows.map(({ person_id, ...contact }) => [person_id, contact]))
}

export async function listContacts(db: Db, person: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`select id, name, phone, relationship, priority from contacts
    where person_id = ${person} order by priority, name, id limit 20`.execute(db)
  return rows
}

export async function listDevices(db: Db, person: string): Promise<CareSummary['devices']> {
  const { rows } = await sql<CareSummary['devices'][number]>`
    select id, name, kind, status, battery, battery_at, last_seen_at, report_interval_seconds from devices
    where person_id = ${person} and deleted_at is null and status <> 'retired' order by name, id limit 20`.execute(
    db,
  )
  return rows
}

export async function listConversations(
  db: Db,
  person: string,
  limit: number,
): Promise<CareSummary['conversations']> {
  const { rows } = await sql<CareSummary['conversations'][number]>`
    select id, language, status, turns, highest_risk, started_at from conversations
    where person_id = ${person} order by started_at desc, id limit ${limit}`.execute(db)
  return rows
}

export async function listAlerts(
  call: AuthenticatedCall,
  person: string,
  limit: number,
): Promise<CareSummary['alerts']> {
  const { rows } = await sql<CareSummary['alerts'][number]>`
    select id, type, severity, status, raised_at from alerts
    where person_id = ${person} and not test and ${visibleAlerts(call)}
    order by raised_at desc, id limit ${limit}`.execute(call.db)
  return rows
}

/** What was done about a person's open alerts; null where none is open. Recipients beyond the newest ten are left out. */
export async function getHelpStatus(call: AuthenticatedCall, person: string): Promise<HelpStatus | null> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await sql<Omit<HelpStatus, 'since'> & { since: string | null }>`
    with open as (
      select id, owner_id, raised_at from alerts
      where person_id = ${person} and status <> 'resolved' and not test and ${visibleAlerts(call)}
    ), attempts as (
      select coalesce(recipient_id::text, recipient) as key, recipient, channel, state, due_at,
        coalesce(settled_at, due_at) as at
      from deliveries where alert_id in (select id from open) and not rehearsal
    ), reached as (
      select * from (
        select distinct on (key) * from attempts where state in ('sent', 'delivered') order by key, at desc
      ) latest order by at desc limit 10
    ), owners as (
      select people.name, max(coalesce(
        (select max(ts) from alert_events where alert_id = open.id and type in ('acknowledged', 'handed_over')),
        open.raised_at)) as since
      from open join people on people.id = open.owner_id group by people.id, people.name
    )
    select count(*)::int as open_alerts, min(raised_at) as since,
      (select coalesce(json_agg(json_build_object('recipient', recipient, 'channel', channel, 'state', state,
        'at', ${instant('at')}) order by at desc), '[]') from reached) as notified,
      (select count(*)::int from (select key from attempts where state in ('failed', 'not_configured')
        except select key from attempts where state in ('sent', 'delivered')) failed) as unreached,
      (select coalesce(json_agg(json_build_object('name', name, 'since', ${instant('since')}) order by since), '[]')
        from owners) as responders,
      coalesce(bool_or(owner_id is null), false) as unowned,
      (select count(*)::int from contacts where person_id = ${person}) as contacts,
      (select min(due_at) from attempts where state in ('queued', 'sending')) as next_attempt_at
    from open`.execute(call.db)
  const status = rows[0]
  return status?.since ? { ...status, since: status.since } : null
}
