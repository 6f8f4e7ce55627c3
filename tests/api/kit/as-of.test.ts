import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { contacts } from '#contract/alerts/contacts.ts'
import { devices } from '#contract/devices/devices.ts'
import { maxPastChanges } from '#contract/kit/as-of.ts'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { admins } from '#contract/people/admins.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { people } from '#contract/people/people.ts'
import { privacy } from '#contract/people/privacy.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization, writeAuditLogs } from '#server/kit/audit.ts'
import { changesStatement } from '#server/kit/table/past/queries.ts'
import { eraseLogsOf } from '#server/modules/platform/index.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

/** An instant that everything before has happened by, and everything after comes after. */
async function moment(): Promise<string> {
  const now = Date.now()
  while (Date.now() <= now) await new Promise(resolve => setImmediate(resolve))
  return new Date(now).toISOString()
}

let serial = 0
async function newDevice(caller: Caller, values: object = {}) {
  serial += 1
  const body = {
    name: 'Hall',
    serial: `T-${serial}`,
    kind: 'hub',
    organization_id: caller.organizationId,
    ...values,
  }
  return (await caller.call(devices.create, { body })).reply
}

const renamer = (caller: Caller, id: string) => async (name: string) => {
  await caller.call(devices.update, { params: { id }, body: { name } })
  return moment()
}

/** A reply as of an instant, with the fields that its schema does not have. */
const past = (answer: { reply: unknown }) => answer.reply as Record<string, unknown> & { unknown: string[] }

const shown = async (caller: Pick<Caller, 'call'>, id: string, as_of: string) =>
  caller.call(devices.show, { params: { id }, query: { as_of } })

/** Names in a list of devices as of an instant. */
const listed = async (caller: Pick<Caller, 'call'>, as_of: string, query: object = {}) => {
  const { reply } = await caller.call(devices.list, { query: { as_of, ...query } })
  return reply.devices.map(({ name }) => name)
}

/** Appends an entry as the server would, which no call writes. */
const log = (db: Api['db'], resourceId: string, details: unknown, action: 'update' | 'restore' = 'update') =>
  db
    .transaction()
    .execute(transaction =>
      writeAuditLogs(
        transaction,
        [{ action, resourceType: 'devices', resourceId, details: details as Record<string, unknown> }],
        { actor: null, requestId: null, ip: null, source: 'server' },
      ),
    )

