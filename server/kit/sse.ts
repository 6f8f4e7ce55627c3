import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/** Between two heartbeats, in milliseconds: below the idle timeout of any proxy worth the name. */
export const heartbeatIntervalMs = 15_000
/** The longest a reader is waited for once its stream has ended, in milliseconds. */
const patience = 1_000
/** What a reader may leave unread, in bytes. One that is slower is sent away to read anew. */
export const maxUnread = 262_144
/** When a browser tries again by itself, in milliseconds. */
const retry = 3_000

/**
 * One event as it goes over the wire: WHATWG HTML, 9.2 "Server-sent events".
 * @param data in JSON, so it is one line
 */
export const formatEvent = (event: string, data: string, id?: string) =>
  `${id === undefined ? '' : `id: ${id.replace(/[\r\n\0]/g, '')}\n`}event: ${event}\ndata: ${data}\n\n`

/** The comment keeps proxies from hanging up; the event tells a script, which sees no comments, that we are there. */
const heartbeat = `: heartbeat\n${formatEvent('heartbeat', '{}')}`

/** One open stream of Server-Sent Events. */
export interface EventStream {
  body: Readable
  /** @param data in JSON */
  send(event: string, data: string, id?: string): void
  /** Ends with a `reset` event: something may have been missed, so the reader must read anew. */
  reset(): void
  /** Ends after what was sent so far; resolves when the connection is gone, at the latest after a second. */
  end(): Promise<void>
  /** Resolves when the reader has taken what was sent so far, or is gone: what is long is sent piece by piece. */
  drained(): Promise<void>
  /** Calls back once, when the stream is over from whichever side. */
  onClose(listener: () => void): void
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Without it Node would keep the connection of an ended stream for a next request, and closing would wait for it.
  connection: 'close',
}

/**
 * Opens a stream on a response. Every 15 seconds it sends a heartbeat and asks whether it may go on; a reader that does
 * not keep up is sent `reset` and let go.
 * @param mayGoOn a rejection counts as yes: a database that is away says nothing about a session.
 */
export function openEventStream(response: ServerResponse, mayGoOn: () => Promise<boolean>): EventStream {
  let wake: (() => void)[] = []
  const awaken = () => {
    const woken = wake
    wake = []
    for (const one of woken) one()
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
      const giveUp = setTimeout(() => response.destroy(), patience)
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
