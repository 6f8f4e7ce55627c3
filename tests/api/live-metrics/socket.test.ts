import { once } from 'node:events'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { liveMetricsPath, liveTopics } from '#contract/live-metrics.ts'
import type { LiveMetrics } from '#contract/metrics.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'

interface Message {
  type: string
  payload: LiveMetrics & { subscriptions?: string[] }
}

/** A client of the live socket, open. */
async function client(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${liveMetricsPath}?client_id=test`)
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
  test('tells of what can be followed at once, in its shape, and again once it has changed', async ({
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

  test('shows a customer their own organization, and nothing to whom the table denies it', async ({
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

  test('refuses whoever does not say who they are', async ({ api }) => {
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
    expect(await silent.closed).toEqual({ code: 1008, reason: 'Nobody signed in' })
    expect(silent.heard('live_metrics')).toEqual([])
  })

  test('says that it comes back when the server stops, and keeps nobody waiting', async ({ api }) => {
    const { app, port } = await listening(api)
    const reader = await follower(port, await api.signedIn('analyst'), 'live_metrics')
    await reader.first('live_metrics')
    const begun = performance.now()
    await app.close()
    expect((await reader.closed).code).toBe(1012)
    expect(performance.now() - begun).toBeLessThan(3_000)
  })
})
