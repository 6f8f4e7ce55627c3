import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RecordChange } from '#contract/platform/live.ts'
import { ApiError, ownWrites } from '#kit/call.ts'
import { createRefresher } from '#providers/live/refresher.ts'
import { createLiveStream, type Source } from '#providers/live/stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A change by another user, unless a request id is given. */
const change = (id: string, request_id = 'theirs'): RecordChange => ({
  resource: 'devices',
  id,
  action: 'update',
  at: new Date().toISOString(),
  request_id,
})

/** A tab with a fake server and visibility, without jitter. */
function tab() {
  const sources: { address: string; open: boolean; emit(type: string, data?: unknown): void }[] = []
  const states: string[] = []
  const changes: RecordChange[] = []
  const server = { refusal: null as Error | null, tickets: 0 }
  const sight = { hidden: false }
  const opened = vi.fn()
  const stream = createLiveStream({
    address: async () => {
      server.tickets += 1
      if (server.refusal) throw server.refusal
      return `ticket ${server.tickets}`
    },
    open(address): Source {
      const listeners = new Map<string, (event: { data?: string }) => void>()
      const source = {
        address,
        open: true,
        emit: (type: string, data?: unknown) => listeners.get(type)?.({ data: JSON.stringify(data) }),
      }
      sources.push(source)
      return {
        addEventListener: (type, listener) => void listeners.set(type, listener),
        close: () => {
          source.open = false
        },
      }
    },
    hidden: () => sight.hidden,
    random: () => 0.5,
    onStatusChange: (state, resources) => states.push(resources ? `${state}: ${resources}` : state),
    changed: told => changes.push(told),
    opened,
  })
  const ready = () =>
    sources.at(-1)?.emit('ready', { resources: ['devices'], recent: [], covered_ms: 60_000 })
  const open = () => sources.filter(source => source.open).map(({ address }) => address)
  return { stream, sources, states, changes, server, sight, opened, ready, open }
}

async function liveTab() {
  const made = tab()
  made.stream.start()
  await later(0)
  made.ready()
  return made
}

