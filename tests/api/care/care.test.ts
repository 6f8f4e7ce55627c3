// @module-tag clock

import { Kysely, PostgresDialect } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { care } from '#contract/care/care.ts'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Actor, AuthenticatedCall } from '#server/kit/call.ts'
import { listPeopleInCare } from '#server/modules/care/day.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** A home with two people, one of whom has a carer and a daughter. */
async function home(api: Api) {
  const organizationId = await api.organization({ kind: 'care_provider' })
  const elsa = await api.signedIn('elderly_user', { organizationId, name: 'Elsa Amsel' })
  const otto = await api.signedIn('elderly_user', { organizationId, name: 'Otto Zeisig' })
  const carla = await api.signedIn('caregiver', { organizationId, name: 'Carla Fink' })
  const mira = await api.signedIn('family_member', { organizationId, name: 'Mira Amsel' })
  const oscar = await api.signedIn('organization_admin', { organizationId })
  for (const carer of [carla, mira]) await assigned(api, elsa, carer)
  return { organizationId, elsa, otto, carla, mira, oscar, params: { id: elsa.id } }
}

const alert = (api: Api, whose: Caller, values: object = {}) =>
  api.db
    .insertInto('alerts')
    .values({
      id: uuid(),
      organization_id: whose.organizationId,
      person_id: whose.id,
      type: 'fall',
      source: 'device',
      severity: 'critical',
      status: 'active',
      raised_at: ago(1),
      ...values,
    })
    .execute()

const device = (api: Api, whose: Caller, last_seen_at: string | null) =>
  api.db
    .insertInto('devices')
    .values({
      id: uuid(),
      organization_id: whose.organizationId,
      person_id: whose.id,
      name: 'Pendant',
      serial: uuid(),
      kind: 'pendant',
      status: 'online',
      report_interval_seconds: 600,
      last_seen_at,
    })
    .execute()

const names = async (caller: Caller) => (await caller.call(care.day)).reply.people.map(({ name }) => name)

describe('a carer’s day', () => {
  test('contains the people whom they may look after, and no one else', async ({ api }) => {
    const { elsa, otto, carla, mira, oscar, organizationId } = await home(api)
    expect(await names(carla)).toEqual(['Elsa Amsel'])
    expect(await names(mira)).toEqual(['Elsa Amsel'])
    expect(await names(elsa)).toEqual(['Elsa Amsel'])
    expect(await names(oscar)).toEqual(['Elsa Amsel', 'Otto Zeisig'])
    expect(await names(await api.signedIn('caregiver'))).toEqual([])
    const operator = await api.signedIn('operator')
    const { reply } = await operator.call(care.day, { query: { organization_id: organizationId, limit: 1 } })
    expect([reply.people.length, reply.total]).toEqual([1, 2])
    expect((await (await api.signedIn('analyst')).call(care.day)).status).toBe(403)
    await api.db
      .updateTable('assignments')
      .set({ ended_at: ago(0) })
      .where('elderly_id', '=', elsa.id)
      .execute()
    expect(await names(carla)).toEqual([])
    await alert(api, otto)
    const few = { organization_id: organizationId, limit: 1 }
    const [first] = (await operator.call(care.day, { query: few })).reply.people
    expect(first).toMatchObject({ name: 'Otto Zeisig', status: 'needs_help' })
  })

  test('lists first who needs attention most, with the reasons', async ({ api }) => {
    const { elsa, otto, oscar } = await home(api)
    await device(api, otto, ago(5))
    await elsa.call(healthQuick.vitals, { body: { pulse: 150 } })
    const before = (await oscar.call(care.day)).reply.people
    expect(before).toMatchObject([
      { name: 'Otto Zeisig', status: 'unknown', reasons: [{ kind: 'silent' }] },
      { name: 'Elsa Amsel', status: 'well', reasons: [{ kind: 'vitals', what: 'pulse' }] },
    ])
    await alert(api, elsa)
    await alert(api, otto, { test: true })
    await alert(api, otto, { status: 'resolved' })
    const task = { title: 'Shop', due_at: ago(3) }
    const query = { user_id: String(elsa.userId) }
    await oscar.call(elderlyDashboard.assignTask, { query, body: task })
    const [first, second] = (await oscar.call(care.day)).reply.people
    expect(first).toMatchObject({
      name: 'Elsa Amsel',
      status: 'needs_help',
      reasons: [
        { kind: 'open_alert', what: 'fall', severity: 'critical' },
        { kind: 'vitals' },
        { kind: 'overdue_tasks', what: 'Shop', since: task.due_at },
      ],
      tasks: [{ title: 'Shop', due_at: task.due_at, version: 1 }],
    })
    expect(second?.reasons).toMatchObject([{ kind: 'silent' }])
  })

  test('runs as many queries for many people as for one', async ({ api }) => {
    const { oscar, organizationId } = await home(api)
    let count = 0
    const dialect = new PostgresDialect({ pool: api.services.database.pool })
    const db = new Kysely<Tables>({ dialect, log: () => void count++ })
    const actor = { id: oscar.id, role: 'organization_admin', organizationId } as Actor
    const call = { db, actor, grant: grant(actor.role, may('care', 'list')) } as AuthenticatedCall
    const statements = async () => {
      count = 0
      const { people } = await listPeopleInCare(call, { limit: 50 })
      return { people: people.length, statements: count }
    }
    const few = await statements()
    for (let made = 0; made < 20; made++) {
      const one = await api.signedIn('elderly_user', { organizationId })
      await device(api, one, ago(1))
      await alert(api, one)
      await one.call(healthQuick.checkin, { body: { feeling: 'good' } })
    }
    const many = await statements()
    expect([few.people, many.people]).toEqual([2, 22])
    expect(many.statements).toBe(few.statements)
    expect(many.statements).toBeLessThanOrEqual(10)
  })
})