describe('a record as of an instant', () => {
  test('has the values of then, and says what is unknown', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const device = await newDevice(owner)
    const first = await moment()
    const rename = renamer(owner, device.id)
    const second = await rename('Kitchen')
    const third = await rename('Attic')

    const names = await Promise.all(
      [first, second, third].map(async at => past(await shown(owner, device.id, at)).name),
    )
    expect(names).toEqual(['Hall', 'Kitchen', 'Attic'])
    const answer = past(await shown(owner, device.id, second))
    expect(answer).toMatchObject({ id: device.id, serial: device.serial, person_id: null, as_of: second })
    expect(answer.unknown).toEqual([
      'status',
      'battery',
      'battery_at',
      'firmware',
      'last_seen_at',
      'version',
      'updated_at',
    ])
    for (const field of answer.unknown) expect(answer).not.toHaveProperty(field)
    // Nothing was written since.
    expect(past(await shown(owner, device.id, third))).toMatchObject({ version: 3 })

    const { reply } = await owner.call(activityLogs.list, { query: { resource_id: device.id } })
    expect(reply.logs.map(({ id }) => id)[1]).toBe(answer.log)
    const restored = await owner.call(devices.update, {
      params: { id: device.id },
      body: { name: answer.name },
      headers: { 'if-match': '"3"', 'x-restores': String(answer.log) },
    })
    expect(restored.reply.name).toBe('Kitchen')
    const { reply: after } = await owner.call(activityLogs.list, { query: { resource_id: device.id } })
    expect(after.logs[0]).toMatchObject({ action: 'restore', details: { version: { log: answer.log } } })
  })

  test('includes a change at the instant itself', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    await moment()
    await renamer(owner, id)('Kitchen')
    const { reply } = await owner.call(activityLogs.list, { query: { resource_id: id } })
    const at = reply.logs[0]?.timestamp ?? ''
    expect(past(await shown(owner, id, at)).name).toBe('Kitchen')
    expect(past(await shown(owner, id, new Date(Date.parse(at) - 1).toISOString())).name).toBe('Hall')
  })

  test('refuses times by name', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    const early = '2020-01-01T00:00:00Z'
    const future = new Date(Date.now() + 60_000).toISOString()
    for (const as_of of [
      'yesterday',
      '2026-02-30T00:00:00Z',
      '2026-01-01',
      '',
      '0000-01-01T00:00:00Z',
      future,
      early,
    ]) {
      for (const { status, problem } of [
        await owner.call(devices.show, { params: { id }, query: { as_of } }),
        await owner.call(devices.list, { query: { as_of } }),
      ]) {
        expect(status, as_of).toBe(422)
        expect(problem.errors, as_of).toMatchObject([{ pointer: '#/as_of', in: 'query' }])
      }
    }
    const { problem } = await owner.call(devices.show, { params: { id }, query: { as_of: early } })
    expect(problem.detail).toMatch(/^The activity log begins at \d{4}-/)
    const now = await moment()
    const inGerman = async (query: object) => {
      const { problem } = await owner.call(devices.list, { query, headers: { 'accept-language': 'de' } })
      return problem.detail
    }
    expect(await inGerman({ as_of: future })).toBe('Darf nicht in der Zukunft liegen')
    expect(await inGerman({ as_of: early })).toMatch(/^Das Aktivitätsprotokoll beginnt am \d{4}-/)
    expect(await inGerman({ as_of: now, removed: true })).toMatch(/^Gelöschte Datensätze und Sammel/)
    expect(await inGerman({ as_of: now, status: 'online' })).toMatch(
      /^Status: Das Aktivitätsprotokoll enthält keine/,
    )
  })

  test('does not exist before it was created, or while it was removed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const carer = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    await newDevice(owner)
    const before = await moment()
    const { id } = await newDevice(owner)
    const then = await moment()
    await owner.call(devices.remove, { params: { id } })
    const removed = await moment()
    expect((await shown(owner, id, before)).problem.type).toBe('/problems/absent-then')
    expect(past(await shown(owner, id, then)).name).toBe('Hall')
    expect((await shown(owner, id, removed)).status).toBe(404)
    // Those who may not see removed devices see nothing of their past either.
    expect((await shown(carer, id, then)).status).toBe(404)
    await owner.call(devices.restore, { params: { id } })
    expect((await shown(owner, id, removed)).status).toBe(404)
    expect(past(await shown(owner, id, await moment())).name).toBe('Hall')
  })

  test('comes back after its deletion, for those who may delete', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const person = await api.signedIn('elderly_user')
    const stranger = await api.signedIn('organization_admin')
    const body = { person_id: person.id, name: 'Nadia', phone: '+1 212 555 0100', priority: 1 }
    const { id } = (await admin.call(contacts.create, { body })).reply
    const then = await moment()
    await admin.call(contacts.update, { params: { id }, body: { name: 'Nadia B.' } })
    await admin.call(contacts.remove, { params: { id } })
    const params = { id }
    const query = { as_of: then }
    expect(past(await admin.call(contacts.show, { params, query }))).toMatchObject({
      id,
      name: 'Nadia',
      priority: 1,
    })
    expect((await admin.call(contacts.list, { query })).reply.contacts).toMatchObject([{ id, name: 'Nadia' }])
    expect((await stranger.call(contacts.show, { params, query })).status).toBe(404)
    expect((await stranger.call(contacts.list, { query })).reply.total).toBe(0)
    const analyst = await api.signedIn('analyst')
    expect((await analyst.call(contacts.list, { query })).reply?.total ?? 0).toBe(0)
    expect((await admin.call(contacts.list, { query: { as_of: await moment() } })).reply.total).toBe(0)
  })
})