describe('the stream of a tab', () => {
  test('is opened once, however often it is requested', async () => {
    const { stream, open, states, sources, changes, opened } = await liveTab()
    stream.start()
    await later(0)
    expect(open()).toEqual(['ticket 1'])
    expect(states).toEqual(['connecting', 'live: devices'])
    sources[0]?.emit('change', change('a'))
    expect(changes).toMatchObject([{ id: 'a' }])
    expect(opened).toHaveBeenCalledOnce()
    stream.stop()
    expect(open()).toEqual([])
  })

  test('reconnects after 1, 2, 4 … 30 seconds, each time with a new ticket', async () => {
    const { sources, server, states, open, opened, ready } = await liveTab()
    sources[0]?.emit('error')
    expect(open()).toEqual([])
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await later(seconds * 1_000 - 1)
      expect(server.tickets).toBe(index + 1)
      await later(1)
      expect(server.tickets).toBe(index + 2)
      sources.at(-1)?.emit('error')
    }
    expect(new Set(sources.map(({ address }) => address)).size).toBe(8)
    expect(new Set(states.slice(2))).toEqual(new Set(['down']))
    await later(30_000)
    expect(opened).toHaveBeenCalledOnce()
    ready()
    expect(states.at(-1)).toBe('live: devices')
    expect(opened).toHaveBeenCalledTimes(2)

    sources.at(-1)?.emit('error')
    await later(1_000)
    expect(open()).toHaveLength(1)
  })

  test('randomizes its reconnects by a quarter either way', async () => {
    const waits = await Promise.all(
      [0, 0.999].map(async random => {
        const address = vi.fn(() => Promise.reject(new Error('away')))
        const nothing = () => {}
        createLiveStream({
          address,
          open: () => ({ addEventListener: nothing, close: nothing }),
          hidden: () => false,
          random: () => random,
          onStatusChange: nothing,
          changed: nothing,
          opened: nothing,
        }).start()
        return address
      }),
    )
    await later(749)
    expect(waits.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    await later(1)
    expect(waits.map(({ mock }) => mock.calls.length)).toEqual([2, 1])
    await later(500)
    expect(waits.map(({ mock }) => mock.calls.length)).toEqual([2, 2])
  })

  test('keeps retrying while the server fails, but not once the session has ended', async () => {
    const problem = (status: number) =>
      new ApiError({ type: 'about:blank', title: '', status, detail: 'Please sign in' })
    const { stream, server, states } = tab()
    server.refusal = problem(503)
    stream.start()
    await later(1_000)
    expect(server.tickets).toBe(2)
    server.refusal = problem(401)
    await later(2_000)
    expect(server.tickets).toBe(3)
    await later(600_000)
    expect(server.tickets).toBe(3)
    expect(states.at(-1)).toBe('down')
  })

  test('reconnects after silence, or when the server reports a gap', async () => {
    const { sources, states, open } = await liveTab()
    await later(30_000)
    sources[0]?.emit('heartbeat', {})
    await later(39_999)
    expect(states.at(-1)).toBe('live: devices')
    await later(1)
    expect(states.at(-1)).toBe('down')
    await later(1_000)
    expect(open()).toEqual(['ticket 2'])
    sources[1]?.emit('reset', {})
    await later(2_000)
    expect(open()).toEqual(['ticket 3'])
  })

  test('pauses after five minutes in a hidden tab, and resumes when it is visible', async () => {
    const { stream, sources, sight, states, open, opened, ready } = await liveTab()
    const minutes = async (count: number) => {
      for (let half = 0; half < count * 2; half += 1) {
        await later(30_000)
        sources.at(-1)?.emit('heartbeat', {})
      }
    }
    const look = (hidden: boolean) => {
      sight.hidden = hidden
      stream.handleVisibilityChange()
    }
    look(true)
    await minutes(4.5)
    look(false)
    await minutes(4.5)
    look(true)
    await minutes(4.5)
    expect(open()).toEqual(['ticket 1'])
    await minutes(0.5)
    expect(open()).toEqual([])
    expect(states.at(-1)).toBe('connecting')

    look(false)
    await later(0)
    expect(open()).toEqual(['ticket 2'])
    ready()
    expect(opened).toHaveBeenCalledTimes(2)
  })

  test('is not opened in a hidden tab, and yields to a visible one', async () => {
    const { stream, sight, open, ready } = tab()
    sight.hidden = true
    stream.start()
    await later(0)
    expect(open()).toEqual([])
    sight.hidden = false
    stream.handleVisibilityChange()
    await later(0)
    ready()
    stream.yieldConnection()
    expect(open()).toEqual(['ticket 1'])
    sight.hidden = true
    stream.handleVisibilityChange()
    stream.yieldConnection()
    expect(open()).toEqual([])
  })
})

