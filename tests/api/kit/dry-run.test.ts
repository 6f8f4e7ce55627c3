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

  test('names the rows that a bulk job would skip, and why, and leaves no trace', async ({ api }) => {
    const boss = await api.signedIn('organization_admin')
    const home = boss.organizationId
    await fillDevices(api, home, 3)
    const { reply: found } = await boss.call(devices.list, { query: { organization_id: home } })
    const [first, second] = found.devices
    await boss.call(devices.setStatus, { params: { id: first?.id as string }, body: { status: 'retired' } })
    const logs = await countOf(api, 'activity_logs')
    const body = { ids: found.devices.map(({ id }) => id), count: 3, patch: { status: 'retired' } }
    const { reply } = await boss.call(devices.updateMany, { body, headers: dry })
    expect(reply).toMatchObject({
      changes: [
        {
          details: {
            preview: {
              tried: 3,
              skipped: 1,
              rows: [{ id: first?.id, title: first?.name, reason: 'unchanged' }],
            },
          },
        },
      ],
    })
    const { reply: after } = await boss.call(devices.show, { params: { id: second?.id as string } })
    expect(after).toMatchObject({ status: 'offline', version: second?.version })
    expect(await countOf(api, 'activity_logs')).toBe(logs)

    // A person cannot suspend themself, which only the row's own rules know.
    const people = { ids: [boss.id], count: 1, patch: { status: 'suspended' } }
    const { reply: refused } = await boss.call(admins.updateMany, { body: people, headers: dry })
    expect(refused).toMatchObject({
      changes: [{ details: { preview: { tried: 1, skipped: 1, rows: [{ reason: 'refused' }] } } }],
    })
    const { reply: removal } = await boss.call(devices.removeMany, {
      body: { ids: body.ids, count: 3 },
      headers: dry,
    })
    expect(removal).toMatchObject({ changes: [{ details: { preview: { tried: 3, skipped: 0, rows: [] } } }] })
    expect(await countOf(api, 'bulk_jobs')).toBe(0)
  })

  test('of a job with many rows tries only the first', async ({ api }) => {
    const boss = await api.signedIn('organization_admin')
    await fillDevices(api, boss.organizationId, 210)
    const body = { query: { organization_id: boss.organizationId }, count: 210, patch: { kind: 'tablet' } }
    const { reply } = await boss.call(devices.updateMany, { body, headers: dry })
    const { changes } = reply as unknown as { changes: { details: { preview: { tried: number } } }[] }
    expect(changes[0]?.details.preview.tried).toBeGreaterThan(0)
    expect(changes[0]?.details.preview.tried).toBeLessThanOrEqual(200)
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
