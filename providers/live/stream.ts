import type { z } from 'zod'
import type { live, RecordChange } from '#contract/platform/live.ts'
import { ApiError } from '#kit/call.ts'
import { backoff } from '#kit/connection.ts'
import type { LiveStatus } from '#kit/live-status.ts'

/** The part of EventSource in use. */
export interface Source {
  addEventListener(type: string, listener: (event: { data?: string }) => void): void
  close(): void
}

/** What the server says when a stream opens: what changed shortly before. */
export type StreamStart = z.infer<typeof live.changes.events.ready>

/** Dependencies: the browser in the console, fakes in tests. */
export interface StreamDependencies {
  /** Requests a ticket and returns the stream URL that it opens once. */
  address(signal: AbortSignal): Promise<string>
  open(address: string): Source
  /** Whether the tab is hidden. */
  hidden(): boolean
  /** In [0, 1). */
  random(): number
  /** Called on each status change; `resources` are those with live changes. */
  onStatusChange(state: LiveStatus, resources?: readonly string[]): void
  changed(change: RecordChange): void
  /** Called when the stream opens: what was read before may be out of date. */
  opened(start: StreamStart): void
}

/** Milliseconds without data after which the stream is considered dead: more than two server heartbeats. */
const silenceTimeoutMs = 40_000
/** Milliseconds after which a hidden tab closes its stream. */
const hiddenTimeoutMs = 300_000

/**
 * Keeps one event stream open while it is wanted and the tab is visible. Reconnects with a new ticket after 1, 2, 4 …
 * at most 30 seconds, with ±25 % jitter so that tabs do not reconnect all at once.
 */
export function createLiveStream({
  address,
  open,
  hidden,
  random,
  onStatusChange,
  changed,
  opened: onOpened,
}: StreamDependencies) {
  let isStarted = false
  let paused = false
  let source: Source | null = null
  let attempt = 0
  let ticketRequest = new AbortController()
  let failures = 0
  let watch: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined

  function disconnect() {
    attempt += 1
    ticketRequest.abort()
    clearTimeout(watch)
    clearTimeout(retry)
    source?.close()
    source = null
  }

  function lost() {
    disconnect()
    failures += 1
    onStatusChange('down')
    retry = setTimeout(connect, backoff(failures) * (0.75 + random() / 2))
  }

  async function connect() {
    disconnect()
    const ownAttempt = attempt
    ticketRequest = new AbortController()
    try {
      const ticketed = await address(ticketRequest.signal)
      if (ownAttempt === attempt) follow(open(ticketed))
    } catch (error) {
      if (ownAttempt !== attempt) return
      const dead = error instanceof ApiError && [401, 403].includes(error.problem.status)
      if (dead) onStatusChange('down')
      else lost()
    }
  }

  function follow(opened: Source) {
    source = opened
    const on = (type: string, listener: (data: string) => void) =>
      opened.addEventListener(type, ({ data = '' }) => {
        if (source === opened) listener(data)
      })
    const resetWatchdog = () => {
      clearTimeout(watch)
      watch = setTimeout(lost, silenceTimeoutMs)
    }
    resetWatchdog()
    on('heartbeat', resetWatchdog)
    on('ready', data => {
      resetWatchdog()
      failures = 0
      const start = JSON.parse(data) as StreamStart
      onStatusChange('live', start.resources)
      onOpened(start)
    })
    on('change', data => {
      resetWatchdog()
      changed(JSON.parse(data) as RecordChange)
    })
    on('reset', lost)
    on('error', lost)
  }

  function pause() {
    if (!isStarted || paused) return
    paused = true
    disconnect()
    onStatusChange('connecting')
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      onStatusChange('connecting')
      paused = hidden()
      if (!paused) void connect()
    },
    stop() {
      isStarted = false
      failures = 0
      clearTimeout(pausing)
      disconnect()
      onStatusChange('connecting')
    },
    /** Called when the tab becomes visible or hidden. */
    handleVisibilityChange() {
      clearTimeout(pausing)
      if (hidden()) pausing = setTimeout(pause, hiddenTimeoutMs)
      else if (isStarted && paused) {
        paused = false
        void connect()
      }
    },
    /**
     * Called when another tab opens a stream. HTTP/1.1 allows six connections per server across all tabs, so a hidden
     * tab closes its own.
     */
    yieldConnection() {
      if (hidden()) pause()
    },
  }
}
