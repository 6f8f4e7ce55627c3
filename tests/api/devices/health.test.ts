// @module-tag clock

import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { test } from '#tests/fixtures/api.ts'

const hub = { name: 'Hub', kind: 'hub', report_interval_seconds: 60 }

describe('a device', () => {
  test('tells how long it has been silent and what is wrong with it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const body = { ...hub, serial: 'H-1', organization_id: owner.organizationId }
    const { id } = (await owner.call(devices.create, { body })).reply
    const params = { id }
    expect((await owner.call(devices.health, { params })).reply).toMatchObject({
      device_id: id,
      state: 'unknown',
      reasons: ['never_reported'],
    })
    const heard = new Date(Date.now() - 3_600_000)
    await api.db
      .updateTable('devices')
      .set({ last_seen_at: heard.toISOString(), battery: 3 })
      .where('id', '=', id)
      .execute()
    expect((await owner.call(devices.health, { params })).reply).toMatchObject({
      state: 'silent',
      since: new Date(heard.getTime() + 180_000).toISOString(),
      battery: 3,
      reasons: ['silent', 'battery_critical'],
    })
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(devices.health, { params })).status).toBe(404)
  })

  test('has its status set, with its history', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const body = { ...hub, serial: 'H-2', organization_id: owner.organizationId }
    const { id } = (await owner.call(devices.create, { body })).reply
    const params = { id }
    const set = (status: string) => owner.call(devices.setStatus, { params, body: { status } })
    expect((await set('retired')).reply).toMatchObject({ status: 'retired', version: 2 })
    expect((await set('asleep')).problem).toMatchObject({ status: 422, errors: [{ pointer: '#/status' }] })
    const { reply } = await owner.call(activityLogs.list, { query: { resource_id: id, action: 'update' } })
    expect(reply.logs[0]?.details).toEqual({ before: { status: 'registered' }, after: { status: 'retired' } })
  })
})
