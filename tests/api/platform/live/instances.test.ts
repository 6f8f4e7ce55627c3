import { Redis } from 'ioredis'
import { pino } from 'pino'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { openChanges } from '#server/kit/changes.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { changesOn, follow, pendant } from '#tests/fixtures/live.ts'

const redis = process.env.TEST_REDIS_URL

async function instance(api: Api, redisUrl: string, log = api.services.log) {
  const changes = openChanges({ log, redisUrl })
  onTestFinished(() => changes.close())
  return listening(api, { changes, log })
}

describe('several instances', () => {
  test.skipIf(!redis)('notify each other through Redis (needs TEST_REDIS_URL)', async ({ api }) => {
    const url = redis as string
    const [here, there] = [await instance(api, url), await instance(api, url)]
    const admin = await api.signedIn('admin')
    const home = await api.organization()
    const [near, far] = [await follow(here.url, admin), await follow(there.url, admin)]
    const create = () =>
      here.app.inject({
        method: 'POST',
        url: '/api/devices/register',
        headers: { authorization: `Bearer ${admin.token}` },
        payload: pendant(home),
      })
    // The connections to Redis are made meanwhile.
    await vi.waitFor(
      async () => {
        await create()
        await far.next('change', 100)
      },
      { timeout: 5_000 },
    )
    const { id } = (await create()).json()
    await vi.waitFor(() => expect(changesOn(far).at(-1)?.id).toBe(id))
    expect(changesOn(near).filter(change => change.id === id)).toHaveLength(1)
    expect(changesOn(far).filter(change => change.id === id)).toHaveLength(1)
  })

  test.skipIf(!redis)(
    'make their readers start over after losing Redis (needs TEST_REDIS_URL)',
    async ({ api }) => {
      const { url } = await instance(api, redis as string)
      const stream = await follow(url, await api.signedIn('admin'))
      const operator = new Redis(redis as string)
      onTestFinished(() => operator.disconnect())
      await vi.waitFor(
        async () => {
          await operator.call('client', 'kill', 'type', 'pubsub')
          await stream.next('reset', 100)
        },
        { timeout: 5_000 },
      )
      await stream.over
    },
  )

  test('continue on their own without Redis, and log it once', async ({ api }) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
    const { app, url } = await instance(api, 'redis://127.0.0.1:1', log)
    const admin = await api.signedIn('admin')
    const stream = await follow(url, admin)
    for (let count = 0; count < 3; count += 1) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/devices/register',
        headers: { authorization: `Bearer ${admin.token}` },
        payload: pendant(admin.organizationId),
      })
      expect(statusCode).toBe(201)
    }
    await vi.waitFor(() => expect(changesOn(stream)).toHaveLength(3))
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    expect(lines[0]).toContain('Redis is unavailable')
  })
})
