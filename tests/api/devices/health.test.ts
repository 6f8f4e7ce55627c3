// @module-tag clock

import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { test } from '#tests/fixtures/api.ts'

const hub = { name: 'Hub', kind: 'hub', report_interval_seconds: 60 }

describe('a device', () => {
  test('shows how long it has been silent and what is wrong with it', async ({ api }) => {
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

  test('is filtered by its reporting state and by how long ago it reported', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const minute = 60_000
    const ages = { ontime: 0, late: 2 * minute, silent: 90 * minute, longSilent: 180 * minute, never: null }
    for (const [name, age] of Object.entries(ages)) {
      const body = { ...hub, name, serial: name, organization_id: owner.organizationId }
      const { id } = (await owner.call(devices.create, { body })).reply
      if (age === null) continue
      const last_seen_at = new Date(Date.now() - age).toISOString()
      await api.db.updateTable('devices').set({ last_seen_at }).where('id', '=', id).execute()
    }
    const names = async (query: Parameters<typeof owner.call<typeof devices.list>>[1]) =>
      (await owner.call(devices.list, query)).reply.devices.map(({ name }) => name).sort()
    expect(await names({ query: { state: 'silent' } })).toEqual(['longSilent', 'silent'])
    expect(await names({ query: { state: ['late', 'unknown'] } })).toEqual(['late', 'never'])
    expect(await names({ query: { last_seen_at_lte: '-2h' } })).toEqual(['longSilent'])
    expect(await names({ query: { last_seen_at_gte: '-30m' } })).toEqual(['late', 'ontime'])
    const _where = JSON.stringify({ or: [{ last_seen_at_lte: '-1h' }, { name: ['never'] }] })
    expect(await names({ query: { _where } })).toEqual(['longSilent', 'never', 'silent'])

    // The same query means another instant later: what has gone silent since is found as well.
    const last_seen_at = new Date(Date.now() - 180 * minute).toISOString()
    await api.db.updateTable('devices').set({ last_seen_at }).where('serial', '=', 'ontime').execute()
    expect(await names({ query: { last_seen_at_lte: '-2h' } })).toEqual(['longSilent', 'ontime'])

    for (const bad of ['2h', '-2y', '-h', 'yesterday']) {
      const { status, problem } = await owner.call(devices.list, { query: { last_seen_at_lte: bad } })
      expect
        .soft([status, JSON.stringify(problem)])
        .toEqual([422, expect.stringContaining('last_seen_at_lte')])
    }
  })

  test('has its status changed, with a history', async ({ api }) => {
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
