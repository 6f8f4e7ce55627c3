import { describe, expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { devices } from '#contract/devices/devices.ts'
import { bulk } from '#contract/kit/bulk.ts'
import { elderly } from '#contract/people/elderly.ts'
import { webhookEvents } from '#contract/platform/webhook-events.ts'
import { webhookDeliveries, webhookEndpoints, webhookEventTypes } from '#contract/platform/webhooks.ts'
import { processChunk } from '#server/kit/bulk/work.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { eventually, newDevice, webhookReceiver } from '#tests/fixtures/webhooks.ts'

const outboxOf = (api: Api, organization: string) =>
  api.db
    .selectFrom('outbox_events')
    .select(['type', 'record_id', 'data'])
    .where('organization_id', '=', organization)
    .orderBy('position')
    .execute()

describe('an event', () => {
  test('reports each change of a record, in order, as its schema says', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, webhookEventTypes)
    const { id } = await newDevice(owner, 'Elsa’s hub')
    const params = { id }
    await owner.call(devices.update, { params, body: { name: 'Hall', report_interval_seconds: 120 } })
    await owner.call(devices.remove, { params })
    await owner.call(devices.restore, { params })
    await eventually(() => expect(receiver.received).toHaveLength(4))
    const messages = receiver.messages()
    expect(messages.map(({ type }) => type)).toEqual([
      'device.created',
      'device.updated',
      'device.deleted',
      'device.restored',
    ])
    for (const { id: _, type, ...message } of messages)
      webhookEvents[type as keyof typeof webhookEvents].parse({ type, ...message })
    expect(messages[1]?.data).toMatchObject({
      id,
      organization_id: owner.organizationId,
      action: 'update',
      changed: ['name', 'report_interval_seconds'],
      values: { status: 'registered', report_interval_seconds: 120 },
    })
    expect(messages[2]?.data.values).toBeNull()
    expect(new Set(messages.map(({ id }) => id)).size).toBe(4)
  })

  test('of a person carries no personal data', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const receiver = await webhookReceiver(api, owner, webhookEventTypes)
    const body = { name: 'Elsa Amsel', phone: '+49 30 901820', address: 'Amselweg 1', conditions: ['Asthma'] }
    const { reply: person } = await owner.call(elderly.create, { body })
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [message] = receiver.messages()
    expect(webhookEvents['person.created'].parse({ ...message })).toBeDefined()
    expect(message?.data.changed).toContain('phone')
    const text = receiver.received[0]?.body.toString() ?? ''
    for (const secret of ['Elsa', 'Amsel', '901820', 'Asthma']) expect(text).not.toContain(secret)
    expect(message?.data.values).toMatchObject({
      user_id: person.user_id,
      role: 'elderly_user',
      status: 'active',
    })
  })

  test('of an alert, and of an incident, conforms to its schema', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const staff = await api.signedIn('operator')
    const receiver = await webhookReceiver(api, owner, webhookEventTypes)
    const { reply: person } = await owner.call(elderly.create, { body: { name: 'Elsa' } })
    const raising = { user_id: person.user_id, type: 'fall', severity: 'high' }
    const { reply: alert } = await staff.call(alerts.ingest, { body: raising })
    await staff.call(alerts.acknowledge, { params: { id: alert.id } })
    const talk = { user_id: person.user_id, language: 'en' }
    const { reply: started } = await staff.call(conversations.start, { body: talk })
    const said = await staff.call(conversations.message, {
      params: { id: started.session.session_id },
      body: { message: 'I want to kill myself tonight' },
    })
    expect(said.status, said.text).toBeLessThan(300)
    await eventually(() => {
      const types = receiver.messages().map(({ type }) => type)
      expect(types).toContain('incident.created')
      const ofAlert = receiver.messages().filter(({ data }) => data.id === alert.id)
      expect(ofAlert[0]?.type).toBe('alert.created')
      expect(ofAlert.map(({ data }) => data.action)).toContain('acknowledge')
    })
    for (const { id: _, type, ...message } of receiver.messages())
      webhookEvents[type as keyof typeof webhookEvents].parse({ type, ...message })
    for (const { body } of receiver.received) expect(body.toString()).not.toContain('kill')
  })

  test('is written for each row of a bulk job, and again for its undoing', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await webhookReceiver(api, owner, ['device.updated'])
    const made = [await newDevice(owner), await newDevice(owner)]
    const ids = made.map(({ id }) => id)
    const run = async (id: string) => {
      while (await processChunk(api.services, id));
    }
    const body = { ids, count: 2, patch: { status: 'faulty' } }
    const { reply: job } = await owner.call(devices.updateMany, { body })
    await run(job.id)
    const { reply: undoing } = await owner.call(bulk.undo, { params: { id: job.id } })
    await run(undoing.id)
    await eventually(async () => {
      const events = await outboxOf(api, owner.organizationId)
      expect(events.map(({ record_id }) => record_id).sort()).toEqual([...ids, ...ids].sort())
    })
  })

  test('is rolled back with its change, and not written where nobody subscribes', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await newDevice(owner)
    expect(await outboxOf(api, owner.organizationId)).toEqual([])
    await webhookReceiver(api, owner, ['device.created'])
    const body = { name: 'Hub', kind: 'hub', serial: 'W-dry', organization_id: owner.organizationId }
    await owner.call(devices.create, { body, headers: { 'x-dry-run': '1' } })
    const { id } = await newDevice(owner)
    await owner.call(devices.update, { params: { id }, body: { name: 'Hall' } })
    expect((await outboxOf(api, owner.organizationId)).map(({ type }) => type)).toEqual(['device.created'])
  })
})

