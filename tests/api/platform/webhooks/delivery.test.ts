import { describe, expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { webhookDeliveries, webhookEndpoints } from '#contract/platform/webhooks.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import {
  allowPrivateReceivers,
  eventually,
  newDevice,
  retryNow,
  verified,
  webhookReceiver,
} from '#tests/fixtures/webhooks.ts'

const rename = (by: Caller, id: string, name: string) =>
  by.call(devices.update, { params: { id }, body: { report_interval_seconds: name.length + 60, name } })

/** Gives up on an endpoint's first delivery that waits for a retry. */
const giveUp = (api: Api, endpoint: string) =>
  api.db
    .updateTable('webhook_deliveries')
    .set({ attempts: 9, due_at: new Date(0).toISOString() })
    .where('endpoint_id', '=', endpoint)
    .where('state', '=', 'queued')
    .execute()

describe('deliveries of a record', () => {
  test('wait for the earlier one, while other records go on', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const [stuck, free] = [await newDevice(owner), await newDevice(owner)]
    let isFailing = true
    const receiver = await webhookReceiver(api, owner, ['device.updated'], ({ body }) =>
      isFailing && body.toString().includes(stuck.id) ? 500 : 200,
    )
    for (const name of ['a', 'bb', 'ccc']) await rename(owner, stuck.id, name)
    await rename(owner, free.id, 'dddd')
    await eventually(async () => {
      const byRecord = Map.groupBy(await receiver.deliveries(), ({ record_id }) => record_id)
      expect(byRecord.get(free.id)?.map(({ status }) => status)).toEqual(['delivered'])
      const states = byRecord.get(stuck.id)?.map(({ status }) => status)
      expect(states?.sort()).toEqual(['queued', 'waiting', 'waiting'])
    })
    const first = (await receiver.deliveries()).find(({ status }) => status === 'queued')
    expect(first).toMatchObject({ attempts: 1, response_status: 500, response_text: '{"ok":true}' })
    expect(first?.next_attempt_at).not.toBeNull()
    isFailing = false
    await retryNow(api, receiver.id)
    await eventually(() => expect(receiver.received).toHaveLength(5))
    const ofStuck = receiver.messages().filter(({ data }) => data.id === stuck.id)
    // The retry has the id of the first attempt.
    expect(ofStuck[0]?.id).toBe(ofStuck[1]?.id)
    const lengths = ofStuck.slice(1).map(({ data }) => data.values)
    expect(lengths).toMatchObject([61, 62, 63].map(report_interval_seconds => ({ report_interval_seconds })))
  })

  test('go on once the earlier one is given up, and are replayed in order', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    let status = 503
    const receiver = await webhookReceiver(api, owner, ['device.updated'], () => status)
    for (const name of ['a', 'bb']) await rename(owner, id, name)
    for (const failed of [1, 2]) {
      await eventually(async () => {
        const deliveries = await receiver.deliveries()
        expect(deliveries.some(({ status, attempts }) => status === 'queued' && attempts > 0)).toBe(true)
      })
      await giveUp(api, receiver.id)
      await eventually(async () => {
        const deliveries = await receiver.deliveries()
        expect(deliveries.filter(({ status }) => status === 'failed')).toHaveLength(failed)
      })
    }
    const before = receiver.received.length
    status = 204
    const params = { id: receiver.id }
    const late = { params, body: { since: new Date(Date.now() + 60_000).toISOString() } }
    expect((await owner.call(webhookEndpoints.replayFailed, late)).reply).toEqual({ replayed: 0 })
    const since = { params, body: { since: new Date(0).toISOString() } }
    expect((await owner.call(webhookEndpoints.replayFailed, since)).reply).toEqual({ replayed: 2 })
    await eventually(() => expect(receiver.received).toHaveLength(before + 2))
    const [first, second] = receiver.messages().slice(before)
    expect([first?.data.values, second?.data.values]).toMatchObject([
      { report_interval_seconds: 61 },
      { report_interval_seconds: 62 },
    ])

    const deliveries = await eventually(async () => {
      const deliveries = await receiver.deliveries()
      expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
      return deliveries
    })
    const of = { params: { id: deliveries.find(({ event_id }) => event_id === first?.id)?.id ?? '' } }
    const again = await owner.call(webhookDeliveries.replay, of)
    expect(again.reply).toMatchObject({ status: 'queued', replays: 2 })
    await eventually(() => expect(receiver.received).toHaveLength(before + 3))
    expect(receiver.messages().at(-1)?.id).toBe(first?.id)
  })

  test('on their way are not replayed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    await owner.call(webhookEndpoints.pause, { params: { id: receiver.id } })
    await newDevice(owner)
    const [held] = await eventually(async () => {
      const deliveries = await receiver.deliveries()
      expect(deliveries).toHaveLength(1)
      return deliveries
    })
    const { status, problem } = await owner.call(webhookDeliveries.replay, { params: { id: held?.id ?? '' } })
    expect([status, problem.detail]).toEqual([409, 'This delivery hasn’t finished yet'])
  })
})