describe('a list as of an instant', () => {
  test('is filtered, sorted and paged by the values of then', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const [a, b, c] = [
      await newDevice(owner, { name: 'A' }),
      await newDevice(owner, { name: 'B' }),
      await newDevice(owner, { name: 'C', kind: 'pendant' }),
    ]
    const then = await moment()
    await owner.call(devices.update, { params: { id: a.id }, body: { name: 'Z', kind: 'pendant' } })
    await owner.call(devices.remove, { params: { id: b.id } })
    await owner.call(devices.update, { params: { id: c.id }, body: { name: 'Y' } })
    await newDevice(owner, { name: 'D' })

    expect(await listed(owner, then)).toEqual(['A', 'B', 'C'])
    expect(await listed(owner, await moment())).toEqual(['D', 'Y', 'Z'])
    expect(await listed(owner, then, { _order: 'desc' })).toEqual(['C', 'B', 'A'])
    expect(await listed(owner, then, { kind: 'hub' })).toEqual(['A', 'B'])
    expect(await listed(owner, then, { name_like: 'z' })).toEqual([])
    expect(await listed(owner, then, { q: 'b' })).toEqual(['B'])
    expect(await listed(owner, then, { id: [a.id, c.id] })).toEqual(['A', 'C'])
    expect(
      await listed(owner, then, { _where: JSON.stringify({ or: [{ name: 'A' }, { name: 'C' }] }) }),
    ).toEqual(['A', 'C'])
    const page = await owner.call(devices.list, { query: { as_of: then, _start: 1, _end: 2 } })
    expect(page.reply).toMatchObject({ devices: [{ name: 'B' }], total: 3, as_of: then, omitted: 0 })
    expect(page.headers['x-total-count']).toBe('3')
    expect(past(page).unknown).toContain('battery')
    expect(page.reply.devices[0]).not.toHaveProperty('battery')
  })

  test('refuses what the log does not know', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    const as_of = await moment()
    const refused = async (query: object) => {
      const { status, problem } = await owner.call(devices.list, { query: { as_of, ...query } })
      expect(status, JSON.stringify(query)).toBe(422)
      return problem.errors?.[0]?.pointer
    }
    expect(await refused({ status: 'online' })).toBe('#/status')
    expect(await refused({ battery_lte: 20 })).toBe('#/battery')
    expect(await refused({ _sort: 'last_seen_at' })).toBe('#/last_seen_at')
    expect(await refused({ state: 'silent' })).toBe('#/state')
    expect(
      await refused({ _where: JSON.stringify({ or: [{ name: 'A' }, { and: [{ battery_lte: 3 }] }] }) }),
    ).toBe('#/battery')
    expect(await refused({ removed: true })).toBe('#/as_of')
    expect(await refused({ _format: 'csv', battery_lte: 20 })).toBe('#/battery')
    expect(await refused({ _format: 'csv', removed: true })).toBe('#/as_of')
    const bulk = await owner.call(devices.updateMany, {
      body: { query: { as_of }, count: 1, patch: { kind: 'hub' } },
    })
    expect(bulk.status).toBe(422)
    expect((await owner.call(devices.show, { params: { id } })).reply.version).toBe(1)
  })

  test('refuses an instant with too many changes since, unless records are chosen', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    const other = await newDevice(owner, { name: 'Quiet' })
    const then = await moment()
    await sql`
      insert into activity_logs (organization_id, id, "timestamp", action, resource_type, resource_id, details)
      select ${owner.organizationId}, gen_random_uuid(), now(), 'update', 'devices', ${id}, '{"before": {"name": "X"}}'
      from generate_series(1, ${maxPastChanges + 1})`.execute(api.db)
    const { status, problem } = await owner.call(devices.list, { query: { as_of: then } })
    expect(status).toBe(422)
    expect(problem.detail).toContain(String(maxPastChanges))
    expect((await shown(owner, id, then)).status).toBe(422)
    expect(past(await shown(owner, other.id, then)).name).toBe('Quiet')
    expect(await listed(owner, then, { id: [other.id] })).toEqual(['Quiet'])
  })

  test('finds the changes by an index, however long the log is', async ({ api }) => {
    await sql`
      insert into activity_logs (organization_id, id, "timestamp", action, resource_type, resource_id, details)
      select ${serviceOrganization}, gen_random_uuid(), now() - n * interval '1 second',
        case n % 2 when 0 then 'view' else 'update' end, 'elderly', gen_random_uuid(), '{"before": {"name": "X"}}'
      from generate_series(1, 30000) as n`.execute(api.db)
    await sql`analyze activity_logs`.execute(api.db)
    const recently = new Date(Date.now() - 60_000).toISOString()
    for (const statement of [
      changesStatement(['elderly', 'admins'], recently),
      changesStatement(['elderly', 'admins'], recently, [uuid()]),
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(api.db)
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index/)
      // Months without rows are scanned for nothing.
      expect(plan).not.toMatch(/Seq Scan on activity_logs_\d{4}.*cost=0\.00\.\.(?!0\.00)/)
    }
  })

  test('leaves out and counts rows whose filtered field was erased from the log', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const clerk = await api.signedIn('admin')
    const home = await api.organization()
    const { id } = await newDevice(admin, { organization_id: home })
    await newDevice(admin, { organization_id: home, name: 'Attic' })
    const then = await moment()
    await clerk.call(devices.update, { params: { id }, body: { name: 'Kitchen' } })
    await eraseLogsOf(api.db as never, clerk.userId)
    const { reply } = await admin.call(devices.list, { query: { as_of: then, organization_id: home } })
    expect(reply).toMatchObject({ devices: [{ name: 'Attic' }], total: 1, omitted: 1 })
    const record = past(await shown(admin, id, then))
    expect(record).not.toHaveProperty('name')
    expect(record.unknown).toEqual(expect.arrayContaining(['name', 'serial', 'organization_id']))
    // Without its organization, nobody's reach but that of staff is known to include it.
    const owner = await api.signedIn('organization_admin', { organizationId: home })
    expect((await shown(owner, id, then)).status).toBe(404)
    expect((await owner.call(devices.list, { query: { as_of: then } })).reply).toMatchObject({
      total: 1,
      omitted: 0,
    })
  })
})

