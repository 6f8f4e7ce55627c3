import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/** Heartbeat interval in milliseconds, below the idle timeout of common proxies. */
export const heartbeatIntervalMs = 15_000
/** Milliseconds to wait for a reader after its stream has ended. */
const timeoutMs = 1_000
/** Maximum unread bytes; slower readers are disconnected and have to start over. */
export const maxUnread = 262_144
/** Reconnection delay of browsers in milliseconds. */
const retry = 3_000

/**
 * Encodes an event: WHATWG HTML, 9.2 "Server-sent events".
 * @param data JSON, so it has no line breaks
 */
export const formatEvent = (event: string, data: string, id?: string) =>
  `${id === undefined ? '' : `id: ${id.replace(/[\r\n\0]/g, '')}\n`}event: ${event}\ndata: ${data}\n\n`

/** The comment keeps proxies from closing the connection; the event is for scripts, which do not see comments. */
const heartbeat = `: heartbeat\n${formatEvent('heartbeat', '{}')}`

/** One open stream of Server-Sent Events. */
export interface EventStream {
  body: Readable
  /** @param data in JSON */
  send(event: string, data: string, id?: string): void
  /** Ends with a `reset` event: events may have been missed, so the reader must start over. */
  reset(): void
  /** Ends after pending events; resolves when the connection is closed, after at most one second. */
  end(): Promise<void>
  /** Resolves when the reader has consumed everything or disconnected; for backpressure. */
  drained(): Promise<void>
  /** Registers a callback for the end of the stream, from either side. */
  onClose(listener: () => void): void
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Otherwise Node keeps the connection alive after the stream, and the shutdown waits for it.
  connection: 'close',
}

/**
 * Opens a stream on a response. Every 15 seconds it sends a heartbeat and checks whether it may continue; a slow reader
 * gets a `reset` and is disconnected.
 * @param mayGoOn a rejection counts as true, because an unavailable database does not mean that the session has ended
 */
export function openEventStream(response: ServerResponse, mayGoOn: () => Promise<boolean>): EventStream {
  let wake: (() => void)[] = []
  const awaken = () => {
    const woken = wake
    wake = []
    for (const wake of woken) wake()
  }
  const body = new Readable({ read: awaken })
  body.push(`retry: ${retry}\n\n`)
  let ended = false

  function write(text: string) {
    if (ended) return
    if (body.readableLength > maxUnread) return reset()
    body.push(text)
  }

  function reset() {
    if (ended) return
    body.push(formatEvent('reset', '{}'))
    void end()
  }

  async function end() {
    if (!ended) {
      ended = true
      body.push(null)
    }
    if (response.closed) return
    await new Promise<void>(resolve => {
      const giveUp = setTimeout(() => response.destroy(), timeoutMs)
      response.once('close', () => {
        clearTimeout(giveUp)
        resolve()
      })
    })
  }

  const heartbeats = setInterval(async () => {
    if (await mayGoOn().catch(() => true)) write(heartbeat)
    else void end()
  }, heartbeatIntervalMs)
  body.once('close', () => {
    clearInterval(heartbeats)
    awaken()
  })

  return {
    body,
    send: (event, data, id) => write(formatEvent(event, data, id)),
    reset,
    end,
    async drained() {
      while (body.readableLength > 0 && !body.destroyed && !ended) {
        await new Promise<void>(resolve => wake.push(resolve))
      }
    },
    onClose: listener => void (body.closed ? listener() : body.once('close', listener)),
  }
}
