import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLiveSocket, type Socket } from '#kit/live-socket/live-socket.ts'
import { initialState, maxAttempts, nextState, type SocketState } from '#kit/live-socket/state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Opened extends Socket {
  sent: { type: string }[]
  closedWith?: number | undefined
}

/** A socket with a fake server. */
function tab({ random = 0.5, refuses = false } = {}) {
  const sockets: Opened[] = []
  const states: SocketState[] = []
  const live = createLiveSocket({
    open() {
      if (refuses) throw new Error('no sockets here')
      const socket: Opened = {
        sent: [],
        send: text => void socket.sent.push(JSON.parse(text)),
        close(code) {
          socket.closedWith = code
        },
        onopen: null,
        onmessage: null,
        onerror: null,
        onclose: null,
      }
      sockets.push(socket)
      return socket
    },
    token: () => 'secret',
    random: () => random,
    onStateChange: state => void states.push(state),
  })
  const last = () => sockets.at(-1) as Opened
  return { live, sockets, states, last, state: () => states.at(-1) as SocketState }
}

describe('the live socket', () => {
  test('authenticates, and subscribes 100 ms after connecting', () => {
    const { live, last, state } = tab()
    live.on('live_metrics', () => {})
    live.on('*', () => {})
    live.connect()
    expect(state().status).toBe('connecting')
    last().onopen?.()
    expect(state().status).toBe('connected')
    expect(last().sent).toEqual([{ type: 'auth', token: 'secret' }])
    vi.advanceTimersByTime(99)
    expect(last().sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(last().sent[1]).toEqual({ type: 'subscribe', subscriptions: ['live_metrics'] })
  })

  test('passes messages to listeners of their type and to listeners of all', () => {
    const { live, last } = tab()
    const [one, other, all] = [vi.fn(), vi.fn(), vi.fn()]
    live.on('live_metrics', one)
    const stop = live.on('operational_metrics', other)
    live.on('*', all)
    live.connect()
    const say = (message: unknown) => last().onmessage?.({ data: JSON.stringify(message) })
    say({ type: 'live_metrics', payload: { n: 1 } })
    stop()
    say({ type: 'operational_metrics', payload: { n: 2 } })
    last().onmessage?.({ data: 'no JSON' })
    expect(one.mock.calls).toEqual([[{ n: 1 }, 'live_metrics']])
    expect(other).not.toHaveBeenCalled()
    expect(all).toHaveBeenCalledTimes(2)
  })

  test('reconnects after 5 seconds, plus or minus a tenth', () => {
    for (const [random, pause] of [
      [0, 4_500],
      [0.5, 5_000],
      [1, 5_500],
    ] as const) {
      const { live, sockets, last, state } = tab({ random })
      live.connect()
      last().onopen?.()
      last().onclose?.({ code: 1006 })
      expect(state()).toMatchObject({ status: 'closed', trouble: { kind: 'lost', code: 1006 } })
      vi.advanceTimersByTime(pause - 1)
      expect(sockets).toHaveLength(1)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(2)
      last().onopen?.()
      expect(state()).toEqual({ status: 'connected', attempts: 1, trouble: null })
      last().onmessage?.({ data: '{"type":"authenticated","payload":{}}' })
      expect(state()).toEqual({ status: 'connected', attempts: 0, trouble: null })
    }
  })

  test('gives up on a server that ends each connection before authentication', () => {
    const { live, sockets, last, state } = tab()
    live.connect()
    for (let round = 0; round <= maxAttempts; round++) {
      last().onopen?.()
      last().onclose?.({ code: 1008 })
      vi.advanceTimersByTime(5_000)
    }
    expect(sockets).toHaveLength(1 + maxAttempts)
    expect(state().trouble).toEqual({ kind: 'gave_up' })
  })

  test('gives up after 10 attempts in a row, and starts over on request', () => {
    const { live, sockets, last, state } = tab()
    live.connect()
    for (let round = 0; round < 30; round++) {
      last().onerror?.()
      if (state().trouble?.kind === 'gave_up') break
      last().onclose?.({ code: 1006 })
      vi.advanceTimersByTime(5_000)
    }
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1 + maxAttempts)
    expect(state().trouble).toEqual({ kind: 'gave_up' })
    live.connect()
    expect(sockets).toHaveLength(2 + maxAttempts)
    expect(state()).toEqual({ status: 'connecting', attempts: 0, trouble: null })
  })

  test('considers a connection lost after 40 seconds of silence', () => {
    const { live, sockets, last, state } = tab()
    live.connect()
    const silent = last()
    silent.onopen?.()
    vi.advanceTimersByTime(39_000)
    silent.onmessage?.({ data: '{"type":"heartbeat","payload":{}}' })
    vi.advanceTimersByTime(39_999)
    expect(state().status).toBe('connected')
    vi.advanceTimersByTime(1)
    expect(state()).toMatchObject({ status: 'closed', trouble: { kind: 'lost', code: 1006 } })
    // The browser may notice much later.
    silent.onclose?.({ code: 1006 })
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
  })

  test('does not reconnect after a normal close or once released', () => {
    const { live, sockets, last, state } = tab()
    live.connect()
    last().onclose?.({ code: 1000 })
    vi.advanceTimersByTime(60_000)
    live.connect()
    last().onopen?.()
    live.disconnect()
    expect(last().closedWith).toBe(1000)
    last().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(2)
    expect(state()).toEqual({ status: 'closed', attempts: 0, trouble: null })
  })

  test('closes what is released before it is open once it is, and sends nothing', () => {
    const { live, sockets, last, state } = tab()
    live.connect()
    live.disconnect()
    expect(last().closedWith).toBeUndefined()
    expect(state().status).toBe('closed')
    last().onopen?.()
    expect(last().closedWith).toBe(1000)
    expect(last().sent).toEqual([])
    live.connect()
    expect(sockets).toHaveLength(2)
    last().onopen?.()
    expect(state().status).toBe('connected')
  })

  test('counts a connection that cannot be opened as an attempt', () => {
    const { live, state } = tab({ refuses: true })
    live.connect()
    expect(state().trouble).toEqual({ kind: 'failed' })
    vi.advanceTimersByTime(5_000 * maxAttempts)
    expect(state()).toEqual({ status: 'closed', attempts: maxAttempts, trouble: { kind: 'gave_up' } })
  })

  test('is one connection however often it is requested', () => {
    const [connecting] = nextState(initialState, { type: 'asked' })
    expect(nextState(connecting, { type: 'asked' })).toEqual([connecting, null])
  })
})
