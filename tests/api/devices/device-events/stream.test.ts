import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { EventSource } from 'eventsource'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { DeviceEvent } from '#contract/devices/device-events.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { live } from '#contract/platform/live.ts'
import { maxUnread } from '#server/kit/sse.ts'
import { type Caller, newPerson, test } from '#tests/fixtures/api.ts'
import { registered, report } from '#tests/fixtures/device-events.ts'
import { readEvents } from '#tests/fixtures/event-stream.ts'
import { listening } from '#tests/fixtures/listening.ts'

const streamUrl = (url: string, token: string, after?: string) =>
  `${url}${deviceEvents.stream.path}?${new URLSearchParams({ token, ...(after && { last_event_id: after }) })}`

/** The stream of an instance, open and ready. */
async function follow(url: string, token: string, headers?: Record<string, string>) {
  const reader = await readEvents(streamUrl(url, token), headers)
  expect(reader.status).toBe(200)
  const { id, data } = await reader.next('ready')
  return { ...reader, readyId: id, ready: data }
}

const numbersOn = (reader: Awaited<ReturnType<typeof readEvents>>) =>
  reader
    .received()
    .flatMap(({ event, data }) => (event === 'message' ? [(data as DeviceEvent).payload.n] : []))

const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, index) => from + index)

/** Reports events that number themselves. */
const number = (caller: Caller, device_id: string, numbers: readonly number[], more: object = {}) =>
  Promise.all(
    numbers.map(n =>
      report(caller, { device_id, type: 'heartbeat', event_id: `n${n}`, payload: { n, ...more } }),
    ),
  )

/** An EventSource of another maker, as a third party would use it. */
function foreign(url: string) {
  const source = new EventSource(url)
  onTestFinished(() => source.close())
  const events: DeviceEvent[] = []
  const ids = new Set<string>()
  source.onmessage = ({ data, lastEventId }) => {
    events.push(JSON.parse(data) as DeviceEvent)
    ids.add(lastEventId)
  }
  return { source, ids, numbers: () => events.map(({ payload }) => payload.n) }
}

describe('the stream of device events', () => {
  test('sends each event once, in order, as it is stored', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    await number(admin, id, upTo(3))
    const reader = await follow(url, admin.token)
    expect(reader.ready).toEqual({ resumed: false })
    await number(admin, id, upTo(40, 3))
    await number(admin, id, upTo(40, 3))
    await vi.waitFor(() => expect(numbersOn(reader)).toHaveLength(37))
    await wait(600)
    expect([...numbersOn(reader)].sort((a, b) => Number(a) - Number(b))).toEqual(upTo(40, 3))
    const ids = reader.received().flatMap(({ event, id }) => (event === 'message' ? [Number(id)] : []))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  })

  test('sends what another instance stores', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const owner = await api.signedIn('organization_admin')
    const { id } = await registered(owner)
    const reader = await follow(url, admin.token)
    // Called by injection, so that it is the first instance that keeps it.
    await number(owner, id, [7])
    expect((await reader.next('message', 2_000)).data).toMatchObject({ payload: { n: 7 } })
  })

  test('accepts a ticket once, and no unauthorized caller', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const { ticket } = (await admin.call(live.ticket)).reply
    const opened = await Promise.all([1, 2, 3].map(() => readEvents(streamUrl(url, ticket))))
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await readEvents(streamUrl(url, 'made-up'))).status).toBe(401)
    expect((await readEvents(streamUrl(url, (await api.signedIn('translator')).token))).status).toBe(403)
    expect((await readEvents(`${url}${deviceEvents.stream.path}`)).status).toBe(401)
  })

  test('shows each caller the events within their row scope', async ({ api }) => {
    const { url } = await listening(api)
    const [admin, stranger] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    const home = admin.organizationId
    const caregiver = await api.signedIn('caregiver', { organizationId: home })
    const ward = (await newPerson(api.db, 'elderly_user', home)).id
    const assigned = {
      id: crypto.randomUUID(),
      organization_id: home,
      elderly_id: ward,
      caregiver_id: caregiver.id,
      relationship: 'caregiver',
    }
    await api.db.insertInto('assignments').values(assigned).execute()
    const worn = await registered(admin, { person_id: ward })
    const spare = await registered(admin)
    const staff = await api.signedIn('operator')
    const readers = await Promise.all(
      [staff, admin, caregiver, stranger].map(({ token }) => follow(url, token)),
    )
    await number(admin, worn.id, [1])
    await number(admin, spare.id, [2])
    await vi.waitFor(() => expect(numbersOn(readers[0] as never)).toEqual([1, 2]))
    await wait(600)
    expect(readers.map(numbersOn)).toEqual([[1, 2], [1, 2], [1], []])
  })

  test('resumes after the last event id, however it is sent', async ({ api }) => {
    const { url } = await listening(api)
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    const first = await follow(url, admin.token)
    await number(admin, id, upTo(450))
    await vi.waitFor(() => expect(numbersOn(first)).toHaveLength(450))
    const told = first.received().filter(({ event }) => event === 'message')
    const at = told[9]?.id as string
    const rest = numbersOn(first).slice(10)
    const byHeader = await follow(url, admin.token, { 'last-event-id': at })
    const byQuery = await readEvents(streamUrl(url, admin.token, at))
    await vi.waitFor(() => expect(numbersOn(byQuery)).toHaveLength(440))
    await number(admin, id, [450])
    for (const reader of [byHeader, byQuery]) {
      await vi.waitFor(() => expect(numbersOn(reader)).toEqual([...rest, 450]))
      expect(reader.received()[0]).toMatchObject({ event: 'ready', data: { resumed: true } })
    }
    const early = await follow(url, admin.token, { 'last-event-id': String(first.readyId) })
    await vi.waitFor(() => expect(numbersOn(early)).toHaveLength(451))
    const beyond = await follow(url, admin.token, { 'last-event-id': '999999999' })
    await number(admin, id, [451])
    await vi.waitFor(() => expect(numbersOn(beyond)).toEqual([451]))
  })
})

