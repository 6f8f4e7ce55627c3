import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Listener } from '#server/kit/broadcast.ts'
import { type Hub, openHub } from '#server/modules/analytics/live-metrics/hub.ts'
import type { Viewer } from '#server/modules/analytics/live-metrics/topics.ts'

const redis = process.env.TEST_REDIS_URL

type Produce = Parameters<typeof openHub>[0]

function hub(produce: Produce, redisUrl?: string, log = pino({ level: 'silent' })): Hub {
  const opened = openHub(produce, log, redisUrl)
  onTestFinished(() => opened.close())
  return opened
}

/** Somebody of an organization. */
const viewerOf = (organizationId: string) =>
  ({ grant: { reach: 'organization' }, actor: { organizationId } }) as unknown as Viewer

/** Follows the live metrics. @returns what was sent, as the very buffers. */
function follow(at: Hub, organizationId: string) {
  const sent: Buffer[] = []
  const listener: Listener = { send: (_topic, message) => void sent.push(message), wasIdle: () => false }
  onTestFinished(at.follow('live_metrics', viewerOf(organizationId), listener))
  return sent
}
const said = (sent: readonly Buffer[]) => sent.map(message => JSON.parse(message.toString()).payload.said)
const never: Produce = () => new Promise(() => {})

describe('a hub', () => {
  test('reads and serializes once for all with the same view, and separately for each organization', async () => {
    const reads: string[] = []
    const here = hub(async (_topic, { actor }) => {
      reads.push(actor.organizationId)
      return { said: `${actor.organizationId} ${reads.length}` }
    })
    const [first, second] = [follow(here, 'one'), follow(here, 'one')]
    const other = follow(here, 'two')
    await vi.waitFor(() => expect(first.length).toBeGreaterThan(1), { timeout: 5_000 })
    expect(second.every((message, index) => message === first[index])).toBe(true)
    expect(said(other).every(text => text.startsWith('two '))).toBe(true)
    expect(reads.filter(organization => organization === 'one')).toHaveLength(first.length)
  })

  test('sends nothing while nothing changes, and the latest to a new subscriber', async () => {
    let reads = 0
    const here = hub(async () => ({ said: 'the same', as_of: ++reads }))
    const first = follow(here, 'one')
    await vi.waitFor(() => expect(reads).toBeGreaterThan(1), { timeout: 5_000 })
    expect(first).toHaveLength(1)
    expect(follow(here, 'one')).toEqual(first)
  })

  test('waits for a slow read, and logs once that it fails', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
    let [begun, finish] = [0, () => {}]
    const slow = hub(
      () => {
        begun++
        return new Promise(resolve => {
          finish = () => resolve({ said: 'at last' })
        })
      },
      undefined,
      log,
    )
    let failed = 0
    const broken = hub(
      async () => {
        failed++
        throw new Error('the database is away')
      },
      undefined,
      log,
    )
    const sent = follow(slow, 'one')
    follow(broken, 'one')
    await vi.waitFor(() => expect(failed).toBeGreaterThan(2), { timeout: 5_000 })
    expect(begun).toBe(1)
    finish()
    await vi.waitFor(() => expect(begun).toBe(2), { timeout: 5_000 })
    expect(said(sent)).toEqual(['at last'])
    expect(lines).toHaveLength(1)
  })

  test.skipIf(!redis)('notifies other instances through Redis (needs TEST_REDIS_URL)', async () => {
    const organization = randomUUID()
    const [here, there] = [hub(async () => ({ said: Date.now() }), redis), hub(never, redis)]
    const [near, far] = [follow(here, organization), follow(there, organization)]
    const stranger = follow(there, randomUUID())
    await vi.waitFor(() => expect(far.length).toBeGreaterThan(1), { timeout: 10_000 })
    expect(said(near)).toEqual(expect.arrayContaining(said(far)))
    expect(stranger).toEqual([])

    const operator = new Redis(redis as string)
    onTestFinished(() => operator.disconnect())
    await operator.call('client', 'kill', 'type', 'pubsub')
    const before = far.length
    await vi.waitFor(() => expect(far.length).toBeGreaterThan(before), { timeout: 10_000 })
  })

  test('continues on its own without Redis, and logs it once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
    const here = hub(async () => ({ said: Date.now() }), 'redis://127.0.0.1:1', log)
    const sent = follow(here, 'one')
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1), { timeout: 5_000 })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Redis is unavailable')
  })
})
