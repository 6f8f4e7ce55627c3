import type { RecordChange } from '#contract/platform/live.ts'
import { backoff } from '#kit/backoff.ts'
import { Refused } from '#kit/call.ts'
import type { Liveness } from '#kit/liveness.ts'

/** What is used of the browser's EventSource. */
export interface Source {
  addEventListener(type: string, listener: (event: { data?: string }) => void): void
  close(): void
}

/** What a stream is made of; the browser's parts in the console, others in a test. */
export interface StreamParts {
  /** Asks the server for a ticket, and gives the address that it opens once; called off by the signal. */
  address(signal: AbortSignal): Promise<string>
  open(address: string): Source
  /** Whether the tab is out of sight. */
  hidden(): boolean
  /** From 0 up to 1. */
  random(): number
  /** Told of each new state; `resources` are those whose changes come while it is live. */
  became(state: Liveness, resources?: readonly string[]): void
  changed(change: RecordChange): void
  /** Told when the stream is back after a gap in which changes may have been missed. */
  missed(): void
}

/** A source that is silent for so long, in milliseconds, is dead: more than two heartbeats of the server. */
const silence = 40_000
/** A tab out of sight gives its connection up after so many milliseconds. */
const outOfSight = 300_000

/**
 * Keeps one source of changes open while it is wanted and the tab is looked at. A lost one is opened again with a new
 * ticket after 1, 2, 4 … at most 30 seconds, a quarter more or less, so that tabs do not come back all at once.
 */
export function createLiveStream({ address, open, hidden, random, became, changed, missed }: StreamParts) {
  let wanted = false
  let paused = false
  let source: Source | null = null
  let attempt = 0
  let asking = new AbortController()
  let failures = 0
  let wasLive = false
  let watch: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined

  function disconnect() {
    attempt += 1
    asking.abort()
    clearTimeout(watch)
    clearTimeout(retry)
    source?.close()
    source = null
  }

  function lost() {
    disconnect()
    failures += 1
    became('down')
    retry = setTimeout(connect, backoff(failures) * (0.75 + random() / 2))
  }

  async function connect() {
    disconnect()
    const mine = attempt
    asking = new AbortController()
    try {
      const ticketed = await address(asking.signal)
      if (mine === attempt) follow(open(ticketed))
    } catch (error) {
      if (mine !== attempt) return
      const dead = error instanceof Refused && [401, 403].includes(error.problem.status)
      if (dead) became('down')
      else lost()
    }
  }

  function follow(opened: Source) {
    source = opened
    const on = (type: string, listener: (data: string) => void) =>
      opened.addEventListener(type, ({ data = '' }) => {
        if (source === opened) listener(data)
      })
    const heard = () => {
      clearTimeout(watch)
      watch = setTimeout(lost, silence)
    }
    heard()
    on('heartbeat', heard)
    on('ready', data => {
      heard()
      failures = 0
      became('live', (JSON.parse(data) as { resources: string[] }).resources)
      if (wasLive) missed()
      wasLive = true
    })
    on('change', data => {
      heard()
      changed(JSON.parse(data) as RecordChange)
    })
    on('reset', lost)
    on('error', lost)
  }

  function pause() {
    if (!wanted || paused) return
    paused = true
    disconnect()
    became('connecting')
  }

  return {
    start() {
      if (wanted) return
      wanted = true
      became('connecting')
      paused = hidden()
      if (!paused) void connect()
    },
    stop() {
      wanted = false
      wasLive = false
      failures = 0
      clearTimeout(pausing)
      disconnect()
      became('connecting')
    },
    /** The tab came into sight or left it. */
    looked() {
      clearTimeout(pausing)
      if (hidden()) pausing = setTimeout(pause, outOfSight)
      else if (wanted && paused) {
        paused = false
        void connect()
      }
    },
    /**
     * Another tab has opened a stream. Over HTTP/1.1 a browser has six connections to a server for all its tabs, so
     * one that nobody looks at gives way at once.
     */
    giveWay() {
      if (hidden()) pause()
    },
  }
}
