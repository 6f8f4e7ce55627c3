import type { DeviceEvent } from '#contract/devices/device-events.ts'
import { type Breaker, closed, failed, isStopped, keepBreaker, meeting, readBreaker } from './breaker.ts'

/** Milliseconds after the start until the first look: what is urgent on the page goes first. */
const firstLook = 1_000
/** Milliseconds until a lost stream is opened again. */
const retryStream = 5_000
/** Milliseconds between two looks for another token while polling has stopped. */
const watchToken = 1_000
/** A stream that is silent for so long, in milliseconds, is dead: more than two heartbeats of the server. */
const silence = 40_000
/** Milliseconds in which what the stream brings is told of once: a screen need not follow a thousand events a second. */
const breath = 250
/** Events kept and shown at most. */
const most = 50

/** What is used of the browser's EventSource. */
export interface Source {
  addEventListener(type: string, listener: (event: { data?: string; lastEventId?: string }) => void): void
  close(): void
}

/** What a feed is made of; the browser's parts on a page, others in a test. */
export interface FeedParts {
  /** The token that is stored now. */
  token(): string | null
  /** Fetches the newest events. */
  newest(): Promise<readonly DeviceEvent[]>
  /** The stream's address, to go on behind the last event seen. */
  address(lastEventId: string | null): Promise<string>
  open(address: string): Source
  /** The HTTP status of a refusal; undefined for other failures. */
  statusOf(error: unknown): number | undefined
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Told of each new state. */
  became(state: FeedState): void
}

export interface FeedState {
  /** Newest first; null before the first answer. */
  events: readonly DeviceEvent[] | null
  /** Live by the stream; polling while that is down; stopped once polling has failed for good. */
  mode: 'starting' | 'live' | 'polling' | 'stopped'
  /** Polls that have failed in a row. */
  failures: number
  /** Milliseconds between two polls. */
  interval: number
}

const newestFirst = (one: DeviceEvent, other: DeviceEvent) =>
  Date.parse(other.ts) - Date.parse(one.ts) || Date.parse(other.received_at) - Date.parse(one.received_at)

/** Events with others added, each once, the newest of them. */
export function merged(events: readonly DeviceEvent[], more: readonly DeviceEvent[]): DeviceEvent[] {
  const byId = new Map([...events, ...more].map(event => [event.id, event]))
  return [...byId.values()].sort(newestFirst).slice(0, most)
}

/**
 * The newest device events, kept up to date by a stream and, only while that is down, by polling, which a circuit
 * breaker slows down and at last stops.
 */
export function createFeed(parts: FeedParts) {
  let breaker: Breaker = readBreaker(parts.store)
  let events: readonly DeviceEvent[] | null = null
  let mode: FeedState['mode'] = 'starting'
  let source: Source | null = null
  let lastEventId: string | null = null
  const arrived: DeviceEvent[] = []
  /** Grows with each start and stop, so that answers to an earlier one are not listened to. */
  let round = 0
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function later(name: string, milliseconds: number, work: () => void) {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(work, milliseconds))
  }
  const tell = () => parts.became({ events, mode, failures: breaker.failures, interval: breaker.interval })

  function turn(next: FeedState['mode']) {
    mode = next
    tell()
  }

  function judge(next: Breaker) {
    breaker = next
    keepBreaker(parts.store, breaker)
  }

  function add(more: readonly DeviceEvent[]) {
    events = merged(events ?? [], more)
    tell()
  }

  /** Adds the first event at once, and those of the next moment together. */
  function gather(event: DeviceEvent) {
    arrived.push(event)
    if (!timers.has('breath')) addArrived()
  }

  function addArrived() {
    timers.delete('breath')
    if (arrived.length === 0) return
    add(arrived.splice(0))
    later('breath', breath, addArrived)
  }

  /** Ends everything that would go on by itself; what has arrived is kept. */
  function halt() {
    round += 1
    disconnect()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    if (arrived.length > 0) events = merged(events ?? [], arrived.splice(0))
  }

  function disconnect() {
    source?.close()
    source = null
    clearTimeout(timers.get('silence'))
  }

  /** Counts a failure. @returns whether polling goes on. */
  function fail(status?: number): boolean {
    judge(failed(breaker, parts.token(), status))
    if (!isStopped(breaker, parts.token())) return true
    stand()
    return false
  }

  /** Stands still until another token is stored. */
  function stand() {
    halt()
    turn('stopped')
    later('token', watchToken, watch)
  }

  function watch() {
    judge(meeting(breaker, parts.token()))
    if (isStopped(breaker, parts.token())) later('token', watchToken, watch)
    else begin()
  }

  async function poll() {
    const mine = round
    try {
      const found = await parts.newest()
      if (mine !== round) return
      judge(closed)
      add(found)
    } catch (error) {
      if (mine !== round || !fail(parts.statusOf(error))) return
      tell()
    }
    if (mode !== 'live') later('poll', breaker.interval, poll)
  }

  async function connect() {
    const mine = round
    disconnect()
    try {
      const address = await parts.address(lastEventId)
      if (mine === round) follow(parts.open(address))
    } catch (error) {
      const status = parts.statusOf(error)
      if (mine !== round || ((status === 401 || status === 403) && !fail(status))) return
      lost()
    }
  }

  function lost() {
    disconnect()
    if (mode === 'live') later('poll', breaker.interval, poll)
    turn('polling')
    later('stream', retryStream, connect)
  }

  function follow(opened: Source) {
    source = opened
    const on = (type: string, listener: (data: string, id: string) => void) =>
      opened.addEventListener(type, ({ data = '', lastEventId: id = '' }) => {
        if (source !== opened) return
        later('silence', silence, lost)
        listener(data, id)
      })
    later('silence', silence, lost)
    on('heartbeat', () => {})
    on('ready', (data, id) => {
      const { resumed } = JSON.parse(data) as { resumed: boolean }
      lastEventId = id || lastEventId
      judge(closed)
      clearTimeout(timers.get('poll'))
      turn('live')
      // What came between the last look and the stream's beginning is not on the stream.
      if (!resumed) void poll()
    })
    on('message', (data, id) => {
      lastEventId = id || lastEventId
      gather(JSON.parse(data) as DeviceEvent)
    })
    on('reset', lost)
    on('error', lost)
  }

  function begin() {
    turn('polling')
    void poll()
    void connect()
  }

  return {
    /** Starts looking, a second from now; at once stopped where polling was left so with the same token. */
    start() {
      judge(meeting(breaker, parts.token()))
      if (isStopped(breaker, parts.token())) stand()
      else later('start', firstLook, begin)
    },
    /** Begins anew, whatever has failed. */
    retry() {
      round += 1
      judge(closed)
      begin()
    },
    stop() {
      halt()
      mode = 'starting'
    },
  }
}
