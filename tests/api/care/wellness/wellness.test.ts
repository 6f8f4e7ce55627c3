// @module-tag clock

import { describe, expect } from 'vitest'
import { wellness } from '#contract/care/wellness.ts'
import { test } from '#tests/fixtures/api.ts'

describe('a wellness diary', () => {
  test('lists entries newest first, with their author', async ({ api }) => {
    const elsa = await api.signedIn('elderly_user')
    const user_id = elsa.userId
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    const entries = [
      { kind: 'vitals', value: { systolic: 128, diastolic: 81, pulse: 66 } },
      { kind: 'mood', value: { mood: 'good', score: 4 } },
    ]
    for (const entry of entries) {
      expect((await elsa.call(wellness.log, { body: { user_id, ...entry } })).status).toBe(201)
    }
    const old = { user_id, kind: 'note', value: { text: 'Slept badly' }, recorded_at: yesterday }
    await elsa.call(wellness.log, { body: old })
    const { reply } = await elsa.call(wellness.show, { params: { id: String(user_id) } })
    expect(reply.entries.map(({ kind }) => kind)).toEqual(['mood', 'vitals', 'note'])
    expect(reply.entries[1]).toMatchObject({ ...entries[0], recorded_by: elsa.id, user_id })
    expect(reply.entries[2]).toMatchObject({ recorded_at: yesterday })
    const query = { kind: 'mood' } as const
    const mood = await elsa.call(wellness.show, { params: { id: elsa.id }, query })
    expect(mood.reply.entries).toHaveLength(1)
    const analyst = await api.signedIn('analyst')
    const seen = (await analyst.call(wellness.show, { params: { id: String(user_id) } })).reply.entries
    expect(seen.map(({ value }) => value)).toEqual([null, null, null])
  })

  test.for([
    { kind: 'vitals', value: {} },
    { kind: 'vitals', value: { pulse: 400 } },
    { kind: 'vitals', value: { systolic: 120 } },
    { kind: 'vitals', value: { systolic: 80, diastolic: 120 } },
    { kind: 'vitals', value: { temperature_c: 98.6 } },
    { kind: 'vitals', value: { pulse: 60, shoe_size: 42 } },
    { kind: 'mood', value: { mood: 'splendid' } },
    { kind: 'weather', value: {} },
    { kind: 'note', value: { text: 'Tomorrow' }, recorded_at: '2099-01-01T00:00:00Z' },
  ])('accepts no impossible value: %o', async (wrong, { api }) => {
    const elsa = await api.signedIn('elderly_user')
    expect((await elsa.call(wellness.log, { body: { user_id: elsa.userId, ...wrong } })).status).toBe(422)
  })

  test('belongs to an elderly user within the row scope', async ({ api }) => {
    const [elsa, other] = [await api.signedIn('elderly_user'), await api.signedIn('elderly_user')]
    const body = { user_id: other.userId, kind: 'note', value: { text: 'Hello' } }
    expect((await elsa.call(wellness.log, { body })).status).toBe(404)
    expect((await elsa.call(wellness.show, { params: { id: String(other.userId) } })).status).toBe(404)
    const admin = await api.signedIn('admin')
    expect((await admin.call(wellness.show, { params: { id: admin.id } })).status).toBe(404)
  })
})
