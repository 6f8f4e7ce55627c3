import type pg from 'pg'
import type { ClientBase } from 'pg'
import { serviceOrganization } from '../../kit/audit.ts'
import { withClient } from '../open.ts'
import { activityLogs } from './activity.ts'
import { alertEventRows, alertRows } from './alerts.ts'
import { assignmentRows } from './assignments.ts'
import { carePlanRows, careTaskRows, familyAcknowledgementRows, familyMessageRows } from './care.ts'
import { DAY } from './conditions.ts'
import { contactRows } from './contacts.ts'
import { conversationRows, messageRows } from './conversations.ts'
import { copyRows, type Filling, withoutIndexes } from './copy.ts'
import { type Counts, countsAt } from './counts.ts'
import { createWorld } from './create-world.ts'
import { deviceEvents, deviceRows } from './devices.ts'
import { glossaryTermRows } from './glossary-terms.ts'
import { inviteRows } from './invites.ts'
import { ladderRows } from './ladders.ts'
import { onCallRows } from './on-call.ts'
import { emergencyServices, organizations } from './organizations.ts'
import { peopleRows } from './people.ts'
import { profileRows } from './profiles.ts'
import { Random } from './random.ts'
import { rateLimitViolations } from './rate-limits.ts'
import { incidentRows, turnReviewRows } from './safety.ts'
import { invoices, subscriptionCancellations, subscriptionMovements, subscriptions } from './subscriptions.ts'
import { translationSessions } from './translation.ts'
import { pageVisits } from './visits.ts'
import { wellnessRows } from './wellness.ts'
import type { World } from './world.ts'

/**
 * Empties all tables except those of the migrations. The service organization and its super admins are kept, without
 * their sessions and settings.
 */
async function clear(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(quote_ident(relname), ', ') as tables from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'kysely%'`,
  )
  await client.query(`
    create temp table kept_organizations on commit drop as select * from organizations where id = '${serviceOrganization}';
    create temp table kept_people on commit drop as select * from people where role = 'super_admin';
    truncate ${rows[0]?.tables};
    insert into organizations select * from kept_organizations;
    insert into people overriding system value select * from kept_people`)
}

export { type Counts, countables } from './counts.ts'

/**
 * The tables in the order in which they are written: the traces without foreign keys first, because people and
 * devices carry what was last seen of them; then each table after those it refers to.
 */
const fillings: readonly Filling<World>[] = [
  activityLogs,
  deviceEvents,
  translationSessions,
  pageVisits,
  organizations,
  peopleRows,
  subscriptions,
  subscriptionMovements,
  subscriptionCancellations,
  invoices,
  profileRows,
  assignmentRows,
  contactRows,
  inviteRows,
  emergencyServices,
  ladderRows,
  onCallRows,
  deviceRows,
  wellnessRows,
  careTaskRows,
  carePlanRows,
  familyMessageRows,
  familyAcknowledgementRows,
  conversationRows,
  messageRows,
  alertRows,
  alertEventRows,
  incidentRows,
  turnReviewRows,
  rateLimitViolations,
  glossaryTermRows,
]

/** What grows with time: partitioned by month, and large. */
const partitioned: readonly string[] = [
  'device_events',
  'messages',
  'translation_sessions',
  'activity_logs',
  'page_visits',
]

/** Settings key with the parameters of the demo data. */
const DEMO_MARKER = 'demo_data'

export interface DemoOptions {
  connectionString: string
  /** The same seed and the same day give the same rows up to that day. */
  seed?: number
  /** 1 makes about half a million rows. */
  scale?: number
  /** Numbers that the scale does not touch. */
  counts?: Partial<Counts>
  /** No row is later. */
  now: Date
  /** Argon2id hash of the password of all demo people; with null, none of them can sign in. */
  passwordHash: string | null
  /** Empties the database first: only super admins stay. */
  reset?: boolean
  log: (message: string) => void
}

export interface DemoReport {
  /** Rows written, by table. */
  rows: Record<string, number>
  seconds: number
}

/**
 * Fills a migrated database with demo data in one transaction: a crash leaves it as it was. Instances that start
 * at once wait for each other. Resolves to undefined, and writes nothing, where demo data is already.
 *
 * The planner learns of the rows by autovacuum within a minute, or at once by `vacuum analyze`.
 */
export async function fillWithDemoData({
  seed = 1,
  scale = 1,
  reset = false,
  ...options
}: DemoOptions): Promise<DemoReport | undefined> {
  const begun = performance.now()
  return withClient({ connectionString: options.connectionString }, async client => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [DEMO_MARKER])
    if (reset) await clear(client)
    if (await isFilled(client)) {
      await client.query('rollback')
      return undefined
    }
    const rows = await fill(client, { ...options, seed, scale })
    await client.query('commit')
    return { rows, seconds: (performance.now() - begun) / 1000 }
  })
}

async function isFilled(client: pg.Client): Promise<boolean> {
  const marker = 'select from settings where person_id is null and key = $1'
  return (await client.query(marker, [DEMO_MARKER])).rowCount !== 0
}

async function fill(client: pg.Client, options: DemoOptions & { seed: number; scale: number }) {
  const { now, seed, scale, counts = {}, log } = options
  await client.query('lock table people in share row exclusive mode')
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(user_id), 0) as last from people',
  )
  const world = createWorld({
    random: new Random(`demo ${seed} ${Math.floor(now.getTime() / DAY)}`),
    now: now.getTime(),
    counts: countsAt(scale, counts),
    passwordHash: options.passwordHash,
    firstUserId: (rows[0]?.last ?? 0) + 1,
  })
  const lastUserId = world.people.at(-1)?.userId ?? 1
  await client.query(`select setval(pg_get_serial_sequence('people', 'user_id'), $1)`, [lastUserId])
  const firstMonth = new Date(world.today - 366 * DAY)
  await client.query('select month_partitions(parent, $2, 14) from unnest($1::text[]) as parent', [
    partitioned,
    firstMonth,
  ])

  const written: Record<string, number> = {}
  for (const { table, columns, rows: make } of fillings) {
    const begun = performance.now()
    const copy = () => copyRows(client, table, columns, make(world))
    written[table] = await (partitioned.includes(table) ? withoutIndexes(client, table, copy) : copy())
    log(`demo data: ${written[table]} ${table} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  for (const field of ['action', 'resource_type']) {
    await client.query(`insert into activity_log_values (organization_id, field, value)
      select organization_id, '${field}', ${field} from activity_logs group by organization_id, ${field}
      on conflict do nothing`)
  }
  // Those of this transaction; what was there before is sealed already, or waits for it.
  await client.query(`insert into unsealed_activity_logs
    select organization_id, "timestamp", id from activity_logs where xmin = pg_current_xact_id()::xid`)
  const marker = JSON.stringify({ seed, scale, counts, at: now.toISOString() })
  await client.query('insert into settings (person_id, key, value, updated_at) values (null, $1, $2, $3)', [
    DEMO_MARKER,
    marker,
    now,
  ])
  return written
}