describe('refreshing', () => {
  /** A screen with a list and a record of devices and a list of organizations. */
  async function screen() {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } })
    const tell = vi.fn()
    const refresher = createRefresher({
      queries,
      answeredAt: ownWrites.answeredAt,
      readAt: Date.now,
      random: () => 0,
      onOthersChanges: tell,
    })
    const fetched = { list: 0, record: 0, organizations: 0 }
    const show = (name: keyof typeof fetched, queryKey: unknown[]) =>
      new QueryObserver(queries, {
        queryKey,
        queryFn: async () => {
          fetched[name] += 1
          await new Promise(resolve => setTimeout(resolve, 50))
          return fetched[name]
        },
      }).subscribe(() => {})
    show('list', ['data', 'default', 'devices', 'list', { page: 1 }])
    show('record', ['data', 'default', 'devices', 'one', 'a'])
    show('organizations', ['data', 'default', 'organizations', 'list', {}])
    await later(100)
    expect(fetched).toEqual({ list: 1, record: 1, organizations: 1 })
    return { queries, refresher, fetched, show, tell }
  }

  test('happens once a second for a resource, however much changes, and leaves the others alone', async () => {
    const { refresher, fetched, tell } = await screen()
    for (let count = 0; count < 30; count += 1) {
      refresher.changed(change(`${count}`))
      await later(100)
    }
    await later(1_500)
    expect(fetched).toEqual({ list: 4, record: 4, organizations: 1 })
    expect(tell.mock.calls.map(([resource, changes]) => [resource, changes.length])).toEqual([
      ['devices', 10],
      ['devices', 10],
      ['devices', 10],
    ])
  })

  test('refetches the calls that follow the resource, and no others', async () => {
    const { refresher, fetched, show } = await screen()
    show('record', ['call', 'GET', '/api/devices/fleet', {}, 'devices'])
    show('organizations', ['call', 'GET', '/api/organizations/plans', {}, undefined])
    await later(100)
    const before = { ...fetched }
    refresher.changed(change('z'))
    await later(2_000)
    // The record's own query and a related call.
    expect(fetched).toEqual({ ...before, list: before.list + 1, record: before.record + 2 })
  })

  test('does not refetch what the tab changed itself, whether event or response arrives first', async () => {
    const { queries, refresher, fetched, tell } = await screen()
    for (const eventFirst of [true, false]) {
      const id = `mine ${eventFirst}`
      if (eventFirst) refresher.changed(change('a', id))
      await later(20)
      ownWrites.note(id)
      void queries.invalidateQueries({ queryKey: ['data', 'default', 'devices'] })
      await later(5)
      if (!eventFirst) refresher.changed(change('a', id))
      await later(2_000)
    }
    expect(fetched).toEqual({ list: 3, record: 3, organizations: 1 })
    expect(tell).not.toHaveBeenCalled()
  })

  test('refetches what the tab changed itself but has not read since', async () => {
    const { refresher, fetched } = await screen()
    ownWrites.note('mine')
    refresher.changed({ ...change('o', 'mine'), resource: 'organizations' })
    await later(1_100)
    expect(fetched).toEqual({ list: 1, record: 1, organizations: 2 })
  })

  test('restarts a request that was in progress when the change arrived', async () => {
    const { queries, refresher } = await screen()
    let stored = 'first'
    const queryKey = ['data', 'default', 'devices', 'one', 'slow']
    const read = vi.fn((found: string) => new Promise(resolve => setTimeout(resolve, 3_000, found)))
    const slow = new QueryObserver(queries, { queryKey, queryFn: () => read(stored) })
    slow.subscribe(() => {})
    await later(3_000)
    void slow.refetch()
    await later(100)
    stored = 'second'
    refresher.changed(change('slow'))
    await later(3_500)
    expect(queries.getQueryData(queryKey)).toBe('first')
    await later(1_000)
    expect(queries.getQueryData(queryKey)).toBe('second')
    expect(read.mock.calls).toEqual([['first'], ['first'], ['second']])
  })

  test('leaves a record alone while it is being deleted, and not the list around it', async () => {
    const { queries, refresher, fetched } = await screen()
    const { promise, resolve } = Promise.withResolvers<void>()
    const deletion = queries
      .getMutationCache()
      .build(queries, { mutationKey: ['delete'], mutationFn: () => promise })
      .execute({ id: 'a' })
    refresher.changed(change('another'))
    await later(2_000)
    expect(fetched).toEqual({ list: 2, record: 1, organizations: 1 })
    resolve()
    await deletion
    refresher.changed(change('another'))
    await later(2_000)
    expect(fetched).toEqual({ list: 3, record: 2, organizations: 1 })
  })

  test('applies to what is on the screen at that moment', async () => {
    const { refresher, fetched, show } = await screen()
    refresher.changed(change('b'))
    await later(10)
    show('record', ['data', 'default', 'devices', 'one', 'b'])
    await later(500)
    expect(fetched.record).toBe(2)
    refresher.changed(change('b'))
    await later(2_000)
    expect(fetched.record).toBe(4)
  })

  test('refetches queries older than what the opened stream covers', async () => {
    const { refresher, fetched, tell } = await screen()
    const start = { resources: ['devices', 'organizations'], recent: [] }
    refresher.opened({ ...start, covered_ms: 60_000 })
    await later(100)
    expect(fetched).toEqual({ list: 1, record: 1, organizations: 1 })
    refresher.opened({ ...start, covered_ms: 150 })
    await later(100)
    expect(fetched).toEqual({ list: 2, record: 2, organizations: 2 })
    expect(tell).not.toHaveBeenCalled()
  })

  test('when the stream opens, queries older than a recent change of their resource are refetched', async () => {
    const { refresher, fetched } = await screen()
    await later(1_000)
    const start = { resources: ['devices', 'organizations'], covered_ms: 60_000 }
    refresher.opened({
      ...start,
      recent: [
        { resource: 'devices', age_ms: 900 },
        { resource: 'organizations', age_ms: 1_200 },
      ],
    })
    await later(100)
    expect(fetched).toEqual({ list: 2, record: 2, organizations: 1 })
  })
})
