import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceEvent } from '#contract/devices/device-events.ts'
import { breakerKey } from '#kit/device-feed/breaker.ts'
import { createFeed, type FeedState, mergeEvents } from '#kit/device-feed/feed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const event = (n: number, ts = n): DeviceEvent => ({
  id: `event-${n}`,
  ts: new Date(ts * 1_000).toISOString(),
  received_at: new Date(n * 1_000).toISOString(),
  type: 'test',
  device_id: 'd',
  person_id: null,
  organization_id: 'o',
  battery: null,
  payload: {},
  device_ts: null,
})

class Refusal extends Error {
  status: number
  constructor(status: number) {
    super()
    this.status = status
  }
}

/** A page with a fake server and storage. */
function page({ polling = '' } = {}) {
  const kept = new Map(polling ? [[breakerKey, polling]] : [])
  const server = { refusal: null as Error | null, events: [event(1)], polls: 0 }
  const storage = { token: 'token-of-kim' as string | null }
  const sources: { address: string; open: boolean; emit(type: string, data?: unknown, id?: string): void }[] =
    []
  let state: FeedState | undefined
  let told = 0
  const feed = createFeed({
    token: () => storage.token,
    async newest() {
      server.polls += 1
      if (server.refusal) throw server.refusal
      return server.events
    },
    address: async last => `after ${last}`,
    open(address) {
      const listeners = new Map<string, (event: { data?: string; lastEventId?: string }) => void>()
      const source = {
        address,
        open: true,
        emit: (type: string, data: unknown = {}, lastEventId = '') =>
          listeners.get(type)?.({ data: JSON.stringify(data), lastEventId }),
      }
      sources.push(source)
      return {
        addEventListener: (type, listener) => void listeners.set(type, listener),
        close: () => {
          source.open = false
        },
      }
    },
    statusOf: error => (error instanceof Refusal ? error.status : undefined),
    store: {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
    },
    onStateChange: next => {
      state = next
      told += 1
    },
  })
  feed.start()
  return {
    feed,
    server,
    storage,
    sources,
    kept,
    newest: () => sources.at(-1) as (typeof sources)[number],
    state: () => state as FeedState,
    told: () => told,
  }
}