describe('the events of an organization', () => {
  test('reach neither endpoints nor people of another', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const stranger = await api.signedIn('organization_admin')
    const mine = await webhookReceiver(api, owner, ['device.created'])
    const theirs = await webhookReceiver(api, stranger, ['device.created'])
    await newDevice(owner)
    const own = await newDevice(stranger)
    await eventually(() => expect(mine.received.length + theirs.received.length).toBe(2))
    expect(theirs.messages().map(({ data }) => data.id)).toEqual([own.id])

    const params = { id: mine.id }
    for (const endpoint of [
      webhookEndpoints.show,
      webhookEndpoints.remove,
      webhookEndpoints.pause,
      webhookEndpoints.resume,
      webhookEndpoints.rotateSecret,
      webhookEndpoints.test,
    ])
      expect((await stranger.call(endpoint, { params })).status, endpoint.summary).toBe(404)
    const changes = { body: { description: 'mine' }, params }
    expect((await stranger.call(webhookEndpoints.update, changes)).status).toBe(404)
    const since = { body: { since: new Date(0).toISOString() }, params }
    expect((await stranger.call(webhookEndpoints.replayFailed, since)).status).toBe(404)
    const [delivery] = await mine.deliveries()
    const of = { params: { id: delivery?.id ?? '' } }
    expect((await stranger.call(webhookDeliveries.show, of)).status).toBe(404)
    expect((await stranger.call(webhookDeliveries.replay, of)).status).toBe(404)
    const { reply } = await stranger.call(webhookDeliveries.list, { query: { endpoint_id: mine.id } })
    expect(reply.deliveries).toEqual([])
    const endpoints = await stranger.call(webhookEndpoints.list, {})
    expect(endpoints.reply.endpoints.map(({ id }) => id)).toEqual([theirs.id])
  })

  test('all reach an endpoint of the service', async ({ api }) => {
    const staff = await api.signedIn('admin')
    const receiver = await webhookReceiver(api, staff, ['device.created'])
    const owner = await api.signedIn('organization_admin')
    const { id } = await newDevice(owner)
    await eventually(() => expect(receiver.messages().map(({ data }) => data.id)).toContain(id))
  })

  test('about an alert that excludes people are for the service alone', async ({ api }) => {
    const staff = await api.signedIn('admin')
    const ours = await webhookReceiver(api, staff, ['alert.created'])
    const owner = await api.signedIn('organization_admin')
    const theirs = await webhookReceiver(api, owner, ['alert.created'])
    const { reply: person } = await owner.call(elderly.create, { body: { name: 'Elsa' } })
    const raise = async (type: string) => {
      const body = { user_id: person.user_id, type, severity: 'high' }
      return (await staff.call(alerts.ingest, { body })).reply.id
    }
    const abuse = await raise('abuse')
    const fall = await raise('fall')
    await eventually(() => expect(ours.messages().map(({ data }) => data.id)).toEqual([abuse, fall]))
    await eventually(() => expect(theirs.messages().map(({ data }) => data.id)).toEqual([fall]))
  })
})
