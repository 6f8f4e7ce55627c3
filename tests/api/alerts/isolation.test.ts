import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { system } from '#contract/platform/system.ts'
import { checkAlarmProcessing } from '#server/modules/alerts/index.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { registered, report } from '#tests/fixtures/device-events.ts'
import { alarm, configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'
import { provisioned } from '#tests/fixtures/scim.ts'
import { entraUser } from '#tests/fixtures/scim-client.ts'
import { webhookReceiver } from '#tests/fixtures/webhooks.ts'

const webhookStep = { who: 'webhooks', channel: 'webhook' } as const

const addWebhooks = ({ db }: Api, { organizationId }: Caller, urls: readonly string[]) =>
  db
    .insertInto('notification_channels')
    .values(
      urls.map(url => ({
        id: uuid(),
        organization_id: organizationId,
        person_id: null,
        kind: 'webhook' as const,
        url,
        keys: JSON.stringify({ secret: randomUUID() }),
      })),
    )
    .execute()

/** A household whose ladder cannot be started: one of its recipients is broken. */
async function brokenHousehold(api: Api) {
  const home = await household(api)
  await giveLadder(api, home.owner.organizationId, [webhookStep])
  await addWebhooks(api, home.owner, ['not a url'])
  return home
}

const rearmNow = ({ db }: Api) =>
  sql`update alerts set rearm_at = now() where rearm_at is not null or notified_at is not null`.execute(db)

describe('a ladder that cannot be started', () => {
  test('blocks no other, is set aside after three failures, and is shown in the system status', async ({
    api,
  }) => {
    await api.services.jobs.stop()
    const system_ = await httpReceiver()
    await configure(api, {})
    const broken = await brokenHousehold(api)
    const fine = await household(api)
    await giveLadder(api, fine.owner.organizationId, [webhookStep])
    await hook(fine.owner, system_.url)

    const lost = await alarm(broken.elsa)
    expect(lost).toMatchObject({ status: 'pending' })
    const heard = await alarm(fine.elsa)
    await runWorkerOnce(api.services)
    expect(system_.received).toHaveLength(1)

    const admin = await api.signedIn('super_admin')
    const setAside = async () => (await admin.call(system.status)).reply.ladder.set_aside
    for (let round = 0; round < 3; round += 1) {
      await rearmNow(api)
      await runWorkerOnce(api.services)
    }
    expect(system_.received.length).toBeGreaterThan(1)
    expect(await setAside()).toBe(1)
    expect((await checkAlarmProcessing(api.db)).alarms_processed).toBe(true)
    const { reply } = await fine.owner.call(alerts.show, { params: { id: heard.id } })
    expect(reply.round).toBeGreaterThan(1)

    // Acknowledged, it has an owner and is no longer set aside.
    await broken.owner.call(alerts.acknowledge, { params: { id: lost.id } })
    expect(await setAside()).toBe(0)
  })
})

describe('a delivery', () => {
  test('to another customer does not wait for 200 webhooks that hang', async ({ api }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('deliveries').execute()
    let release = () => {}
    const released = new Promise<void>(resolve => (release = resolve))
    const hanging = await httpReceiver(async () => {
      await released
      return 200
    })
    const answering = await httpReceiver()
    await configure(api, {})
    const slow = await household(api)
    await giveLadder(api, slow.owner.organizationId, [webhookStep])
    await addWebhooks(
      api,
      slow.owner,
      Array.from({ length: 200 }, (_, n) => `${hanging.url}/${n}`),
    )
    const other = await household(api)
    await giveLadder(api, other.owner.organizationId, [webhookStep])
    await hook(other.owner, answering.url)

    await alarm(slow.elsa)
    const first = runWorkerOnce(api.services)
    while (hanging.received.length === 0) await pause(10)
    await alarm(other.elsa)
    const second = runWorkerOnce(api.services)
    while (answering.received.length === 0) await pause(10)
    expect(hanging.received.length).toBeLessThanOrEqual(8)
    release()
    await Promise.all([first, second])
  })

  test('of a critical alert precedes those of others', async ({ api }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('deliveries').execute()
    const receiver = await httpReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [webhookStep])
    await addWebhooks(
      api,
      owner,
      Array.from({ length: 30 }, (_, n) => `${receiver.url}/${n}`),
    )
    const body = { user_id: elsa.id, type: 'button' }
    const low = await owner.call(alerts.ingest, { body: { ...body, severity: 'low' } })
    const critical = await owner.call(alerts.ingest, { body: { ...body, severity: 'critical' } })
    await runWorkerOnce(api.services)
    const firstAlerts = receiver.received.map(({ body }) => JSON.parse(body.toString()).url.split('/').at(-1))
    expect(new Set(firstAlerts)).toEqual(new Set([critical.reply.id]))
    expect(firstAlerts).not.toContain(low.reply.id)
  })

  test('without an outcome after its last attempt ends as failed, in the timeline as well', async ({
    api,
  }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('deliveries').execute()
    await configure(api, {})
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [{ who: 'contacts', channel: 'sms' }])
    const { id } = await alarm(elsa)
    await api.db
      .updateTable('deliveries')
      .set({ state: 'sending', attempts: 10, lease_until: sql`now() - interval '1 hour'` })
      .where('alert_id', '=', id)
      .execute()
    await runWorkerOnce(api.services)
    const { reply } = await owner.call(alerts.timeline, { params: { id } })
    expect(reply.deliveries).toMatchObject([{ state: 'failed' }])
    expect(reply.timeline.map(({ type }) => type)).toContain('unreached')
    expect(await checkAlarmProcessing(api.db)).toMatchObject({ alarms_processed: true, lag_seconds: 0 })
  })
})

