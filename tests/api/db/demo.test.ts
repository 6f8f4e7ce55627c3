import { describe, expect } from 'vitest'
import { Ladder } from '#contract/alerts/ladders.ts'
import { type DemoDatabase, demoNow, test } from '#tests/fixtures/demo.ts'

const today = '2026-05-14'

/** What a table holds, whatever the order of its rows. */
const digest = (database: DemoDatabase, table: string, where = 'true') =>
  database.value(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t where ${where}`)

const tables = [
  'organizations',
  'people',
  'profiles',
  'wellness_entries',
  'care_tasks',
  'care_plans',
  'family_messages',
  'family_acknowledgements',
  'assignments',
  'invites',
  'devices',
  'device_events',
  'conversations',
  'messages',
  'translation_sessions',
  'alerts',
  'alert_events',
  'contacts',
  'emergency_services',
  'ladders',
  'safety_incidents',
  'turn_reviews',
  'subscriptions',
  'subscription_movements',
  'invoices',
  'activity_logs',
  'activity_log_values',
  'page_visits',
  'rate_limit_violations',
]

describe('the subscription ledger', () => {
  test('contains every kind of movement and every status', async ({ filled }) => {
    expect(await filled.value('select count(distinct kind) from subscription_movements')).toBe('8')
    expect(await filled.value('select count(distinct status) from subscriptions')).toBe('5')
    expect(await filled.value('select count(*) from subscriptions where cancel_at_period_end')).not.toBe('0')
  })

  test('never lets the running sum of a subscription fall below zero', async ({ filled }) => {
    const least = await filled.value(`select min(mrr)::int from (
      select sum(mrr_delta_cents) over (partition by subscription_id order by ts, id) as mrr
      from subscription_movements) running`)
    expect(least).toBe(0)
  })

  test('ends at the monthly price of paying customers, and at zero for others', async ({ filled }) => {
    const wrong = await filled.rows(`
      select s.id from subscriptions s
      join (select subscription_id, sum(mrr_delta_cents) as mrr from subscription_movements group by 1) m
        on m.subscription_id = s.id
      where m.mrr <> case when s.status in ('active', 'past_due')
        then round(s.price_cents / case s.billing_cycle when 'yearly' then 12.0 else 1 end) else 0 end`)
    expect(wrong).toEqual([])
  })

  test('ends with the movement that matches its status', async ({ filled }) => {
    const pairs = await filled.rows(`
      select distinct s.status, m.kind from subscriptions s
      join lateral (select kind from subscription_movements where subscription_id = s.id order by ts desc, id desc limit 1) m
        on true`)
    const allowed: Record<string, string[]> = {
      trial: ['trial_started'],
      trial_expired: ['trial_expired'],
      cancelled: ['churn'],
      active: ['new', 'expansion', 'contraction', 'reactivation'],
      past_due: ['new', 'expansion', 'contraction', 'reactivation'],
    }
    expect(pairs.length).toBeGreaterThan(5)
    for (const { status, kind } of pairs) expect(allowed[String(status)]).toContain(kind)
  })

  test('has one subscription per customer, and an invoice for each period paid', async ({ filled }) => {
    const without = `select count(*)::int from organizations o where kind <> 'service'
      and not exists (select from subscriptions s where s.organization_id = o.id)`
    expect(await filled.value(without)).toBe(0)
    const unbilled = await filled.rows(`
      select s.id from subscriptions s
      where s.status in ('active', 'past_due') and not exists (
        select from invoices i where i.subscription_id = s.id and i.period_start = s.current_period_start
          and i.amount_cents = s.price_cents and i.status = case s.status when 'active' then 'paid' else 'open' end)`)
    expect(unbilled).toEqual([])
    const doubled = await filled.rows(`
      select a.id from invoices a join invoices b
        on a.subscription_id = b.subscription_id and a.id < b.id
        and a.period_start < b.period_end and b.period_start < a.period_end
        and a.status <> 'uncollectible' and b.status <> 'uncollectible'`)
    expect(doubled).toEqual([])
  })
})

describe('related rows', () => {
  const orphans: [string, string][] = [
    [
      'device events and devices',
      `device_events e where not exists (select from devices d
      where d.id = e.device_id and d.organization_id = e.organization_id and d.person_id is not distinct from e.person_id)`,
    ],
    [
      'messages and conversations',
      `messages m where not exists (select from conversations c
      where c.id = m.conversation_id and c.organization_id = m.organization_id and c.person_id = m.person_id)`,
    ],
    [
      'conversations and people',
      `conversations c where not exists (select from people p
      where p.id = c.person_id and p.organization_id = c.organization_id and p.role = 'elderly_user' and p.created_at <= c.started_at)`,
    ],
    [
      'translation sessions and people',
      `translation_sessions t where person_id is not null and not exists (select from people p
      where p.id = t.person_id and p.organization_id = t.organization_id)`,
    ],
    [
      'activity logs and who acted',
      `activity_logs l where not exists (select from people p where p.id = l.actor_id
      and p.user_id = l.user_id and p.role = l.user_role and p.email is not distinct from l.user_email
      and p.status = 'active' and p.created_at <= l."timestamp")`,
    ],
    [
      'devices and people',
      `devices d where person_id is not null and not exists (select from people p
      where p.id = d.person_id and p.organization_id = d.organization_id)`,
    ],
    [
      'assignments and people',
      `assignments a where not exists (select from people e join people c on c.id = a.caregiver_id
      where e.id = a.elderly_id and e.role = 'elderly_user' and c.role in ('caregiver', 'family_member')
        and e.organization_id = a.organization_id and c.organization_id = a.organization_id)`,
    ],
    [
      'incidents and messages',
      `safety_incidents i where not exists (select from messages m
      where m.id = i.message_id and m.risk_score = i.risk_score and m.context = i.context and m.safety_flagged)`,
    ],
    [
      'risky messages and incidents',
      `messages m where risk_score >= 0.4 and not exists (select from safety_incidents i where i.message_id = m.id)`,
    ],
    ['high risks and alerts', `safety_incidents i where (risk_score >= 0.6) <> (alert_id is not null)`],
    [
      'pressed buttons, falls and alerts',
      `device_events e where type in ('button', 'fall') and not exists (select from alerts a
      where a.device_id = e.device_id and a.raised_at = e.ts and a.type = e.type)`,
    ],
    [
      'elderly people and contacts',
      `people p where role = 'elderly_user' and not exists (select from contacts c
      where c.person_id = p.id and c.priority = 1)`,
    ],
    [
      'care providers and their ladders',
      `organizations o where kind = 'care_provider' and not exists (select from ladders l
      where l.organization_id = o.id and l.person_id is null)`,
    ],
    [
      'ladders of people and whom they call first',
      `ladders l where person_id is not null and not exists (select from contacts c
      where c.person_id = l.person_id and c.organization_id = l.organization_id
        and c.role = l.steps -> 0 ->> 'role' and c.created_at <= l.created_at)`,
    ],
    [
      'organizations and their admins',
      `organizations o where kind <> 'service' and not exists (select from people p
      where p.organization_id = o.id and p.role = 'organization_admin')`,
    ],
  ]
  test.for(orphans)('agree: %s', async ([, from], { filled }) => {
    expect(await filled.rows(`select * from ${from} limit 3`)).toEqual([])
  })

  test('alerts match a replay of their events', async ({ filled }) => {
    const wrong = await filled.rows(`
      select a.id from alerts a join lateral (
        select bool_or(type = 'resolved') as resolved, bool_or(type in ('notified', 'acknowledged')) as under_way,
          min(ts) filter (where type = 'received') as received, max(ts) filter (where type = 'resolved') as resolved_at,
          max(ts) filter (where type = 'acknowledged') as acknowledged_at, count(*) = max(position) as gapless,
          min(ts) filter (where type = 'notified') as notified_at,
          max(actor_id::text) filter (where type = 'acknowledged') as owner,
          max(details->>'cause') filter (where type = 'resolved') as cause
        from alert_events where alert_id = a.id) e on true
      where not e.gapless or e.received <> a.raised_at
        or a.status <> case when e.resolved then 'resolved' when e.under_way then 'active' else 'pending' end
        or a.resolved_at is distinct from e.resolved_at or a.acknowledged_at is distinct from e.acknowledged_at
        or a.notified_at is distinct from e.notified_at or a.owner_id::text is distinct from e.owner
        or a.cause is distinct from e.cause or a.round <> 1`)
    expect(wrong).toEqual([])
  })

  test('conversations match the sums of their messages', async ({ filled }) => {
    const wrong = await filled.rows(`
      select c.id from conversations c join lateral (
        select count(*)::int as turns, max(risk_score) as risk, avg(sentiment) as mood
        from messages m where m.conversation_id = c.id and m.type = 'user') m on true
      where c.turns <> m.turns or c.highest_risk is distinct from m.risk or abs(c.average_sentiment - m.mood) > 0.001`)
    expect(wrong).toEqual([])
  })

  test('turns whose risk is near a threshold wait for reviewers', async ({ filled }) => {
    const [reviews] = await filled.rows(`
      select count(*)::int as waiting,
        count(*) filter (where m.risk_score = r.risk_score and m.context = r.category
          and least(abs(r.risk_score - 0.4), abs(r.risk_score - 0.6)) < 0.051)::int as unsure
      from turn_reviews r join messages m on m.id = r.message_id and m.conversation_id = r.conversation_id`)
    expect(reviews).toEqual({ waiting: 12, unsure: 12 })
  })

  test('last-seen times of devices and people match their rows', async ({ filled }) => {
    const devices = await filled.rows(`
      select d.id from devices d join (select device_id, max(ts) as ts from device_events group by 1) e on e.device_id = d.id
      where d.last_seen_at <> e.ts`)
    const people = await filled.rows(`
      select p.id from people p join (
        select actor_id, max("timestamp") as ts from activity_logs where action = 'login' group by 1) l on l.actor_id = p.id
      where p.last_login is distinct from l.ts`)
    expect([devices, people]).toEqual([[], []])
  })

  test('an update lists the changed fields before and after', async ({ filled }) => {
    const telling = `select count(*)::int from activity_logs where action = 'update' and resource_type = 'devices'
      and details->'before' <> details->'after'`
    const all = `select count(*)::int from activity_logs where action = 'update' and resource_type = 'devices'`
    expect(await filled.value(all)).toBeGreaterThan(50)
    expect(await filled.value(telling)).toBe(await filled.value(all))
  })
})

test('no timestamp is in the future, except agreed ends', async ({ filled }) => {
  const columns = await filled.rows(
    `
    select table_name, column_name from information_schema.columns c join pg_class on relname = table_name and not relispartition
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name = any($1)
      and column_name not in ('current_period_end', 'period_end', 'trial_end', 'expires_at', 'due_at')`,
    [tables],
  )
  expect(columns.length).toBeGreaterThan(40)
  const late: string[] = []
  for (const { table_name, column_name } of columns) {
    const others = table_name === 'organizations' ? `kind <> 'service'` : 'true'
    const [row] = await filled.rows(
      `select 1 from ${table_name} where ${others} and "${column_name}" > $1 limit 1`,
      [demoNow],
    )
    if (row) late.push(`${table_name}.${column_name}`)
  }
  expect(late).toEqual([])
})

test('every row is in the partition of its month', async ({ filled }) => {
  for (const table of ['device_events', 'messages', 'translation_sessions', 'activity_logs', 'page_visits']) {
    expect(await filled.value(`select count(*)::int from ${table}_other`)).toBe(0)
  }
})

test('days have a daily pattern, and outages stand out', async ({ filled }) => {
  const share = (await filled.value(`
    select avg((extract(isodow from started_at) >= 6)::int)::float8 from translation_sessions`)) as number
  expect(share).toBeGreaterThan(0.05)
  expect(share).toBeLessThan(2 / 7)
  const measure = async (hours: string) =>
    (
      await filled.rows(`
        select avg((status = 'failed')::int)::float8 as failed,
          percentile_cont(0.5) within group (order by latency_ms) as median
        from translation_sessions where ${hours}`)
    )[0]
  const usual = await measure('true')
  const dark = await measure(`started_at >= '2026-03-14T14:00Z' and started_at < '2026-03-14T16:00Z'`)
  const slow = await measure(`started_at >= '2026-04-15T13:00Z' and started_at < '2026-04-15T15:00Z'`)
  expect(usual?.failed).toBeCloseTo(0.06, 1)
  expect(usual?.median).toBeGreaterThan(800)
  expect(usual?.median).toBeLessThan(1000)
  expect(dark?.failed).toBeGreaterThan(0.3)
  expect(slow?.median).toBeGreaterThan(2000)
})

test('each role except the super admin has a known account', async ({ filled }) => {
  const people =
    await filled.rows(`select username, role from people where username ~ '^(olivia|adam|ana|tariq|oscar|carla|felix|elsa)\\.[a-z]+$'
    and split_part(username, '.', 2) in ('operator', 'admin', 'analyst', 'translator', 'orgadmin', 'caregiver', 'family', 'elderly')
    order by username`)
  expect(people).toEqual([
    { username: 'adam.admin', role: 'admin' },
    { username: 'ana.analyst', role: 'analyst' },
    { username: 'carla.caregiver', role: 'caregiver' },
    { username: 'elsa.elderly', role: 'elderly_user' },
    { username: 'felix.family', role: 'family_member' },
    { username: 'olivia.operator', role: 'operator' },
    { username: 'oscar.orgadmin', role: 'organization_admin' },
    { username: 'tariq.translator', role: 'translator' },
  ])
  expect(await filled.value(`select count(*)::int from people where role = 'super_admin'`)).toBe(0)
  const pairs =
    await filled.value(`select count(*)::int from assignments a join people e on e.id = elderly_id join people c on c.id = caregiver_id
    where ended_at is null and e.username = 'elsa.elderly' and c.username in ('carla.caregiver', 'felix.family')`)
  expect(pairs).toBe(2)
})

describe('elderly users', () => {
  test('have doses taken on time, late, skipped and never reported', async ({ filled }) => {
    const told = await filled.rows(`
      select count(*) filter (where late <= interval '1 hour' and taken)::int as on_time,
        count(*) filter (where late > interval '1 hour')::int as late, count(*) filter (where not taken)::int as left_out
      from (select recorded_at - (value ->> 'dose_at')::timestamptz as late, (value ->> 'taken')::bool as taken
        from wellness_entries where kind = 'medication') told`)
    const [{ on_time, late, left_out } = {}] = told
    expect(on_time).toBeGreaterThan(200)
    expect(late).toBeGreaterThan(10)
    expect(left_out).toBeGreaterThan(5)
    const strange =
      await filled.value(`select count(*)::int from wellness_entries w join profiles using (person_id)
      join people p on p.id = w.person_id where w.kind = 'medication' and not exists (
        select from jsonb_array_elements(medications) m where m ->> 'name' = w.value ->> 'name' and m -> 'times'
          ? to_char((w.value ->> 'dose_at')::timestamptz at time zone p.time_zone, 'HH24:MI'))`)
    expect(strange).toBe(0)
  })

  test('get messages in their own language, and have tasks open, overdue and done', async ({ filled }) => {
    for (const script of ['Latin', 'Han', 'Arabic']) {
      const texts = (await filled.rows('select text from family_messages')).map(({ text }) => String(text))
      expect(
        texts.some(text => new RegExp(`\\p{Script=${script}}`, 'u').test(text)),
        script,
      ).toBe(true)
    }
    const tasks = await filled.rows(
      `select status, due_at < $1 as overdue, count(*)::int from care_tasks group by 1, 2 order by 1, 2`,
      [demoNow],
    )
    expect(tasks.map(({ status, overdue }) => [status, overdue])).toEqual([
      ['done', true],
      ['open', false],
      ['open', true],
    ])
  })
})

test('there are ladders of households and of people as well, each valid by the contract', async ({
  filled,
}) => {
  const kinds =
    await filled.rows(`select distinct case when person_id is null then o.kind else 'person' end as of
    from ladders l join organizations o on o.id = l.organization_id order by 1`)
  expect(kinds).toEqual([{ of: 'care_provider' }, { of: 'household' }, { of: 'person' }])
  for (const { steps } of await filled.rows('select steps from ladders'))
    expect(Ladder.shape.steps.parse(steps)).toEqual(steps)
})

test('names come in many scripts', async ({ filled }) => {
  const scripts = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Devanagari']
  const names = (await filled.rows('select name from people')).map(({ name }) => String(name))
  for (const script of scripts) {
    expect(
      names.some(name => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
      script,
    ).toBe(true)
  }
  expect(names.some(name => name.includes("'"))).toBe(true)
})

describe('seeding', () => {
  test('leaves each activity log to be sealed', async ({ filled }) => {
    const left = await filled.rows(`select organization_id, "timestamp", id from activity_logs
      except select organization_id, "timestamp", id from unsealed_activity_logs`)
    expect(left).toEqual([])
    expect(await filled.value('select count(*)::int from unsealed_activity_logs')).toBeGreaterThan(100)
  })

  test('gives the same rows for the same seed and instant, others for another seed', {
    tags: ['thorough'],
  }, async ({ fresh }) => {
    const database = await fresh()
    const digests = async (seed: number) => {
      await database.fill({ seed, reset: true })
      return Promise.all(tables.map(async table => [table, await digest(database, table)]))
    }
    const first = await digests(1)
    expect(await digests(1)).toEqual(first)
    const other = await digests(2)
    const alike = first.filter(([, held], index) => held === other[index]?.[1])
    expect(alike.map(([table]) => table)).toEqual([])
  })

  test('leaves the rows before today unchanged as the day goes on', { tags: ['thorough'] }, async ({
    fresh,
  }) => {
    const database = await fresh()
    const histories = {
      activity_logs: '"timestamp"',
      device_events: 'ts',
      messages: 'ts',
      page_visits: 'ts',
      subscription_movements: 'ts',
    }
    const read = async (now: string) => {
      await database.fill({ now: new Date(now), reset: true })
      return Promise.all(
        Object.entries(histories).map(async ([table, column]) => ({
          before: await digest(database, table, `${column} < '${today}T00:00Z'`),
          after: await database.value(
            `select count(*)::int from ${table} where ${column} >= '${today}T00:00Z'`,
          ),
        })),
      )
    }
    const noon = await read(`${today}T12:00:00Z`)
    const evening = await read(`${today}T21:00:00Z`)
    expect(evening.map(({ before }) => before)).toEqual(noon.map(({ before }) => before))
    expect(evening[0]?.after).toBeGreaterThan(noon[0]?.after as number)
  })

  test('leaves every index as it was', { tags: ['thorough'] }, async ({ fresh }) => {
    const database = await fresh()
    const read = () =>
      database.rows(`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`)
    const before = await read()
    await database.fill({ now: new Date() })
    expect(before.length).toBeGreaterThan(100)
    expect(await read()).toEqual(before)
  })

  test('happens once, even when run concurrently', async ({ fresh }) => {
    const database = await fresh()
    const reports = await Promise.all([database.fill(), database.fill(), database.fill()])
    expect(reports.filter(report => report !== undefined)).toHaveLength(1)
  })

  test('leaves nothing behind if it fails half-way, and can be repeated', { tags: ['thorough'] }, async ({
    fresh,
  }) => {
    const database = await fresh()
    const log = (message: string) => {
      if (message.includes(' messages ')) throw new Error('power cut')
    }
    await expect(database.fill({ log })).rejects.toThrow('power cut')
    for (const table of [...tables.slice(1), 'settings']) {
      expect(await database.value(`select count(*)::int from ${table}`), table).toBe(0)
    }
    expect(await database.fill()).toBeDefined()
  })

  test('keeps the super admins, and nothing else, when it starts over', async ({ fresh }) => {
    const database = await fresh()
    await database.rows(`insert into people (id, organization_id, role, name, username)
      values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', 'super_admin', 'Root', 'root')`)
    await database.fill()
    const people = await database.value('select count(*)::int from people')
    const again = await database.fill({ reset: true })
    expect(again).toBeDefined()
    expect(await database.value('select count(*)::int from people')).toBe(people)
    expect(await database.rows(`select user_id, name from people where role = 'super_admin'`)).toEqual([
      { user_id: 1, name: 'Root' },
    ])
    await database.rows(`insert into people (id, organization_id, role, name, username)
      select '00000000-0000-7000-8000-00000000000b', organization_id, 'admin', 'Next', 'next' from people limit 1`)
    expect(
      await database.value(
        `select user_id = (select max(user_id) from people) from people where username = 'next'`,
      ),
    ).toBe(true)
  })

  test('creates the requested number of rows of a kind, and few enough in total at scale 1', async ({
    fresh,
  }) => {
    const database = await fresh()
    const report = await database.fill({ counts: { 'activity-logs': 20_000, devices: 77 } })
    const { activity_logs = 0, devices, ...others } = report?.rows ?? {}
    expect(activity_logs).toBeGreaterThanOrEqual(20_000)
    expect(activity_logs).toBeLessThan(20_500)
    expect(devices).toBe(77)
    const scaled = Object.values(others).reduce((a, b) => a + b, 0) / 0.01
    expect(scaled + 100_000 + 1000).toBeLessThanOrEqual(600_000)
  })

  test.skipIf(!process.env.DEEP)(
    'creates at most 600,000 rows at scale 1, in under 20 seconds',
    async ({ fresh }) => {
      const database = await fresh()
      const report = await database.fill({ scale: 1 })
      const total = Object.values(report?.rows ?? {}).reduce((a, b) => a + b, 0)
      expect(total).toBeGreaterThan(450_000)
      expect(total).toBeLessThanOrEqual(600_000)
      expect(report?.seconds).toBeLessThan(20)
    },
  )
})
