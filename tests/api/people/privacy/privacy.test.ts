// @module-tag clock-deep

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { contacts } from '#contract/alerts/contacts.ts'
import { elderly } from '#contract/people/elderly.ts'
import { privacy } from '#contract/people/privacy.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import type { Db } from '#server/db/open.ts'
import { sealWaiting, verifyStep } from '#server/modules/platform/index.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

interface Package {
  user_id: number
  held: { table: string; by: string; why: string; withheld: string[]; rows: Record<string, unknown>[] }[]
}

const now = () => new Date().toISOString()

/** An elderly user with a trace in many tables, each holding the word that must be gone afterwards. */
async function traced(api: Api, admin: Caller) {
  const secret = `Zaunkönig-${uuid()}`
  const { reply: person } = await admin.call(elderly.create, {
    body: {
      name: `Rosa ${secret}`,
      email: `rosa.${uuid().slice(-8)}@example.org`,
      notes: `Hums like a ${secret}`,
      conditions: [`Fear of the ${secret}`],
    },
  })
  const { id, organization_id } = person
  await admin.call(contacts.create, {
    body: { person_id: id, name: `Mira ${secret}`, phone: '+49 30 901820', priority: 1 },
  })
  const { db } = api
  const [conversation, device, alert] = [uuid(), uuid(), uuid()]
  await db
    .insertInto('conversations')
    .values({
      id: conversation,
      organization_id,
      person_id: id,
      task: 'wellness',
      chat_model: 'embedded',
      language: 'en',
      status: 'ended',
      started_at: now(),
    })
    .execute()
  await sql`insert into messages (organization_id, id, conversation_id, person_id, type, content, ts)
    values (${organization_id}, ${uuid()}, ${conversation}, ${id}, 'user', ${`My ${secret} sang today`}, now())`.execute(
    db,
  )
  await sql`insert into companion_facts (person_id, organization_id, language, subject, statement, conversation_id, said_at)
    values (${id}, ${organization_id}, 'en', 'bird', ${`your bird is a ${secret}`}, ${conversation}, now())`.execute(
    db,
  )
  await sql`insert into devices (id, organization_id, person_id, name, serial, kind)
    values (${device}, ${organization_id}, ${id}, 'Pendant', ${uuid()}, 'pendant')`.execute(db)
  await sql`insert into device_events (organization_id, id, device_id, person_id, type, payload, ts)
    values (${organization_id}, ${uuid()}, ${device}, ${id}, 'location', ${JSON.stringify({ near: secret })}, now())`.execute(
    db,
  )
  await sql`insert into alerts (id, organization_id, person_id, type, source, severity, status, address, voice_message,
      raised_at, resolved_at)
    values (${alert}, ${organization_id}, ${id}, 'sos', 'mobile', 'high', 'resolved', ${secret}, ${secret}, now(), now())`.execute(
    db,
  )
  await sql`insert into alert_events (alert_id, position, id, idempotency_key, type, details, ts)
    values (${alert}, 0, ${uuid()}, ${uuid()}, 'raised', ${JSON.stringify({ note: secret })}, now())`.execute(
    db,
  )
  return { ...person, alert, secret }
}

