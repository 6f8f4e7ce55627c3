import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { bearer, test } from '#tests/fixtures/api.ts'
import { eventsOf, program, registered, report } from '#tests/fixtures/device-events.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const unknown = '0198ffff-ffff-7fff-8fff-ffffffffffff'

describe('an event of a device', () => {
  test('is stored, and updates its device', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const device = await registered(admin)
    const ts = minutesAgo(1)
    const body = { device_id: device.id, type: 'button', battery: 71, ts, payload: { held_ms: 900 } }
    const { status, reply } = await report(admin, body)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ device_id: device.id, duplicate: false })
    expect(await eventsOf(admin, device.id)).toMatchObject([{ ...body, id: reply.id, device_ts: null }])
    const after = (await admin.call(devices.show, { params: { id: device.id } })).reply
    expect(after).toMatchObject({
      status: 'online',
      battery: 71,
      battery_at: ts,
      last_seen_at: ts,
      version: 1,
    })
    const { logs } = (
      await admin.call(activityLogs.list, { query: { resource_id: device.id, action: 'update' } })
    ).reply
    expect(logs.map(({ details }) => details)).toEqual([
      { before: { status: 'registered' }, after: { status: 'online' } },
    ])
  })

  test('is stored once per event id, even when sent concurrently', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const device = await registered(admin)
    const gateway = await program(api, admin)
    const body = { device_id: device.serial, type: 'fall', event_id: 'e-1', battery: 40 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => report(index % 2 ? admin : gateway, body)),
    )
    expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1)
    expect(answers.filter(({ reply }) => !reply.duplicate)).toHaveLength(1)
    const again = await report(gateway, { ...body, battery: 1 })
    expect(again.reply).toEqual({ ...answers[0]?.reply, duplicate: true })
    expect(await eventsOf(admin, device.id)).toHaveLength(1)
    expect((await admin.call(devices.show, { params: { id: device.id } })).reply.battery).toBe(40)
  })

  test.for(['button', 'fall'])(
    'of the type %s raises one alert for the wearer of the device',
    async (type, { api }) => {
      const admin = await api.signedIn('organization_admin')
      const elsa = await api.signedIn('elderly_user', { organizationId: admin.organizationId })
      const device = await registered(admin, { person_id: elsa.id })
      const contact = { name: 'Nora', relationship: 'family', phone: '+1 555 0100', priority: 1 }
      await admin.call(contacts.create, { body: { ...contact, person_id: elsa.id } })
      const body = { device_id: device.id, type, event_id: 'help-1' }
      await Promise.all([report(admin, body), report(admin, body)])
      await report(admin, body)
      const { alerts: raised } = (await admin.call(alerts.list, {})).reply
      expect(raised).toMatchObject([
        { type, person_id: elsa.id, device_id: device.id, source: 'device', severity: 'critical' },
      ])
      const { deliveries } = (await admin.call(alerts.timeline, { params: { id: raised[0]?.id ?? '' } }))
        .reply
      expect(deliveries).not.toEqual([])
    },
  )

  test('of any other type, or of a device that is not worn, raises none', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const elsa = await api.signedIn('elderly_user', { organizationId: admin.organizationId })
    const [worn, spare] = [await registered(admin, { person_id: elsa.id }), await registered(admin)]
    await report(admin, { device_id: worn.id, type: 'test' })
    await report(admin, { device_id: spare.id, type: 'button' })
    expect((await admin.call(alerts.list, {})).reply.alerts).toEqual([])
  })

  test('has an id unique within its device: another device may use the same', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const [one, other] = [await registered(admin), await registered(admin)]
    for (const { id } of [one, other]) {
      const { reply } = await report(admin, { device_id: id, type: 'test', event_id: '1' })
      expect(reply.duplicate).toBe(false)
    }
  })

  test('that arrives late does not override a newer one', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const device = await registered(admin)
    const at = { newest: minutesAgo(1), older: minutesAgo(30), oldest: minutesAgo(90) }
    await report(admin, { device_id: device.id, type: 'heartbeat', ts: at.newest })
    await report(admin, { device_id: device.id, type: 'heartbeat', battery: 50, ts: at.older })
    await report(admin, { device_id: device.id, type: 'heartbeat', battery: 90, ts: at.oldest })
    expect((await admin.call(devices.show, { params: { id: device.id } })).reply).toMatchObject({
      last_seen_at: at.newest,
      battery: 50,
      battery_at: at.older,
    })
    expect((await eventsOf(admin, device.id)).map(({ ts }) => ts)).toEqual([at.newest, at.older, at.oldest])
  })

  test('can mark a fault, which only a person can clear', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    const status = async () => (await admin.call(devices.show, { params: { id } })).reply.status
    await report(admin, { device_id: id, type: 'fault' })
    await report(admin, { device_id: id, type: 'heartbeat' })
    expect(await status()).toBe('faulty')
    await admin.call(devices.setStatus, { params: { id }, body: { status: 'online' } })
    await report(admin, { device_id: id, type: 'fault', ts: minutesAgo(10) })
    expect(await status()).toBe('online')
    await admin.call(devices.setStatus, { params: { id }, body: { status: 'retired' } })
    await report(admin, { device_id: id, type: 'heartbeat' })
    expect(await status()).toBe('retired')
  })

  test('with a clock that is far off counts as of now', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    await report(admin, { device_id: id, type: 'heartbeat', ts: '2099-01-01T00:00:00Z' })
    await report(admin, { device_id: id, type: 'heartbeat', ts: 0 })
    const events = await eventsOf(admin, id)
    expect(events.map(({ device_ts }) => device_ts).sort()).toEqual([
      '1970-01-01T00:00:00.000Z',
      '2099-01-01T00:00:00.000Z',
    ])
    for (const { ts, received_at } of events) expect(ts).toBe(received_at)
  })

  test.for([
    { type: 'Button' },
    { type: 'button', battery: 101 },
    { type: 'button', ts: 'yesterday' },
    { type: 'button', payload: { text: 'x'.repeat(5_000) } },
    { type: 'button', payload: { text: 'a\0b' } },
    { type: 'button', event_id: 'a\0b' },
  ])('is refused if it is invalid: %o', async (wrong, { api }) => {
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    expect((await report(admin, { device_id: id, ...wrong })).status).toBe(422)
    expect(await eventsOf(admin, id)).toEqual([])
  })
})

