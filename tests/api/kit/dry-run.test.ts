import { describe, expect } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { admins } from '#contract/people/admins.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { subscribe } from '#tests/fixtures/subscriptions.ts'

const dry = { 'x-dry-run': '1' }

const countOf = async ({ db }: Api, table: 'activity_logs' | 'devices' | 'bulk_jobs') => {
  const counted = db.selectFrom(table).select(eb => eb.fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

describe('a dry run', () => {
  test('returns the diff and changes nothing', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const body = { name: 'Hall', serial: home, kind: 'hub', organization_id: home }
    const before = [await countOf(api, 'devices'), await countOf(api, 'activity_logs')]
    const creation = await admin.call(devices.create, { body, headers: dry })
    expect(creation.status).toBe(200)
    expect(creation.reply).toMatchObject({
      dry_run: true,
      changes: [{ action: 'create', resource_type: 'devices', details: { after: { name: 'Hall' } } }],
    })
    expect(creation.text).not.toContain('vdd_')
    expect([await countOf(api, 'devices'), await countOf(api, 'activity_logs')]).toEqual(before)

    const { reply } = await admin.call(devices.create, { body })
    const twice = await admin.call(devices.create, { body, headers: dry })
    expect(twice).toMatchObject({ status: 409, problem: { errors: [{ pointer: '#/serial' }] } })
    const removal = await admin.call(devices.remove, { params: { id: reply.id }, headers: dry })
    expect(removal.reply).toMatchObject({ changes: [{ action: 'delete', resource_id: reply.id }] })
    expect((await admin.call(devices.show, { params: { id: reply.id } })).status).toBe(200)
  })

  test('starts no bulk job', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await fillDevices(api, home, 4)
    const body = { query: { organization_id: home }, count: 4, patch: { kind: 'tablet' } }
    const { reply } = await admin.call(devices.updateMany, { body, headers: dry })
    expect(reply).toMatchObject({ changes: [{ action: 'bulk_update', details: { total: 4 } }] })
    expect(await countOf(api, 'bulk_jobs')).toBe(0)
    const wrong = await admin.call(devices.updateMany, { body: { ...body, count: 5 }, headers: dry })
    expect(wrong.status).toBe(409)
  })

  test('is refused whenever the change would be', async ({ api }) => {
    const home = await api.organization()
    await fillDevices(api, home, 1)
    const admin = await api.signedIn('admin')
    const { reply } = await admin.call(devices.list, { query: { organization_id: home } })
    const params = { id: reply.devices[0]?.id as string }
    const ask = async (role: 'analyst' | 'organization_admin') =>
      (await (await api.signedIn(role)).call(devices.update, { params, body: { name: 'x' }, headers: dry }))
        .status
    expect([await ask('analyst'), await ask('organization_admin')]).toEqual([403, 404])
    expect((await admin.call(devices.update, { params, body: { name: '' }, headers: dry })).status).toBe(422)
    await api.db
      .updateTable('sessions')
      .set({ proved_at: '2020-01-01T00:00:00.000Z' })
      .where('person_id', '=', admin.id)
      .execute()
    const stepUp = await admin.call(admins.update, { params, body: {}, headers: dry })
    expect(stepUp).toMatchObject({ status: 409, problem: { type: '/problems/step-up' } })
  })

  test('never calls a provider, and says so', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await subscribe(owner)
    const body = { cancel_at_period_end: true }
    const tried = await owner.call(subscriptions.update, { body, headers: dry })
    expect(tried).toMatchObject({ status: 422, problem: { type: '/problems/no-dry-run' } })
    const { reply } = await owner.call(subscriptions.current, {})
    expect(reply.subscription).toMatchObject({ cancel_at_period_end: false })
    expect((await owner.call(auth.logout, { headers: dry })).status).toBe(422)
    expect((await owner.call(auth.me, {})).status).toBe(200)
  })
})