describe('the page of a person', () => {
  test('sums up what is known, by days of their own zone', async ({ api }) => {
    const { elsa, carla, params } = await home(api)
    const medications = JSON.stringify([{ name: 'Ramipril', dose: '5 mg', times: ['00:00', '23:59'] }])
    const there = { time_zone: 'Asia/Tokyo', created_at: ago(72) }
    await api.db.updateTable('people').set(there).where('id', '=', elsa.id).execute()
    await api.db.deleteFrom('past_time_zones').where('person_id', '=', elsa.id).execute()
    await api.db
      .insertInto('profiles')
      .values({
        person_id: elsa.id,
        organization_id: elsa.organizationId,
        medications,
        updated_at: ago(72),
      })
      .execute()
    await elsa.call(healthQuick.checkin, { body: { feeling: 'fair' } })
    await elsa.call(healthQuick.mood, { body: { mood: 'good' } })
    await elsa.call(healthQuick.vitals, { body: { systolic: 150, diastolic: 80 } })
    await device(api, elsa, ago(0))
    const { status, reply } = await carla.call(care.person, { params })
    expect(status).toBe(200)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format()
    expect(reply.doses?.map(dose => [dose.day, dose.time])).toEqual([
      [day, '00:00'],
      [day, '23:59'],
    ])
    expect(reply).toMatchObject({
      name: 'Elsa Amsel',
      time_zone: 'Asia/Tokyo',
      checkins: { streak: 1, today: true, usual_time: null, last_feeling: 'fair' },
      mood: [{ score: 4 }],
      devices: [{ name: 'Pendant' }],
    })
    expect(reply.vitals).toMatchObject([
      { name: 'systolic', usual: { from: 90, to: 139 }, readings: [{ value: 150, state: 'high' }] },
      { name: 'diastolic', readings: [{ value: 80, state: 'usual' }] },
    ])
  })

  test('is looked up by either id, and by no one without access', async ({ api }) => {
    const { elsa, otto, carla, params } = await home(api)
    const byNumber = await carla.call(care.person, { params: { id: String(elsa.userId) } })
    expect(byNumber.reply.id).toBe(elsa.id)
    const strangers = [await api.signedIn('caregiver'), await api.signedIn('organization_admin'), otto]
    for (const stranger of strangers) {
      for (const endpoint of [care.person, care.messages, care.consent])
        expect((await stranger.call(endpoint, { params })).status).toBe(404)
    }
    expect((await carla.call(care.person, { params: { id: carla.id } })).status).toBe(404)
  })
})

test('messages are listed newest first, page by page, with who has read them', async ({ api }) => {
  const { elsa, mira, carla, params } = await home(api)
  const query = { user_id: String(elsa.userId) }
  for (const text of ['One', 'Two', 'Three'])
    await mira.call(familySimple.quickMessage, { query, body: { text } })
  const page = (await carla.call(care.messages, { params, query: { limit: 2 } })).reply
  expect([page.more, page.messages.map(({ text }) => text)]).toEqual([true, ['Three', 'Two']])
  const before = page.messages.at(-1)?.created_at
  const rest = (await carla.call(care.messages, { params, query: { limit: 2, before } })).reply
  expect([rest.more, rest.messages.map(({ text }) => text)]).toEqual([false, ['One']])
  await carla.call(familySimple.acknowledge, { params: { id: page.messages[0]?.id ?? '' } })
  const [newest] = (await mira.call(care.messages, { params })).reply.messages
  expect(newest?.acknowledged).toMatchObject([{ name: 'Carla Fink' }])
})

describe('consent', () => {
  test('is given by the person, separately for each relationship, and logged', async ({ api }) => {
    const { elsa, oscar, carla, params } = await home(api)
    const { reply } = await elsa.call(care.consent, { params })
    expect(reply).toMatchObject({
      transcripts: false,
      relationships: [
        { carer_name: 'Carla Fink', transcripts: false, location: false },
        { carer_name: 'Mira Amsel', transcripts: false, location: false },
      ],
    })
    const [{ assignment_id } = { assignment_id: '' }] = reply.relationships
    const body = { transcripts: true, relationships: [{ assignment_id, transcripts: true }] }
    const changed = (await elsa.call(care.setConsent, { params, body })).reply
    expect(changed).toMatchObject({
      transcripts: true,
      relationships: [{ transcripts: true, location: false }, { transcripts: false }],
    })
    expect((await carla.call(care.consent, { params })).reply).toEqual(changed)
    const filters = { resource_type: ['consent'] }
    const { logs } = (await oscar.call(activityLogs.list, { query: filters })).reply
    expect(logs).toMatchObject([{ action: 'update', resource_id: elsa.id, user_id: elsa.userId }])
    const taken = { transcripts: false }
    expect((await oscar.call(care.setConsent, { params, body: taken })).reply).toMatchObject({
      transcripts: false,
      relationships: [{ transcripts: true }, {}],
    })
  })

  test('cannot be given by those whom it concerns', async ({ api }) => {
    const { elsa, otto, carla, mira, params } = await home(api)
    const body = { transcripts: true }
    for (const carer of [carla, mira, await api.signedIn('operator')])
      expect((await carer.call(care.setConsent, { params, body })).status).toBe(403)
    expect((await otto.call(care.setConsent, { params, body })).status).toBe(404)
    const elsewhere = await assigned(api, otto, carla)
    const relationships = [{ assignment_id: elsewhere, transcripts: true }]
    const refused = await elsa.call(care.setConsent, { params, body: { transcripts: true, relationships } })
    expect(refused.status).toBe(404)
    expect((await elsa.call(care.consent, { params })).reply.transcripts).toBe(false)
  })
})
