import { describe, expect } from 'vitest'
import { profile } from '#contract/people/profile.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { test } from '#tests/fixtures/api.ts'
import { program } from '#tests/fixtures/device-events.ts'

describe('a profile', () => {
  test('is created with its person, and changed by their user_id', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const body = { name: 'Elsa Amsel', preferred_name: 'Elsa', conditions: ['asthma'] }
    const made = (await admin.call(profile.upsert, { body })).reply
    expect(made).toMatchObject({ ...body, organization_id: admin.organizationId })
    const changed = { user_id: made.user_id, notes: 'Hears better on the left.' }
    const { reply } = await admin.call(profile.upsert, { body: changed })
    expect(reply).toMatchObject({ ...body, ...changed })
    for (const id of [made.id, String(made.user_id)]) {
      expect((await admin.call(profile.show, { params: { id } })).reply).toEqual(reply)
    }
    expect((await admin.call(profile.list)).reply).toEqual({ profiles: [reply], total: 1 })
    const { logs } = (await admin.call(activityLogs.list, { query: { resource_id: made.id } })).reply
    expect(logs.map(({ action, resource_type }) => [action, resource_type])).toEqual([
      ['update', 'elderly'],
      ['create', 'elderly'],
    ])
  })

  test('is written within the row scope only, by a person or a program with the scope', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const { user_id } = (await admin.call(profile.upsert, { body: { name: 'Elsa' } })).reply
    const body = { user_id, preferred_name: 'Else' }
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(profile.upsert, { body })).status).toBe(404)
    expect((await stranger.call(profile.show, { params: { id: String(user_id) } })).status).toBe(404)
    expect((await (await program(api, admin)).call(profile.upsert, { body })).status).toBe(403)
    const allowed = await program(api, admin, ['profiles:write'])
    expect((await allowed.call(profile.upsert, { body })).reply).toMatchObject({
      preferred_name: 'Else',
      conditions: null,
    })
    expect((await admin.call(profile.upsert, { body: {} })).problem.errors).toMatchObject([
      { pointer: '#/name' },
    ])
    const analyst = await api.signedIn('analyst')
    expect((await analyst.call(profile.show, { params: { id: String(user_id) } })).reply.conditions).toBe(
      null,
    )
  })
})
