import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { webhookDeliveries, webhookEndpoints } from '#contract/platform/webhooks.ts'
import { test } from '#tests/fixtures/api.ts'
import {
  allowPrivateReceivers,
  eventually,
  newDevice,
  retryNow,
  verified,
  webhookReceiver,
} from '#tests/fixtures/webhooks.ts'

/** A receiver's answer that a test gives when it wants to. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<number>()
  return { answer: () => promise, give: resolve }
}

describe('while a message is on its way', () => {
  test('its endpoint can be deleted, which ends its deliveries and no other', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { answer, give } = heldAnswer()
    const leaving = await webhookReceiver(api, owner, ['device.created'], answer)
    const staying = await webhookReceiver(api, owner, ['device.created'])
    const made = [await newDevice(owner), await newDevice(owner)]
    await eventually(() => expect(leaving.received).toHaveLength(2))
    const removed = await owner.call(webhookEndpoints.remove, { params: { id: leaving.id } })
    expect(removed.status, removed.text).toBeLessThan(300)
    give(500)
    made.push(await newDevice(owner))
    await eventually(() => expect(staying.received).toHaveLength(3))
    await eventually(async () =>
      expect((await staying.deliveries()).map(({ status }) => status)).toEqual(Array(3).fill('delivered')),
    )
    expect(leaving.received).toHaveLength(2)
    const left = api.db.selectFrom('webhook_deliveries').select('id').where('endpoint_id', '=', leaving.id)
    expect(await left.execute()).toEqual([])
  })

  test('its secret can be rotated: the retry is signed with both', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { answer, give } = heldAnswer()
    const receiver = await webhookReceiver(api, owner, ['device.created'], (_, count) =>
      count === 1 ? answer() : 200,
    )
    await newDevice(owner)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const { reply } = await owner.call(webhookEndpoints.rotateSecret, { params: { id: receiver.id } })
    give(500)
    await eventually(async () => expect((await receiver.deliveries())[0]?.response_status).toBe(500))
    await retryNow(api, receiver.id)
    await eventually(() => expect(receiver.received).toHaveLength(2))
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('Two requests have arrived')
    expect(() => verified(first, reply.secret)).toThrow('No matching signature')
    const ids = [receiver.secret, reply.secret].map(secret => verified(second, secret).id)
    expect(ids).toEqual(Array(2).fill(verified(first, receiver.secret).id))
  })

  test('its endpoint can be paused: the failed attempt is kept and repeated when it is resumed', async ({
    api,
  }) => {
    const owner = await api.signedIn('organization_admin')
    const { answer, give } = heldAnswer()
    const receiver = await webhookReceiver(api, owner, ['device.created'], (_, count) =>
      count === 1 ? answer() : 200,
    )
    await newDevice(owner)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const params = { id: receiver.id }
    await owner.call(webhookEndpoints.pause, { params })
    give(500)
    await eventually(async () =>
      expect((await receiver.deliveries())[0]).toMatchObject({ status: 'queued', response_status: 500 }),
    )
    await owner.call(webhookEndpoints.resume, { params })
    await retryNow(api, receiver.id)
    await eventually(async () =>
      expect((await receiver.deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 2 }),
    )
  })
})

/** A receiver whose answers never end. */
async function endlessReceiver() {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: () => requests,
  }
}

test('an answer without end is cut off, and the next message is sent', async ({ api }) => {
  const owner = await api.signedIn('organization_admin')
  allowPrivateReceivers(api)
  const receiver = await endlessReceiver()
  const body = { url: receiver.url, event_types: ['device.created'] }
  const { reply: endpoint } = await owner.call(webhookEndpoints.create, { body })
  for (let n = 0; n < 3; n++) await newDevice(owner)
  await eventually(async () => {
    const query = { endpoint_id: endpoint.id }
    const { deliveries } = (await owner.call(webhookDeliveries.list, { query })).reply
    expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
    for (const { response_text } of deliveries) expect(response_text).toBe('x'.repeat(500))
  })
  expect(receiver.requests()).toBe(3)
})