describe('a feed', () => {
  test('starts a second after the call', async () => {
    const { server, sources } = page()
    await later(999)
    expect([server.polls, sources.length]).toEqual([0, 0])
    await later(1)
    expect([server.polls, sources.length]).toEqual([1, 1])
  })

  test('does not poll while it is live', async () => {
    const { server, newest, state } = page()
    await later(1_000)
    newest().emit('ready', { resumed: false }, '7')
    await later(0)
    expect(state()).toMatchObject({ mode: 'live', events: [event(1)] })
    newest().emit('message', event(2), '8')
    expect(state().events).toEqual([event(2), event(1)])
    const { polls } = server
    for (let beats = 0; beats < 10; beats += 1) {
      await later(15_000)
      newest().emit('heartbeat')
    }
    expect(server.polls).toBe(polls)
  })

  test('shows the first event immediately, and many of them four times a second', async () => {
    const { newest, state, told } = page()
    await later(1_000)
    newest().emit('ready', { resumed: true }, '1')
    const before = told()
    for (let n = 2; n < 1_002; n += 1) {
      newest().emit('message', event(n), String(n))
      if (n === 2) expect(state().events?.[0]).toEqual(event(2))
      await later(1)
    }
    expect(told() - before).toBeLessThanOrEqual(5)
    await later(250)
    expect(state().events?.[0]).toEqual(event(1_001))
  })

  test('loses no event that arrived just before it stopped', async () => {
    const { feed, newest, state } = page()
    await later(1_000)
    newest().emit('ready', { resumed: true }, '1')
    newest().emit('message', event(2), '2')
    newest().emit('message', event(3), '3')
    feed.stop()
    feed.start()
    await later(1_000)
    expect(state().events).toEqual([event(3), event(2), event(1)])
    newest().emit('message', event(4), '4')
    expect(state().events?.[0]).toEqual(event(4))
  })

  test('polls while the stream is down, and resumes after the last event', async () => {
    const { server, sources, newest, state } = page()
    await later(1_000)
    newest().emit('ready', { resumed: false }, '7')
    newest().emit('message', event(2), '8')
    await later(0)
    const { polls } = server
    newest().emit('error')
    expect(state().mode).toBe('polling')
    await later(4_999)
    expect([server.polls, sources.length]).toEqual([polls, 1])
    await later(1)
    expect([server.polls, sources.length]).toEqual([polls + 1, 2])
    expect(newest().address).toBe('after 8')
    newest().emit('ready', { resumed: true }, '8')
    expect(state().mode).toBe('live')
    await later(30_000)
    expect(server.polls).toBe(polls + 1)
  })

  test('considers a silent stream lost', async () => {
    const { newest, state } = page()
    await later(1_000)
    newest().emit('ready', { resumed: true })
    await later(39_999)
    expect(state().mode).toBe('live')
    await later(1)
    expect(state().mode).toBe('polling')
  })

  test('slows down with each failure, stops after five, and then opens no stream', async () => {
    const { server, sources, state } = page()
    server.refusal = new Error('away')
    await later(1_000)
    const seen = [state().interval]
    for (const wait of [10_000, 20_000, 40_000, 60_000]) {
      await later(wait)
      seen.push(state().interval)
    }
    expect(seen).toEqual([10_000, 20_000, 40_000, 60_000, 60_000])
    expect(server.polls).toBe(5)
    expect(state()).toMatchObject({ mode: 'stopped', failures: 5 })
    const { length } = sources
    await later(600_000)
    expect([server.polls, sources.length]).toEqual([5, length])
    expect(sources.some(({ open }) => open)).toBe(false)
  })

  test.for([401, 403])(
    'stops immediately on a %i, and resumes when a different token is stored',
    async status => {
      const { server, storage, state } = page()
      server.refusal = new Refusal(status)
      await later(1_000)
      expect(state().mode).toBe('stopped')
      server.refusal = null
      storage.token = null
      await later(5_000)
      storage.token = 'token-of-kim'
      await later(5_000)
      expect(server.polls).toBe(1)
      storage.token = 'token-of-bo'
      await later(1_000)
      expect(state()).toMatchObject({ mode: 'polling', failures: 0, events: [event(1)] })
    },
  )

  test('stays stopped over a reload, until a retry is requested', async () => {
    const first = page()
    first.server.refusal = new Refusal(401)
    await later(1_000)
    const { server, state, feed, kept } = page({ polling: first.kept.get(breakerKey) ?? '' })
    await later(60_000)
    expect([server.polls, state().mode]).toEqual([0, 'stopped'])
    feed.retry()
    await later(0)
    expect([server.polls, state().mode]).toEqual([1, 'polling'])
    expect(kept.size).toBe(0)
  })

  test('resets its failures on the first success', async () => {
    const { server, state } = page()
    server.refusal = new Error('away')
    await later(11_000)
    expect(state().failures).toBe(2)
    server.refusal = null
    await later(20_000)
    expect(state()).toMatchObject({ failures: 0, interval: 5_000 })
  })

  test('is silent once it is stopped', async () => {
    const { feed, server, sources } = page()
    await later(1_000)
    feed.stop()
    await later(120_000)
    expect([server.polls, sources.length]).toEqual([1, 1])
    expect(sources[0]?.open).toBe(false)
  })
})

test('fifty events are kept, each once, the newest first', () => {
  const all = Array.from({ length: 60 }, (_, n) => event(n))
  expect(mergeEvents(all, all)).toEqual(all.toReversed().slice(0, 50))
  expect(mergeEvents([event(1), event(3)], [event(2)]).map(({ id }) => id)).toEqual([
    'event-3',
    'event-2',
    'event-1',
  ])
})