/** A way to a port that can be broken and held up, as networks are. */
async function wire(port: () => number) {
  const ends = new Set<Socket>()
  let held = false
  const server = createServer(near => {
    const far = connect(port(), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
    if (held) far.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      for (const end of ends) end.destroy()
    },
    hold() {
      held = true
      for (const end of ends) end.pause()
    },
    release() {
      held = false
      for (const end of ends) end.resume()
    },
  }
}

describe('a standard EventSource', () => {
  test('resumes without gap or duplicate after a server restart and cut connections', {
    tags: ['thorough'],
    timeout: 40_000,
  }, async ({ api }) => {
    let server = await listening(api)
    const { url, cut } = await wire(() => server.port)
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    const { source, ids, numbers } = foreign(streamUrl(url, admin.token))
    await once(source as never, 'ready')

    await number(admin, id, upTo(20))
    await vi.waitFor(() => expect(numbers()).toHaveLength(20))
    await server.app.close()
    await number(admin, id, upTo(260, 20))
    server = await listening(api)
    await vi.waitFor(() => expect(numbers()).toHaveLength(260), { timeout: 15_000 })

    cut()
    await number(admin, id, upTo(300, 260))
    await vi.waitFor(() => expect(numbers()).toHaveLength(300), { timeout: 15_000 })
    expect([...numbers()].sort((a, b) => Number(a) - Number(b))).toEqual(upTo(300))
    expect(ids.size).toBe(300)
  })

  test('misses nothing while the network pauses', async ({ api }) => {
    const seconds = process.env.DEEP ? 30 : 2
    const server = await listening(api)
    const { url, hold, release } = await wire(() => server.port)
    const admin = await api.signedIn('organization_admin')
    const { id } = await registered(admin)
    const { source, ids, numbers } = foreign(streamUrl(url, admin.token))
    await once(source as never, 'ready')
    hold()
    const end = seconds * 20
    for (let n = 0; n < end; n += 1) {
      await number(admin, id, [n])
      await wait(50)
    }
    release()
    await vi.waitFor(() => expect(numbers()).toEqual(upTo(end)), { timeout: 15_000 })
    expect(ids.size).toBe(end)
  }, 80_000)
})

/** Reports more than the buffers between two ends take. */
async function flood(caller: Caller, deviceId: string, count: number) {
  const text = 'x'.repeat(3_800)
  for (let from = 0; from < count; from += 500) {
    await number(caller, deviceId, upTo(Math.min(count, from + 500), from), { text })
  }
  const { total } = (await caller.call(deviceEvents.list, { query: { device_id: deviceId } })).reply
  expect(total).toBe(count)
}

test('a reader that does not read is disconnected, at a bounded cost, and gets the rest when it returns', {
  tags: ['thorough'],
  timeout: 60_000,
}, async ({ api }) => {
  const server = await listening(api)
  const admin = await api.signedIn('organization_admin')
  const { id } = await registered(admin)
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const { pathname, search } = new URL(streamUrl(server.url, admin.token))
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: here\r\n\r\n`)
  await once(socket, 'readable')
  socket.on('error', () => {})
  const closed = once(socket, 'close')

  const count = 1_500
  await flood(admin, id, count)
  await wait(1_500)
  let read = ''
  socket.on('data', chunk => {
    read += String(chunk)
  })
  await closed
  expect(read.length).toBeGreaterThan(maxUnread)
  const told = [...read.matchAll(/id: (\d+)\nevent: message\ndata: .*\n\n/g)].map(([, seq]) => Number(seq))
  expect(told.length).toBeLessThan(count)

  const back = await readEvents(streamUrl(server.url, admin.token, String(told.at(-1))))
  await vi.waitFor(() => expect(told.length + numbersOn(back).length).toBe(count), { timeout: 10_000 })
  const seqs = back.received().flatMap(({ event, id }) => (event === 'message' ? [Number(id)] : []))
  expect(new Set([...told, ...seqs]).size).toBe(count)
})
