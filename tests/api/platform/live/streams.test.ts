import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { live } from '#contract/platform/live.ts'
import { heartbeatIntervalMs, maxUnread } from '#server/kit/sse.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { type Listening, listening } from '#tests/fixtures/listening.ts'
import { changesOn, changesUrl, follow, register } from '#tests/fixtures/live.ts'

/** Streams opened from here on have their heartbeats at the test's command. */
function holdHeartbeats() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return { beat: () => vi.advanceTimersByTime(heartbeatIntervalMs) }
}

const revoke = (api: Api, { id }: Caller) =>
  api.db
    .updateTable('sessions')
    .set({ revoked_at: new Date().toISOString() })
    .where('person_id', '=', id)
    .execute()

const logOf = (organizationId: string, id: string) => ({
  id,
  timestamp: new Date().toISOString(),
  organization_id: organizationId,
  action: 'update',
  resource_type: 'devices',
  resource_id: id,
  actor_id: null,
  user_id: null,
  user_email: null,
  user_role: null,
  source: 'server' as const,
  request_id: 'burst',
  ip: '127.0.0.1',
  details: '{}',
  salt: Buffer.alloc(16),
})

/** A reader that asks for the stream and then reads nothing of it. */
async function sleeper({ port, url }: Listening, caller: Caller) {
  const { reply } = await caller.call(live.ticket)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const { pathname, search, host } = new URL(changesUrl(url, reply.ticket))
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(socket, 'readable')
  socket.on('error', () => {})
  return socket
}

describe('a stream', () => {
  test('sends heartbeats while its session lasts, and ends when that is revoked', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const stream = await follow(url, admin)
    beat()
    await stream.next('heartbeat')
    expect(stream.text()).toContain('\n\n: heartbeat\nevent: heartbeat\n')

    await revoke(api, admin)
    beat()
    await stream.over
    await register(await api.signedIn('admin'), await api.organization())
    expect(changesOn(stream)).toEqual([])
  })

  test('ends when its session expires', async ({ api }) => {
    const { beat } = holdHeartbeats()
    const { url } = await listening(api)
    const admin = await api.signedIn('admin')
    const stream = await follow(url, admin)
    await api.db
      .updateTable('sessions')
      .set({ expires_at: new Date().toISOString() })
      .where('person_id', '=', admin.id)
      .execute()
    beat()
    await stream.over
  })

  test('drops a reader that does not read', async ({ api }) => {
    const instance = await listening(api)
    const socket = await sleeper(instance, await api.signedIn('admin'))
    const reader = await follow(instance.url, await api.signedIn('admin'))
    const home = await api.organization()
    const closed = once(socket, 'close')

    // More than the system's own buffers take, so that the rest is left to us.
    const [bursts, size] = [2_000, 10]
    for (let burst = 0; burst < bursts; burst += 1) {
      const ids = Array.from({ length: size }, (_, index) => `${burst}.${index}`.padStart(1_000, '0'))
      api.services.changes.publishLogs(ids.map(id => logOf(home, id)))
      await turn()
    }
    await vi.waitFor(() => expect(changesOn(reader)).toHaveLength(bursts * size), { timeout: 5_000 })

    await wait(1_500)
    let unread = 0
    socket.on('data', chunk => {
      unread += chunk.length
    })
    await closed
    expect(unread).toBeGreaterThan(maxUnread)
    expect(unread).toBeLessThan(reader.text().length / 2)
  })

  test('does not keep the server from stopping', async ({ api }) => {
    const instance = await listening(api)
    const admin = await api.signedIn('admin')
    const streams = await Promise.all([follow(instance.url, admin), follow(instance.url, admin)])
    const start = performance.now()
    await instance.app.close()
    expect(performance.now() - start).toBeLessThan(2_000)
    await Promise.all(streams.map(({ over }) => over))
  })
})