/** The tables that still hold the word anywhere. */
async function tablesWith(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit =
      await sql`select from ${sql.table(name)} as t where t::text like ${`%${word}%`} limit 1`.execute(db)
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

async function sealAll(db: Api['db']) {
  for (;;) {
    await sealWaiting(db)
    if (!(await db.selectFrom('unsealed_activity_logs').select('id').executeTakeFirst())) return
  }
}

const open = (text: string) => JSON.parse(text) as Package
const tables = ({ held }: Package) => held.map(({ table }) => table)

describe('a data export', () => {
  test('contains everything about a person, without credentials, and is logged', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const clerk = await api.signedIn('organization_admin')
    const person = await traced(api, clerk)
    const answer = await admin.call(privacy.package, { params: { id: String(person.user_id) } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="person-${person.user_id}.json"`)
    const whole = open(answer.text)
    expect(whole.user_id).toBe(person.user_id)
    expect(tables(whole)).toEqual(
      expect.arrayContaining(['people', 'profiles', 'contacts', 'messages', 'companion_facts', 'alerts']),
    )
    expect(answer.text).toContain(`My ${person.secret} sang today`)
    expect(answer.text).not.toMatch(/password_hash|token_hash|"salt"/)
    const { logs } = (
      await admin.call(activityLogs.list, { query: { action: 'export', resource_id: person.id } })
    ).reply
    expect(logs).toMatchObject([{ user_id: admin.userId }])
  })

  test('withholds conversations from a customer’s admin without consent', async ({ api }) => {
    const clerk = await api.signedIn('organization_admin')
    const person = await traced(api, clerk)
    const given = () => clerk.call(privacy.package, { params: { id: person.id } })
    const before = await given()
    expect(before.text).not.toContain('sang today')
    expect(open(before.text).held.find(({ table }) => table === 'messages')?.withheld).toEqual([
      'content',
      'evidence',
    ])
    await sql`update profiles set preferences = '{"consent": {"transcripts": true}}' where person_id = ${person.id}`.execute(
      api.db,
    )
    expect((await given()).text).toContain('sang today')
  })

  test('of one’s own data is for everyone, of others’ only within the row scope', async ({ api }) => {
    const clerk = await api.signedIn('organization_admin')
    const person = await traced(api, clerk)
    const nurse = await api.signedIn('caregiver', { organizationId: clerk.organizationId })
    const own = await nurse.call(privacy.ownPackage)
    expect(open(own.text).user_id).toBe(nurse.userId)
    expect(own.text).not.toContain(person.secret)
    expect((await nurse.call(privacy.package, { params: { id: person.id } })).status).toBe(403)
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(privacy.package, { params: { id: person.id } })).status).toBe(404)
  })
})

describe('an erasure', () => {
  test('leaves no trace of the person anywhere, and the activity log verifiable', async ({ api }) => {
    const clerk = await api.signedIn('organization_admin')
    const person = await traced(api, clerk)
    await sealAll(api.db)
    expect(await tablesWith(api.db, person.secret)).toEqual(
      expect.arrayContaining(['people', 'profiles', 'contacts', 'messages', 'alerts', 'activity_logs']),
    )

    const erase = (name: string) => clerk.call(privacy.erase, { params: { id: person.id }, body: { name } })
    expect((await erase('Somebody else')).problem.detail).toBe('The name doesn’t match')
    const answer = await erase(person.name)
    expect(answer.status).toBe(200)
    expect(answer.reply.rows).toMatchObject({ people: 1, profiles: 1, contacts: 1, messages: 1, alerts: 1 })

    await sealAll(api.db)
    expect(await tablesWith(api.db, person.secret)).toEqual([])
    expect(await tablesWith(api.db, person.email as string)).toEqual([])
    const kept = await sql`select from alert_events where alert_id = ${person.alert}`.execute(api.db)
    expect(kept.rows).toHaveLength(1)

    for (let after = 0; ; ) {
      const step = await verifyStep(api.db, after)
      expect(step.fault).toBe(null)
      if (step.done) break
      after = step.seal
    }
    const shown = await clerk.call(elderly.list, { query: { removed: true } })
    expect(shown.text).not.toContain(person.id)
    expect((await clerk.call(elderly.restore, { params: { id: person.id } })).status).toBe(404)
    expect((await erase(person.name)).status).toBe(404)
  })

  test('leaves other people’s rows unchanged', async ({ api }) => {
    const clerk = await api.signedIn('organization_admin')
    const [one, other] = [await traced(api, clerk), await traced(api, clerk)]
    const all = async () => open((await clerk.call(privacy.package, { params: { id: other.id } })).text).held
    const before = await all()
    await clerk.call(privacy.erase, { params: { id: one.id }, body: { name: one.name } })
    const after = await all()
    // These grow meanwhile: by the calls of the test, and by the mail to the new account.
    const growing = ['activity_logs', 'mailed_tokens']
    const counts = (held: Package['held']) =>
      held.filter(({ table }) => !growing.includes(table)).map(({ table, rows }) => [table, rows.length])
    expect(counts(after)).toEqual(counts(before))
  })

  test('is refused for oneself, for a higher role, while an alert is open, and without step-up', async ({
    api,
  }) => {
    const clerk = await api.signedIn('organization_admin')
    const admin = await api.signedIn('admin')
    const chief = await api.signedIn('super_admin')
    const person = await traced(api, clerk)
    const erase = (caller: Caller, id: string, name: string) =>
      caller.call(privacy.erase, { params: { id }, body: { name } })
    expect((await erase(clerk, clerk.id, 'Test organization_admin')).problem.type).toBe('/problems/self')
    expect((await erase(admin, chief.id, 'Test super_admin')).problem.type).toBe('/problems/rank')
    await sql`update alerts set status = 'active', resolved_at = null where id = ${person.alert}`.execute(
      api.db,
    )
    expect((await erase(clerk, person.id, person.name)).problem.type).toBe('/problems/open-alert')
    await sql`update sessions set proved_at = now() - interval '1 hour' where person_id = ${clerk.id}`.execute(
      api.db,
    )
    expect((await erase(clerk, person.id, person.name)).problem.type).toBe('/problems/step-up')
    expect(await tablesWith(api.db, person.email as string)).toContain('people')
  })
})