describe('what a caller may not see', () => {
  test('a record stays hidden from the organization that it left, and its past from the one it came to', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const [from, to] = [await api.signedIn('organization_admin'), await api.signedIn('organization_admin')]
    const { id } = await newDevice(from, { name: 'Secret' })
    const then = await moment()
    await admin.call(devices.update, {
      params: { id },
      body: { organization_id: to.organizationId, name: 'Moved' },
    })
    const now = await moment()
    expect((await shown(from, id, then)).status).toBe(404)
    expect((await shown(to, id, then)).status).toBe(404)
    expect([await listed(from, then), await listed(to, then)]).toEqual([[], []])
    expect(past(await shown(to, id, now)).name).toBe('Moved')
    expect(past(await shown(admin, id, then))).toMatchObject({
      name: 'Secret',
      organization_id: from.organizationId,
    })
  })

  test('personal data is hidden in the past as it is now', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const analyst = await api.signedIn('analyst')
    const { id } = await api.signedIn('caregiver', { name: 'Private Carer' })
    const change = (phone: string) => admin.call(caregivers.update, { params: { id }, body: { phone } })
    await change('+1 212 555 0101')
    const as_of = await moment()
    await change('+1 212 555 0102')
    const params = { id }
    const query = { as_of }
    expect(past(await admin.call(caregivers.show, { params, query })).phone).toBe('+1 212 555 0101')
    const hidden = await analyst.call(caregivers.show, { params, query })
    expect(hidden.reply).toMatchObject({ name: 'Private Carer', phone: null, email: null })
    const list = await analyst.call(caregivers.list, { query: { as_of, q: 'Private Carer' } })
    expect(list.reply).toMatchObject({ caregivers: [{ phone: null, email: null }], total: 1 })
    const filtered = await analyst.call(caregivers.list, { query: { as_of, email_like: 'example' } })
    expect(filtered.problem.errors).toMatchObject([{ pointer: '#/email' }])
  })

  test('erased people stay erased, with the records about them', async ({ api }) => {
    const chief = await api.signedIn('super_admin')
    const person = await api.signedIn('elderly_user', { name: 'Elsa Example' })
    const home = await api.signedIn('organization_admin', { organizationId: person.organizationId })
    const body = { person_id: person.id, name: 'Nadia', phone: '+1 212 555 0100' }
    const contact = (await home.call(contacts.create, { body })).reply
    const gone = (await home.call(contacts.create, { body: { ...body, name: 'Gone' } })).reply
    const device = await newDevice(home, { person_id: person.id })
    const then = await moment()
    await home.call(contacts.remove, { params: { id: gone.id } })
    await home.call(elderly.update, { params: { id: person.id }, body: { name: 'Elsa Other' } })
    const erased = await chief.call(privacy.erase, {
      params: { id: person.id },
      body: { name: 'Elsa Other' },
    })
    expect(erased.status).toBe(200)
    const query = { as_of: then }
    for (const caller of [chief, home]) {
      expect((await caller.call(elderly.show, { params: { id: person.id }, query })).status).toBe(404)
      for (const { id } of [contact, gone])
        expect((await caller.call(contacts.show, { params: { id }, query })).status).toBe(404)
      const inHome = { query: { ...query, organization_id: home.organizationId } }
      const lists = [await caller.call(elderly.list, inHome), await caller.call(contacts.list, inHome)]
      for (const { reply } of lists) expect(reply.total).toBe(0)
      const text = [...lists.map(({ text }) => text), (await shown(caller, device.id, then)).text].join()
      expect(text).not.toMatch(new RegExp(`Elsa|Nadia|Gone|${person.id}`))
      // The erasure emptied the reference without a log entry, so the past must not claim that it was empty.
      expect(past(await shown(caller, device.id, then)).unknown).toContain('person_id')
    }
    const filtered = await chief.call(devices.list, {
      query: { ...query, person_id_ne: [person.id], organization_id: home.organizationId },
    })
    expect(filtered.reply).toMatchObject({ total: 0, omitted: 1 })
  })

  test('a person is listed under the role of then', async ({ api }) => {
    const chief = await api.signedIn('super_admin')
    const carer = await api.signedIn('caregiver', { name: 'Then Carer' })
    await newDevice(chief, { organization_id: carer.organizationId })
    const then = await moment()
    const changed = await chief.call(people.assignRole, {
      params: { id: carer.id },
      body: { role: 'organization_admin' },
    })
    expect(changed.status).toBe(200)
    const now = await moment()
    const query = (as_of: string) => ({ query: { as_of, q: 'Then Carer' } })
    expect((await chief.call(admins.list, query(now))).reply.total).toBe(1)
    expect((await chief.call(admins.list, query(then))).reply.total).toBe(0)
    expect((await chief.call(caregivers.list, query(now))).reply.total).toBe(0)
  })
})

