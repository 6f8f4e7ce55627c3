import type { DeviceEvent } from '#contract/devices/device-events.ts'
import {
  type Breaker,
  closed,
  forToken,
  isStopped,
  readBreaker,
  recordFailure,
  saveBreaker,
} from './breaker.ts'

/** Milliseconds before the first request, so that the page's own content goes first. */
const startDelayMs = 1_000
/** Milliseconds before a lost stream is reopened. */
const reconnectDelayMs = 5_000
/** Milliseconds between checks for a new token while polling is stopped. */
const tokenPollIntervalMs = 1_000
/** Milliseconds without data after which the stream is considered dead: more than two server heartbeats. */
const silenceTimeoutMs = 40_000
/** Milliseconds for which streamed events are batched before subscribers are notified. */
const flushIntervalMs = 250
/** Maximum number of events kept. */
const maxEvents = 50

/** The part of EventSource in use. */
export interface Source {
  addEventListener(type: string, listener: (event: { data?: string; lastEventId?: string }) => void): void
  close(): void
}

/** Dependencies: the browser on a page, fakes in tests. */
export interface FeedDependencies {
  /** The currently stored token. */
  token(): string | null
  /** Fetches the newest events. */
  newest(): Promise<readonly DeviceEvent[]>
  /** Returns the stream URL, resuming after the last event seen. */
  address(lastEventId: string | null): Promise<string>
  open(address: string): Source
  /** HTTP status of an error response; undefined for other failures. */
  statusOf(error: unknown): number | undefined
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Called on each state change. */
  onStateChange(state: FeedState): void
}

export interface FeedState {
  /** Newest first; null before the first response. */
  events: readonly DeviceEvent[] | null
  /** `polling` while the stream is down; `stopped` once the breaker has opened. */
  mode: 'starting' | 'live' | 'polling' | 'stopped'
  /** Consecutive failed polls. */
  failures: number
  /** Milliseconds between two polls. */
  interval: number
}

const newestFirst = (one: DeviceEvent, other: DeviceEvent) =>
  Date.parse(other.ts) - Date.parse(one.ts) || Date.parse(other.received_at) - Date.parse(one.received_at)

/** Merges events by id, newest first, limited to `maxEvents`. */
export function mergeEvents(events: readonly DeviceEvent[], more: readonly DeviceEvent[]): DeviceEvent[] {
  const byId = new Map([...events, ...more].map(event => [event.id, event]))
  return [...byId.values()].sort(newestFirst).slice(0, maxEvents)
}

/** The newest device events, updated by a stream and, while that is down, by polling with a circuit breaker. */
export function createFeed(parts: FeedDependencies) {
  let breaker: Breaker = readBreaker(parts.store)
  let events: readonly DeviceEvent[] | null = null
  let mode: FeedState['mode'] = 'starting'
  let source: Source | null = null
  let lastEventId: string | null = null
  const arrived: DeviceEvent[] = []
  /** Incremented on each start and stop, so that responses to an earlier round are ignored. */
  let round = 0
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function schedule(name: string, milliseconds: number, work: () => void) {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(work, milliseconds))
  }
  const notify = () =>
    parts.onStateChange({ events, mode, failures: breaker.failures, interval: breaker.interval })

  function setMode(next: FeedState['mode']) {
    mode = next
    notify()
  }

  function setBreaker(next: Breaker) {
    breaker = next
    saveBreaker(parts.store, breaker)
  }

  function add(more: readonly DeviceEvent[]) {
    events = mergeEvents(events ?? [], more)
    notify()
  }

  /** Adds the first event immediately and batches those that follow. */
  function enqueue(event: DeviceEvent) {
    arrived.push(event)
    if (!timers.has('breath')) flush()
  }

  function flush() {
    timers.delete('breath')
    if (arrived.length === 0) return
    add(arrived.splice(0))
    schedule('breath', flushIntervalMs, flush)
  }

  /** Cancels all timers and the stream; buffered events are kept. */
  function cancelAll() {
    round += 1
    disconnect()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    if (arrived.length > 0) events = mergeEvents(events ?? [], arrived.splice(0))
  }

  function disconnect() {
    source?.close()
    source = null
    clearTimeout(timers.get('silence'))
  }

  /**
   * Records a failure.
   * @returns whether polling continues
   */
  function fail(status?: number): boolean {
    setBreaker(recordFailure(breaker, parts.token(), status))
    if (!isStopped(breaker, parts.token())) return true
    waitForNewToken()
    return false
  }

  /** Stops until another token is stored. */
  function waitForNewToken() {
    cancelAll()
    setMode('stopped')
    schedule('token', tokenPollIntervalMs, checkToken)
  }

  function checkToken() {
    setBreaker(forToken(breaker, parts.token()))
    if (isStopped(breaker, parts.token())) schedule('token', tokenPollIntervalMs, checkToken)
    else begin()
  }

  async function poll() {
    const ownRound = round
    try {
      const page = await parts.newest()
      if (ownRound !== round) return
      setBreaker(closed)
      add(page)
    } catch (error) {
      if (ownRound !== round || !fail(parts.statusOf(error))) return
      notify()
    }
    if (mode !== 'live') schedule('poll', breaker.interval, poll)
  }

  async function connect() {
    const ownRound = round
    disconnect()
    try {
      const address = await parts.address(lastEventId)
      if (ownRound === round) follow(parts.open(address))
    } catch (error) {
      const status = parts.statusOf(error)
      if (ownRound !== round || ((status === 401 || status === 403) && !fail(status))) return
      lost()
    }
  }

  function lost() {
    disconnect()
    if (mode === 'live') schedule('poll', breaker.interval, poll)
    setMode('polling')
    schedule('stream', reconnectDelayMs, connect)
  }

  function follow(opened: Source) {
    source = opened
    const on = (type: string, listener: (data: string, id: string) => void) =>
      opened.addEventListener(type, ({ data = '', lastEventId: id = '' }) => {
        if (source !== opened) return
        schedule('silence', silenceTimeoutMs, lost)
        listener(data, id)
      })
    schedule('silence', silenceTimeoutMs, lost)
    on('heartbeat', () => {})
    on('ready', (data, id) => {
      const { resumed } = JSON.parse(data) as { resumed: boolean }
      lastEventId = id || lastEventId
      setBreaker(closed)
      clearTimeout(timers.get('poll'))
      setMode('live')
      // Events between the last poll and the start of the stream are not on the stream.
      if (!resumed) void poll()
    })
    on('message', (data, id) => {
      lastEventId = id || lastEventId
      enqueue(JSON.parse(data) as DeviceEvent)
    })
    on('reset', lost)
    on('error', lost)
  }

  function begin() {
    setMode('polling')
    void poll()
    void connect()
  }

  return {
    /** Starts after a delay; stays stopped if the breaker is open for this token. */
    start() {
      setBreaker(forToken(breaker, parts.token()))
      if (isStopped(breaker, parts.token())) waitForNewToken()
      else schedule('start', startDelayMs, begin)
    },
    /** Resets the breaker and starts again. */
    retry() {
      round += 1
      setBreaker(closed)
      begin()
    },
    stop() {
      cancelAll()
      mode = 'starting'
    },
  }
}
