import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { createClient, NetworkError, retryAfterMs } from '#contract/client/index.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { live } from '#contract/platform/live.ts'
import { test } from '#tests/fixtures/api.ts'
import { fillDevices } from '#tests/fixtures/bulk.ts'
import { listening } from '#tests/fixtures/listening.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server that gives one answer after the other, the last one again and again. */
async function answering(...answers: [Answer, ...Answer[]]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.push(request), answers.length) - 1] as Answer
    answer(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { requests, client: createClient({ baseUrl, token: 'vdk_test' }) }
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const busy = json(429, { detail: 'Too many requests' }, { 'retry-after': '0' })
const away = json(503, { detail: 'Not now' }, { 'retry-after': '0' })
const cut: Answer = response => response.destroy()
const page = json(200, { devices: [], total: 0 })
const id = '0198a000-0000-7000-8000-000000000000'

describe('the client', () => {
  test('retries a read after network errors and as Retry-After says', async () => {
    const { client, requests } = await answering(cut, busy, away, page)
    expect(await client.call(devices.list, { query: { status: ['online', 'faulty'], q: '' } })).toEqual({
      devices: [],
      total: 0,
    })
    expect(requests).toHaveLength(4)
    expect(requests[0]?.url).toBe('/api/devices?status=online&status=faulty')
    expect(requests[0]?.headers.authorization).toBe('Bearer vdk_test')
  })

  test('gives up after its retries, and at once on a long Retry-After or a refusal', async () => {
    const never = await answering(busy)
    await expect(never.client.call(devices.list)).rejects.toMatchObject({ problem: { status: 429 } })
    expect(never.requests).toHaveLength(4)
    const long = await answering(json(503, { detail: 'Tomorrow' }, { 'retry-after': '86400' }))
    await expect(long.client.call(devices.list)).rejects.toMatchObject({ problem: { detail: 'Tomorrow' } })
    expect(long.requests).toHaveLength(1)
    const refused = await answering(json(422, { detail: 'No', errors: [] }))
    await expect(refused.client.call(devices.list)).rejects.toMatchObject({ problem: { status: 422 } })
    expect(refused.requests).toHaveLength(1)
    const gone = await answering(cut)
    await expect(gone.client.call(devices.list)).rejects.toBeInstanceOf(NetworkError)
  })

  test('never retries a write that could take effect twice', async () => {
    const body = { name: 'x', serial: 'x', kind: 'hub', organization_id: id } as const
    const post = await answering(away, json(201, {}))
    await expect(post.client.call(devices.create, { body })).rejects.toMatchObject({
      problem: { status: 503 },
    })
    expect(post.requests).toHaveLength(1)
    const keyed = await answering(away, json(201, {}))
    await keyed.client.call(devices.create, { body, idempotencyKey: 'one' })
    expect(keyed.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
    const conditional = await answering(away, json(200, {}))
    const update = { params: { id }, body: { name: 'y' }, ifMatch: 3 }
    await expect(conditional.client.call(devices.update, update)).rejects.toMatchObject({
      problem: { status: 503 },
    })
    expect(conditional.requests[0]?.headers['if-match']).toBe('"3"')
    const plain = await answering(away, json(200, {}))
    await plain.client.call(devices.update, { params: { id }, body: { name: 'y' } })
    expect(plain.requests).toHaveLength(2)
  })

  test('reads Retry-After in seconds and as a date', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(retryAfterMs('7', now)).toBe(7_000)
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9_000)
    expect(retryAfterMs('Wed, 31 Dec 2025 23:59:00 GMT', now)).toBe(0)
    expect(retryAfterMs('soon', now)).toBeNull()
    expect(retryAfterMs(null, now)).toBeNull()
  })

  test('resumes a stream where it broke off, and passes a reset on', async () => {
    const events =
      (text: string): Answer =>
      response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(text)
      }
    const { client, requests } = await answering(
      events(
        'retry: 5\n\n: heartbeat\nevent: heartbeat\ndata: {}\n\nid: 4\nevent: ready\ndata: {"resumed":false}\n\n',
      ),
      cut,
      events('event: reset\r\ndata: {}\r\n\r\nid: 5\ndata: {"type":\ndata: "button"}\n\nid: 6\ndata: {"cut'),
      json(403, { detail: 'No more' }),
    )
    const received: unknown[] = []
    const follow = async () => {
      for await (const event of client.events(deviceEvents.stream)) received.push(event)
    }
    await expect(follow()).rejects.toMatchObject({ problem: { detail: 'No more' } })
    expect(received).toEqual([
      { event: 'ready', data: { resumed: false }, id: '4' },
      { event: 'reset', data: null, id: '' },
      { event: 'message', data: { type: 'button' }, id: '5' },
    ])
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '4', '4', '5'])
  })

  test('reads all rows of numbered and of append-only lists', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    await fillDevices(api, home, 401)
    const { url } = await listening(api)
    const client = createClient({ baseUrl: url, token: () => admin.token })
    const ids: string[] = []
    for await (const row of client.rows(devices.list, { query: { organization_id: home } })) ids.push(row.id)
    expect(new Set(ids).size).toBe(401)
    for (const id of ids.slice(0, 3)) await client.call(devices.remove, { params: { id } })
    const actions: string[] = []
    for await (const { action } of client.rows(activityLogs.list, { query: { resource_type: 'devices' } }))
      actions.push(action)
    expect(actions.filter(action => action === 'delete')).toHaveLength(3)
  })

  test('follows changes with the token of a session', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const { url } = await listening(api)
    const client = createClient({ baseUrl: url, token: admin.token })
    for await (const received of client.events(live.changes)) {
      if (received.event === 'ready')
        await client.call(devices.create, {
          body: { name: 'Hall', serial: home, kind: 'hub', organization_id: home },
        })
      if (received.event === 'change') {
        expect(received.data).toMatchObject({ resource: 'devices', action: 'create' })
        break
      }
    }
  })
})
