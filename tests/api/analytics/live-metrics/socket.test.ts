import { once } from 'node:events'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { liveMetricsPath, liveTopics } from '#contract/analytics/live-metrics.ts'
import type { LiveMetrics } from '#contract/analytics/metrics.ts'
import { auth } from '#contract/identity/auth.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'

interface Message {
  type: string
  payload: LiveMetrics & { subscriptions?: string[] }
}

/** A client of the live socket, open. */
async function client(port: number, options: { autoPong?: boolean } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${liveMetricsPath}?client_id=test`, options)
  const messages: Message[] = []
  socket.on('message', data => messages.push(JSON.parse(String(data))))
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const say = (message: object) => socket.send(JSON.stringify(message))
  const heard = (type: string) => messages.filter(message => message.type === type)
  return {
    socket,
    say,
    heard,
    closed: once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) })),
    async first(type: string) {
      await vi.waitFor(() => expect(heard(type)).not.toHaveLength(0), { timeout: 5_000 })
      return heard(type)[0] as Message
    },
  }
}

async function follower(port: number, { token }: Pick<Caller, 'token'>, ...subscriptions: string[]) {
  const opened = await client(port)
  opened.say({ type: 'auth', token })
  opened.say({ type: 'subscribe', subscriptions })
  return opened
}

/** Sockets opened from here on have their heartbeats at the test's command. */
function holdHeartbeats() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { beat: () => vi.advanceTimersByTime(15_000) }
}

const report = ({ db }: Api, organization_id: string) =>
  db
    .insertInto('translation_sessions')
    .values({
      id: uuid(),
      organization_id,
      source_language: 'de',
      target_language: 'ja',
      mode: 'medical',
      region: 'Europe',
      status: 'active',
      started_at: new Date().toISOString(),
    })
    .execute()

describe('the live socket', () => {
  test('sends the current state of each topic immediately, and again once it has changed', async ({
    api,
  }) => {
    const { port } = await listening(api)
    const analyst = await api.signedIn('analyst')
    const reader = await follower(port, analyst, 'live_metrics', 'operational_metrics', 'nonsense')
    expect((await reader.first('subscribed')).payload.subscriptions).toEqual([
      'live_metrics',
      'operational_metrics',
    ])
    for (const [topic, schema] of Object.entries(liveTopics))
      schema.parse((await reader.first(topic)).payload)

    const before = (await reader.first('live_metrics')).payload.active_translation_sessions
    await report(api, await api.organization())
    await vi.waitFor(
      () => expect(reader.heard('live_metrics').at(-1)?.payload.active_translation_sessions).toBe(before + 1),
      { timeout: 5_000 },
    )
  })

  test('shows a customer their own organization, and nothing to callers without permission', async ({
    api,
  }) => {
    const { port } = await listening(api)
    const customer = await api.signedIn('organization_admin')
    await report(api, customer.organizationId)
    await report(api, await api.organization())
    const reader = await follower(port, customer, 'live_metrics')
    expect((await reader.first('live_metrics')).payload.active_translation_sessions).toBe(1)

    const stranger = await follower(port, await api.signedIn('caregiver'), 'live_metrics')
    expect((await stranger.first('subscribed')).payload.subscriptions).toEqual([])
    expect(stranger.heard('live_metrics')).toEqual([])
  })

  test('refuses unauthenticated clients', async ({ api }) => {
    const { port } = await listening(api)
    const forger = await follower(port, { token: 'forged' }, 'live_metrics')
    expect(await forger.closed).toEqual({ code: 1008, reason: 'Please sign in' })
    const hasty = await client(port)
    hasty.say({ type: 'subscribe', subscriptions: ['live_metrics'] })
    expect(await hasty.closed).toEqual({ code: 1008, reason: 'Please sign in first' })
    const babbler = await client(port)
    babbler.socket.send('no JSON')
    expect((await babbler.closed).code).toBe(1008)
    const silent = await client(port)
    expect(await silent.closed).toEqual({ code: 1008, reason: 'Not signed in' })
    expect(silent.heard('live_metrics')).toEqual([])
  })

  test('ends with the session and with the role in which it was opened', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { port } = await listening(api)
    const people = await Promise.all([1, 2, 3, 4].map(() => api.signedIn('analyst')))
    const [leaver, demoted, moved, stayer] = people as [Caller, Caller, Caller, Caller]
    const readers = await Promise.all(people.map(person => follower(port, person, 'live_metrics')))
    await Promise.all(readers.map(reader => reader.first('live_metrics')))
    await leaver.call(auth.logout)
    await api.db.updateTable('people').set({ role: 'caregiver' }).where('id', '=', demoted.id).execute()
    await api.db
      .updateTable('people')
      .set({ organization_id: await api.organization() })
      .where('id', '=', moved.id)
      .execute()
    beat()
    for (const reader of readers.slice(0, 3))
      expect(await reader.closed).toEqual({ code: 1008, reason: 'The session is over' })
    const last = readers[3]
    // Said where nothing else was since the beat before.
    await vi.waitFor(
      () => {
        beat()
        expect(last?.heard('heartbeat')).not.toHaveLength(0)
      },
      { timeout: 5_000, interval: 500 },
    )
    expect((await stayer.call(auth.me)).status).toBe(200)
    expect(last?.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('disconnects a client that stops responding', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { port } = await listening(api)
    const { token } = await api.signedIn('analyst')
    const dead = await client(port, { autoPong: false })
    dead.say({ type: 'auth', token })
    await dead.first('authenticated')
    beat()
    expect(dead.socket.readyState).toBe(WebSocket.OPEN)
    beat()
    expect((await dead.closed).code).toBe(1006)
    expect(dead.heard('heartbeat')).toEqual([])
  })

  test('is closed to a person who has yet to set up a required second factor', async ({ api }) => {
    const { port } = await listening(api)
    const owner = await api.signedIn('organization_admin')
    await api.db
      .updateTable('organizations')
      .set({ requires_second_factor: true })
      .where('id', '=', owner.organizationId)
      .execute()
    const reader = await follower(port, owner, 'live_metrics')
    expect(await reader.closed).toEqual({ code: 1008, reason: 'Please set up two-factor authentication' })
    expect(reader.heard('live_metrics')).toEqual([])
  })

  test('sends nothing of the previous person’s topics to the next one who signs in', async ({ api }) => {
    const { port } = await listening(api)
    const analyst = await api.signedIn('analyst')
    const reader = await follower(port, analyst, 'live_metrics')
    await reader.first('live_metrics')
    const carer = await api.signedIn('caregiver')
    reader.say({ type: 'auth', token: carer.token })
    await vi.waitFor(() => expect(reader.heard('authenticated')).toHaveLength(2))
    const witness = await follower(port, analyst, 'live_metrics')
    await witness.first('live_metrics')
    const before = [reader.heard('live_metrics').length, witness.heard('live_metrics').length] as const
    await report(api, await api.organization())
    await vi.waitFor(() => expect(witness.heard('live_metrics').length).toBeGreaterThan(before[1]), {
      timeout: 5_000,
    })
    expect(reader.heard('live_metrics')).toHaveLength(before[0])
  })

  test('accepts neither long messages, nor many topics, nor many messages', async ({ api }) => {
    const { app, port } = await listening(api)
    const analyst = await api.signedIn('analyst')
    const long = await follower(port, analyst, 'live_metrics')
    long.socket.send('x'.repeat(16_385))
    expect((await long.closed).code).toBe(1009)
    const greedy = await follower(port, analyst, ...Array.from({ length: 101 }, (_, n) => `topic ${n}`))
    expect(await greedy.closed).toEqual({ code: 1008, reason: 'This message is not understood' })
    const babbler = await follower(port, analyst)
    for (let n = 0; n < 60; n++) babbler.say({ type: 'subscribe', subscriptions: ['live_metrics'] })
    expect(await babbler.closed).toEqual({ code: 1008, reason: 'Too many messages' })
    const { statusCode, headers, body } = await app.inject({ url: liveMetricsPath })
    expect(statusCode).toBe(426)
    expect(headers.upgrade).toBe('websocket')
    expect(JSON.parse(body)).toMatchObject({ title: 'Upgrade Required' })
  })

  test('announces a restart when the server stops, and does not delay it', async ({ api }) => {
    const { app, port } = await listening(api)
    const reader = await follower(port, await api.signedIn('analyst'), 'live_metrics')
    await reader.first('live_metrics')
    const begun = performance.now()
    await app.close()
    expect((await reader.closed).code).toBe(1012)
    expect(performance.now() - begun).toBeLessThan(3_000)
  })
})
