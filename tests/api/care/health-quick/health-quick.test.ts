// @module-tag clock

import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { healthQuick } from '#contract/care/health-quick.ts'
import { profile } from '#contract/people/profile.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { assigned } from '#tests/fixtures/care.ts'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const clock = (hoursAgo: number) => ago(hoursAgo).slice(11, 16)

/** Somebody who has been here for a month and takes one medicine, due so many hours ago. */
async function patient(api: Api, ...hoursAgo: number[]): Promise<Caller> {
  const elsa = await api.signedIn('elderly_user')
  await api.db
    .updateTable('people')
    .set({ created_at: ago(720) })
    .where('id', '=', elsa.id)
    .execute()
  const times = hoursAgo.map(clock)
  const medications = [{ name: 'Ramipril', dose: '5 mg', times }]
  await elsa.call(profile.upsert, { body: { user_id: elsa.userId, medications } })
  // As if it had been so from the first day on.
  await api.db
    .updateTable('past_medications')
    .set({ until: ago(720) })
    .where('person_id', '=', elsa.id)
    .execute()
  return elsa
}

async function wears(api: Api, elsa: Caller, lastSeen: string | null) {
  await api.db
    .insertInto('devices')
    .values({
      id: uuid(),
      organization_id: elsa.organizationId,
      person_id: elsa.id,
      name: 'Pendant',
      serial: `SN-${uuid()}`,
      kind: 'pendant',
      report_interval_seconds: 600,
      last_seen_at: lastSeen,
    })
    .execute()
}

const statesOf = async (caller: Caller, elsa: Caller) => {
  const query = { user_id: String(elsa.userId), days: 2 }
  const { reply } = await caller.call(healthQuick.summary, { query })
  return reply.health?.doses ?? []
}

describe('a medication schedule', () => {
  test('becomes unknown while the device is silent, and known again once it reports', async ({ api }) => {
    const elsa = await patient(api, 6)
    await wears(api, elsa, ago(10))
    const last = async () => (await statesOf(elsa, elsa)).find(dose => dose.due_at > ago(7))
    expect(await last()).toMatchObject({ name: 'Ramipril', state: 'unknown', taken_at: null })
    await api.db
      .updateTable('devices')
      .set({ last_seen_at: ago(0) })
      .where('person_id', '=', elsa.id)
      .execute()
    expect((await last())?.state).toBe('missed')
    const taken = { name: 'Ramipril', taken: true, recorded_at: ago(5.5) }
    const { status, reply } = await elsa.call(healthQuick.medication, { body: taken })
    expect([status, reply.dose?.state]).toEqual([201, 'taken'])
    expect(await last()).toMatchObject({ state: 'taken', taken_at: taken.recorded_at })
  })

  test('follows the person’s time zone', async ({ api }) => {
    const elsa = await patient(api, 6)
    const before = (await statesOf(elsa, elsa)).filter(({ due_at }) => due_at <= ago(0)).map(d => d.due_at)
    await elsa.call(profile.upsert, { body: { user_id: elsa.userId, time_zone: 'Asia/Tokyo' } })
    const after = (await statesOf(elsa, elsa)).map(({ due_at }) => due_at)
    expect(after).toEqual(expect.arrayContaining(before.filter(due => due > ago(24))))
  })

  test('shows no missed dose from before the prescription', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    await api.db
      .updateTable('people')
      .set({ created_at: ago(720) })
      .where('id', '=', elsa.id)
      .execute()
    const medications = [{ name: 'Ramipril', dose: '5 mg', times: [clock(6)] }]
    await elsa.call(profile.upsert, { body: { user_id: elsa.userId, medications } })
    const due = (await statesOf(elsa, elsa)).map(({ due_at }) => due_at)
    expect(due.filter(at => at < ago(0))).toEqual([])
  })
})

describe('a check-in', () => {
  test('sent twice counts once', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const body = { id: uuid(), feeling: 'good', recorded_at: ago(1) }
    const first = await elsa.call(healthQuick.checkin, { body })
    const again = await elsa.call(healthQuick.checkin, { body: { ...body, feeling: 'poor' } })
    expect(again.reply.entry).toEqual(first.reply.entry)
    const { reply } = await elsa.call(healthQuick.summary)
    expect(reply.health?.checkins).toMatchObject({ days: 1, last_feeling: 'good' })
  })

  test('each day forms a streak', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    for (const hours of [72, 48, 24])
      await elsa.call(healthQuick.checkin, { body: { feeling: 'good', recorded_at: ago(hours) } })
    const { reply } = await elsa.call(healthQuick.checkin, { body: { feeling: 'fair' } })
    expect(reply.streak).toBe(4)
  })

  test('does not accept the id of another person’s entry', async ({ api }) => {
    const [elsa, otto] = [await api.signedIn('elderly_user'), await api.signedIn('elderly_user')]
    const body = { id: uuid(), feeling: 'good' }
    await elsa.call(healthQuick.checkin, { body })
    expect((await otto.call(healthQuick.checkin, { body })).status).toBe(409)
  })
})

describe('vital signs', () => {
  test('are shown with units and their normal range', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const body = { systolic: 151, diastolic: 88, weight_kg: 61.5 }
    const { reply } = await elsa.call(healthQuick.vitals, { body })
    expect(reply.readings?.map(({ name, unit, state }) => [name, unit, state])).toEqual([
      ['systolic', 'mmHg', 'high'],
      ['diastolic', 'mmHg', 'usual'],
      ['weight_kg', 'kg', 'unjudged'],
    ])
    expect((await elsa.call(healthQuick.vitals, { body: { temperature_c: 98.6 } })).status).toBe(422)
    expect((await elsa.call(healthQuick.vitals, { body: { id: uuid() } })).status).toBe(422)
  })
})

describe('the summary and trends', () => {
  test('are computed from the diary', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    await elsa.call(healthQuick.mood, { body: { mood: 'good' } })
    await elsa.call(healthQuick.mood, { body: { mood: 'low', recorded_at: ago(2) } })
    await elsa.call(healthQuick.symptoms, { body: { symptoms: ['Headache'], severity: 'mild' } })
    await elsa.call(healthQuick.symptoms, { body: { symptoms: ['headache'], severity: 'severe' } })
    const { health } = (await elsa.call(healthQuick.summary)).reply
    expect(health?.mood).toMatchObject({ average: 3, last: 'good' })
    expect(health?.symptoms).toEqual([{ symptom: 'headache', count: 2, worst: 'severe' }])
    const { weeks } = (await elsa.call(healthQuick.trends, { query: { weeks: 3 } })).reply
    expect(weeks).toHaveLength(3)
    expect(weeks?.reduce((sum, week) => sum + week.symptoms, 0)).toBe(2)
  })

  test('are visible to permitted callers only', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const query = { user_id: String(elsa.userId) }
    const family = await api.signedIn('family_member', { organizationId: elsa.organizationId })
    expect((await family.call(healthQuick.summary, { query })).status).toBe(404)
    await assigned(api, elsa, family)
    expect((await family.call(healthQuick.summary, { query })).status).toBe(200)
    expect((await family.call(healthQuick.mood, { query, body: { mood: 'good' } })).status).toBe(403)
    expect((await family.call(healthQuick.summary)).status).toBe(422)
    const analyst = await api.signedIn('analyst')
    expect((await analyst.call(healthQuick.summary, { query })).reply.health).toBeNull()
  })
})