describe('an endpoint', () => {
  test('shows its secret once, and the log does not keep it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    expect(receiver.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { text } = await owner.call(webhookEndpoints.show, { params: { id: receiver.id } })
    const stored = await api.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', receiver.id)
      .execute()
    const logs = await api.db
      .selectFrom('activity_logs')
      .selectAll()
      .where('resource_id', '=', receiver.id)
      .execute()
    expect(logs.map(({ action }) => action)).toEqual(['create'])
    const key = receiver.secret.slice('whsec_'.length)
    for (const shown of [text, JSON.stringify(stored), JSON.stringify(logs)]) expect(shown).not.toContain(key)
  })

  test('signs with both secrets after a rotation, and with the new one after the overlap', async ({
    api,
  }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    const params = { id: receiver.id }
    const { reply } = await owner.call(webhookEndpoints.rotateSecret, { params })
    expect(reply.secret).not.toBe(receiver.secret)
    await newDevice(owner)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [first] = receiver.received
    for (const secret of [receiver.secret, reply.secret])
      expect(verified(first as NonNullable<typeof first>, secret).type).toBe('device.created')
    await api.db
      .updateTable('webhook_endpoints')
      .set({ previous_secret_until: new Date(0).toISOString() })
      .where('id', '=', receiver.id)
      .execute()
    await newDevice(owner)
    await eventually(() => expect(receiver.received).toHaveLength(2))
    const second = receiver.received[1] as NonNullable<typeof first>
    expect(verified(second, reply.secret).type).toBe('device.created')
    expect(() => verified(second, receiver.secret)).toThrow('No matching signature')
  })

  test('holds events back while it is paused, and sends them in order when resumed', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created', 'device.updated'])
    const params = { id: receiver.id }
    await owner.call(webhookEndpoints.pause, { params })
    const { id } = await newDevice(owner)
    await rename(owner, id, 'a')
    await eventually(async () => expect(await receiver.deliveries()).toHaveLength(2))
    const refused = await owner.call(webhookEndpoints.test, { params })
    expect([refused.status, refused.problem.detail]).toEqual([409, 'Resume this endpoint before you test it'])
    expect(receiver.received).toHaveLength(0)
    await owner.call(webhookEndpoints.resume, { params })
    await eventually(() => expect(receiver.received).toHaveLength(2))
    expect(receiver.messages().map(({ type }) => type)).toEqual(['device.created', 'device.updated'])
  })

  test('receives a test event at once, without a subscription to it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'])
    const { reply } = await owner.call(webhookEndpoints.test, { params: { id: receiver.id } })
    await eventually(() => expect(receiver.messages().map(({ type }) => type)).toEqual(['webhook.test']))
    await eventually(async () => {
      const shown = await owner.call(webhookDeliveries.show, { params: { id: reply.delivery_id } })
      expect(shown.reply).toMatchObject({ status: 'delivered', attempts: 1, response_status: 201 })
    })
  })

  test('is suspended after days of failures, with a letter to the admins; events are held back', async ({
    api,
  }) => {
    const owner = await api.signedIn('organization_admin')
    const { email } = await api.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    let status = 500
    const receiver = await webhookReceiver(api, owner, ['device.created'], () => status)
    const params = { id: receiver.id }
    const show = async () => (await owner.call(webhookEndpoints.show, { params })).reply
    await newDevice(owner)
    await eventually(async () => expect(await show()).toMatchObject({ status: 'active', failures: 1 }))
    await api.db
      .updateTable('webhook_endpoints')
      .set({ failures: 9, failing_since: new Date(Date.now() - 5 * 86_400_000).toISOString() })
      .where('id', '=', receiver.id)
      .execute()
    await retryNow(api, receiver.id)
    await eventually(async () => expect((await show()).status).toBe('suspended'))
    const [letter] = await lettersTo(api, email as string)
    expect(letter?.subject).toBe('A webhook endpoint was suspended')
    expect(letter?.text).toContain(`${receiver.url}/hook`)
    const logs = await api.db
      .selectFrom('activity_logs')
      .select(['action', 'organization_id'])
      .where('resource_id', '=', receiver.id)
      .where('action', '=', 'suspend')
      .execute()
    expect(logs).toEqual([{ action: 'suspend', organization_id: owner.organizationId }])

    const attempts = receiver.received.length
    await newDevice(owner)
    await eventually(async () => expect(await receiver.deliveries()).toHaveLength(2))
    expect(receiver.received).toHaveLength(attempts)
    status = 200
    expect((await owner.call(webhookEndpoints.resume, { params })).reply).toMatchObject({
      status: 'active',
      failures: 0,
    })
    await retryNow(api, receiver.id)
    await eventually(async () =>
      expect((await receiver.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']),
    )
  })

  test('is disabled by 410 Gone, and gets no more events', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, ['device.created'], () => 410)
    await newDevice(owner)
    const params = { id: receiver.id }
    await eventually(async () => {
      const { reply } = await owner.call(webhookEndpoints.show, { params })
      expect(reply.status).toBe('disabled')
    })
    await newDevice(owner)
    const [only, ...rest] = await receiver.deliveries()
    expect(rest).toEqual([])
    expect(only).toMatchObject({ status: 'failed', response_status: 410, attempts: 1 })
  })

  test('must have a public https address, and events to others are not sent', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const event_types = ['device.created']
    for (const [url, detail] of [
      ['http://hooks.example.org/', 'The URL must begin with https://'],
      ['https://127.0.0.1/', 'The URL must have a public address'],
      ['https://[::ffff:10.0.0.1]/', 'The URL must have a public address'],
      ['https://169.254.169.254/latest/meta-data', 'The URL must have a public address'],
      ['https://2130706433/', 'The URL must have a public address'],
      ['https://localhost/', 'The URL must have a public address'],
      ['https://me:secret@hooks.example.org/', 'The URL must not contain a username or password'],
    ]) {
      const { status, problem } = await owner.call(webhookEndpoints.create, { body: { url, event_types } })
      expect([status, problem.errors?.[0]?.pointer, problem.errors?.[0]?.detail], url).toEqual([
        422,
        '#/url',
        detail,
      ])
    }
    // A name that resolves to a private address, as after DNS rebinding.
    const body = { url: 'https://hooks.example.org/', event_types }
    const { reply } = await owner.call(webhookEndpoints.create, { body })
    await api.db
      .updateTable('webhook_endpoints')
      .set({ url: 'https://localhost:9/hook' })
      .where('id', '=', reply.id)
      .execute()
    await newDevice(owner)
    await eventually(async () => {
      const { deliveries } = (await owner.call(webhookDeliveries.list, { query: { endpoint_id: reply.id } }))
        .reply
      expect(deliveries[0]).toMatchObject({
        status: 'queued',
        response_status: null,
        response_text: 'localhost is not an address of the public internet',
      })
    })
  })

  test('needs event types that there are', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    allowPrivateReceivers(api)
    const refused = async (event_types: unknown) => {
      const body = { url: 'https://hooks.example.org/', event_types }
      return (await owner.call(webhookEndpoints.create, { body })).problem.errors?.[0]?.pointer
    }
    expect(await refused([])).toBe('#/event_types')
    expect(await refused(['device.exploded'])).toBe('#/event_types/0')
    const elsewhere = { url: 'https://hooks.example.org/', event_types: ['device.created'] }
    const body = { ...elsewhere, organization_id: await api.organization() }
    const { status, problem } = await owner.call(webhookEndpoints.create, { body })
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, '#/organization_id'])
  })

  test('is left alone for as long as it asks by Retry-After, but for test events', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    let isBusy = true
    const receiver = await webhookReceiver(api, owner, ['device.created'], () =>
      isBusy ? { status: 429, headers: { 'retry-after': '600' } } : 204,
    )
    await newDevice(owner)
    await eventually(async () =>
      expect((await receiver.deliveries())[0]).toMatchObject({ response_status: 429 }),
    )
    const [refused] = await receiver.deliveries()
    expect(Date.parse(refused?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(590_000)
    isBusy = false
    // Of another record, and due at once.
    await newDevice(owner)
    const { reply } = await owner.call(webhookEndpoints.test, { params: { id: receiver.id } })
    await eventually(async () => {
      const test = (await receiver.deliveries()).find(({ id }) => id === reply.delivery_id)
      expect(test).toMatchObject({ status: 'delivered' })
    })
    expect(receiver.messages().map(({ type }) => type)).toEqual(['device.created', 'webhook.test'])
    await api.db
      .updateTable('webhook_endpoints')
      .set({ held_until: new Date(0).toISOString() })
      .where('id', '=', receiver.id)
      .execute()
    await retryNow(api, receiver.id)
    await eventually(() => expect(receiver.received).toHaveLength(4))
  })

  test('that hangs delays no other', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    let release = () => {}
    const released = new Promise<number>(resolve => {
      release = () => resolve(200)
    })
    const hanging = await webhookReceiver(api, owner, ['device.created'], () => released)
    const other = await webhookReceiver(api, owner, ['device.created'])
    for (let n = 0; n < 12; n++) await newDevice(owner)
    await eventually(() => expect(other.received).toHaveLength(12))
    expect(hanging.received.length).toBeLessThanOrEqual(8)
    release()
    await eventually(() => expect(hanging.received).toHaveLength(12))
  })
})