describe('an alarm', () => {
  test('does not wait for a webhook that answers with what the database cannot store', async ({ api }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('deliveries').execute()
    const lying = createServer((_, response) => response.writeHead(404).end('gone\0\u{1f6d1}'.repeat(100)))
    lying.listen(0, '127.0.0.1')
    await once(lying, 'listening')
    onTestFinished(() => void lying.close())
    await configure(api, {})
    const { owner, elsa } = await household(api, 'Anna')
    await giveLadder(api, owner.organizationId, [
      webhookStep,
      { who: 'contacts', channel: 'sms', wait_seconds: 600 },
    ])
    await addWebhooks(api, owner, [`http://127.0.0.1:${(lying.address() as AddressInfo).port}/`])
    const { id } = await alarm(elsa)
    await runWorkerOnce(api.services)
    const { reply } = await owner.call(alerts.timeline, { params: { id } })
    expect(reply.deliveries).toMatchObject([
      { step: 1, state: 'failed' },
      { step: 2, state: 'queued' },
    ])
    expect(reply.deliveries[0]?.answer).toMatch(/^404 gone/)
    expect(Date.parse(reply.deliveries[1]?.due_at ?? '')).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  test('is raised and delivered even if its event cannot be written for webhooks', async ({ api }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('deliveries').execute()
    await configure(api, {})
    const responder = await httpReceiver()
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [webhookStep])
    await hook(owner, responder.url)
    await webhookReceiver(api, owner, ['alert.created', 'alert.updated', 'device.created'])
    const pendant = await registered(owner, { person_id: elsa.id })
    await sql`alter table outbox_events add constraint refused check (type not like 'alert.%') not valid`.execute(
      api.db,
    )
    onTestFinished(
      async () => void (await sql`alter table outbox_events drop constraint refused`.execute(api.db)),
    )
    expect((await report(owner, { device_id: pendant.id, type: 'button' })).status).toBe(200)
    const raised = await alarm(elsa)
    expect(raised.status).toBe('pending')
    expect(await runWorkerOnce(api.services)).toBe(2)
    expect(responder.received).toHaveLength(2)
    const acknowledged = await owner.call(alerts.acknowledge, { params: { id: raised.id } })
    expect(acknowledged.status).toBe(200)
    const { reply } = await owner.call(alerts.timeline, { params: { id: raised.id } })
    expect(reply.deliveries).toMatchObject([{ state: 'delivered' }])
  })
})

test('an event id raises one alert per person, type and test flag', async ({ api }) => {
  const { owner, elsa } = await household(api)
  const other = await api.signedIn('elderly_user', { organizationId: owner.organizationId })
  const ingest = async (body: Record<string, unknown>) =>
    (
      await owner.call(alerts.ingest, {
        body: { event_id: 'e-1', type: 'button', user_id: elsa.id, ...body },
      })
    ).reply
  const first = await ingest({})
  expect((await ingest({})).id).toBe(first.id)
  const others = [
    await ingest({ user_id: other.id }),
    await ingest({ type: 'fall' }),
    await ingest({ test: true }),
  ]
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4)
  expect(others[0]?.person_id).toBe(other.id)
  expect(others[2]?.test).toBe(true)
  expect(first.test).toBe(false)
})

test('a responder whom an identity provider deactivates is replaced by the next step at once', async ({
  api,
}) => {
  const { admin, scim } = await provisioned(api)
  const created = await scim.post('/Users', entraUser('carer', { roles: [{ value: 'caregiver' }] }))
  expect(created.status).toBe(201)
  const elsa = await api.signedIn('elderly_user', { organizationId: admin.organizationId })
  await api.db
    .insertInto('assignments')
    .values({
      id: uuid(),
      organization_id: admin.organizationId,
      elderly_id: elsa.id,
      caregiver_id: created.body.id,
      relationship: 'Carer',
    })
    .execute()
  await giveLadder(api, admin.organizationId, [
    { who: 'caregivers', channel: 'mail' },
    { who: 'operators', channel: 'mail', wait_seconds: 600 },
  ])
  const olivia = await api.signedIn('operator')
  const firstCalled = async () => {
    const { id } = await alarm(elsa)
    const { reply } = await olivia.call(alerts.timeline, { params: { id } })
    return reply.deliveries
      .filter(({ due_at }) => Date.parse(due_at) <= Date.now())
      .map(call => call.recipient_id)
  }
  expect(await firstCalled()).toEqual([created.body.id])
  await scim.patch(`/Users/${created.body.id}`, { op: 'replace', path: 'active', value: false })
  expect(await firstCalled()).toContain(olivia.id)
})