describe('a poisoned log', () => {
  test('entries of clients say nothing about records', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    const then = await moment()
    const details = { before: { name: 'Forged', organization_id: serviceOrganization } }
    const body = { action: 'rename', resource_type: 'devices', resource_id: id, details }
    expect((await owner.call(activityLogs.create, { body })).status).toBe(201)
    const [row] = await log(api.db, id, details)
    await api.db
      .updateTable('activity_logs')
      .set({ source: 'client' })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect(past(await shown(owner, id, then)).name).toBe('Hall')
  })

  test('values that no record can have are unknown, and break nothing', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const [one, two] = [await newDevice(owner), await newDevice(owner, { name: 'Good' })]
    const then = await moment()
    await log(api.db, one.id, {
      before: { kind: "x'); --", report_interval_seconds: 'NaN', id: two.id, person_id: 'me' },
    })
    await log(api.db, uuid(), { before: { name: 'Nobody' } })
    await log(api.db, 'no-id', { before: { name: 'Nobody' } })
    const record = past(await shown(admin, one.id, then))
    expect(record).toMatchObject({ id: one.id, name: 'Hall', serial: one.serial })
    expect(record.unknown).toEqual(expect.arrayContaining(['kind', 'report_interval_seconds', 'person_id']))
    const home = { organization_id: owner.organizationId }
    expect(await listed(admin, then, home)).toEqual(['Good', 'Hall'])
    expect(await listed(admin, then, { ...home, kind: 'hub' })).toEqual(['Good'])
    for (const details of ['text', ['list'], 7]) await log(api.db, one.id, details)
    expect(past(await shown(admin, one.id, then)).unknown).toContain('name')
  })

  test('an id that was used again is told apart by time', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const person = await api.signedIn('elderly_user')
    const body = { person_id: person.id, name: 'First', phone: '+1 212 555 0100' }
    const { id } = (await admin.call(contacts.create, { body })).reply
    const first = await moment()
    await admin.call(contacts.remove, { params: { id } })
    const between = await moment()
    const other = (await admin.call(contacts.create, { body: { ...body, name: 'Second' } })).reply
    await sql`update contacts set id = ${id} where id = ${other.id}`.execute(api.db)
    await sql`update activity_logs set resource_id = ${id} where resource_id = ${other.id}`.execute(api.db)
    const at = async (as_of: string) =>
      past(await admin.call(contacts.show, { params: { id }, query: { as_of } }))
    expect((await at(first)).name).toBe('First')
    expect((await at(between)).status).toBe(404)
    expect((await at(await moment())).name).toBe('Second')
  })
})

test('terms of the glossary have a past as well', async ({ api }) => {
  const admin = await api.signedIn('super_admin')
  const body = { term: 'ladder', language: 'de', allowed: 'Leiter' }
  const { id } = (await admin.call(glossaryTerms.create, { body })).reply
  const as_of = await moment()
  await admin.call(glossaryTerms.update, { params: { id }, body: { allowed: 'Stufenplan' } })
  const { reply } = await admin.call(glossaryTerms.list, { query: { as_of } })
  expect(reply).toMatchObject({ terms: [{ allowed: 'Leiter' }], total: 1 })
})