describe('the caller who reports', () => {
  test('can be the device itself, with its device key, for itself only', async ({ api }) => {
    const admin = await api.signedIn('organization_admin')
    const [device, other] = [await registered(admin), await registered(admin)]
    const itself = bearer(api.app, device.key)
    expect((await report(itself, { type: 'test' })).reply).toMatchObject({ device_id: device.id })
    const byHeader = await report(api.nobody, { type: 'test' })
    expect(byHeader.status).toBe(401)
    expect((await report(itself, { device_id: other.id, type: 'test' })).status).toBe(404)
    expect((await itself.call(deviceEvents.list)).status).toBe(403)
    const { key_hash } = await api.db
      .selectFrom('devices')
      .select('key_hash')
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow()
    expect(key_hash?.toString()).not.toContain(device.key)
    expect((await admin.call(devices.show, { params: { id: device.id } })).text).not.toContain('key')
    const { text } = await admin.call(activityLogs.list, { query: { resource_id: device.id } })
    expect(text).not.toContain('key')
    const { reply } = await admin.call(devices.renewKey, { params: { id: device.id } })
    expect((await report(itself, { type: 'test' })).status).toBe(401)
    expect((await report(bearer(api.app, reply.key), { type: 'test' })).status).toBe(200)
    await admin.call(devices.remove, { params: { id: device.id } })
    expect((await report(bearer(api.app, reply.key), { type: 'test' })).status).toBe(401)
  })

  test('needs the permission or scope, and a device of its own organization', async ({ api }) => {
    const [admin, stranger] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    const device = await registered(admin)
    const body = { device_id: device.id, type: 'test' }
    const foreign = await program(api, stranger)
    const narrow = await program(api, admin, ['devices:read'])
    const staff = await api.signedIn('operator')
    const caregiver = await api.signedIn('caregiver', { organizationId: admin.organizationId })
    const asked = await Promise.all(
      [foreign, narrow, stranger, caregiver, staff].map(caller => report(caller, body)),
    )
    expect(asked.map(({ status }) => status)).toEqual([404, 403, 404, 403, 200])
    expect((await report(admin, { device_id: unknown, type: 'test' })).status).toBe(404)
    expect((await report(admin, { type: 'test' })).problem.errors).toMatchObject([{ pointer: '#/device_id' }])
    expect(await eventsOf(admin, device.id)).toHaveLength(1)
    expect(await eventsOf(stranger, device.id)).toEqual([])
  })
})

test('a list of events accepts the described limit', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  const { id } = await registered(admin)
  for (let n = 0; n < 5; n += 1) await report(admin, { device_id: id, type: 'heartbeat', payload: { n } })
  const { reply } = await admin.call(deviceEvents.list, { query: { limit: 2 } })
  expect(reply.events.map(({ payload }) => payload)).toEqual([{ n: 4 }, { n: 3 }])
  expect(reply.total).toBe(5)
  expect((await admin.call(deviceEvents.list, { query: { limit: 201 } })).status).toBe(422)
})
