import type { z } from 'zod'
import type { Endpoint, Events, ReplyOf, Stream } from '../kit/endpoint.ts'
import { type Listing, maxPageSize } from '../kit/listing.ts'
import { ApiError, bodyOf, type CallInput, NetworkError, problemOf, urlOf } from '../kit/wire.ts'
import { readEvents } from './events.ts'

export { ApiError, NetworkError } from '../kit/wire.ts'

export interface ClientOptions {
  /** Origin of the server, such as `https://console.example.org`. */
  baseUrl: string
  /** An API key, or the token of a session; a function is asked before every request. */
  token: string | (() => string | Promise<string>)
  /** Retries of a request that may be repeated; 3 by default. */
  retries?: number
  /** Milliseconds until a request without an answer is given up; 30,000 by default. */
  timeoutMs?: number
}

export interface RequestOptions {
  /** The version that an update expects (`If-Match`). */
  ifMatch?: number
  /** A call with this key takes effect once, so it is retried as well. Honoured by calls that raise alarms. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type CallOptions<E extends Endpoint> = CallInput<E> & RequestOptions

/** A row of a list; of other endpoints, nothing. */
type RowOf<E extends Endpoint> = E extends { listing?: { schema: infer S extends z.ZodType } }
  ? z.output<S>
  : never

/** An event of a stream. `reset` means that events may have been missed: fetch the current state. */
export type StreamEvent<Sent extends Events> =
  | { [name in keyof Sent & string]: { event: name; data: z.output<Sent[name]>; id: string } }[keyof Sent &
      string]
  | { event: 'reset'; data: null; id: string }

type SentBy<E> = E extends { events: infer Sent } ? Sent & Events : never

export interface Client {
  /** Makes a call. @throws {ApiError} with the server's problem document; {@link NetworkError} without a response. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<ReplyOf<E>>
  /** All rows of a list, read page by page. @throws as {@link Client.call} */
  rows<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): AsyncGenerator<RowOf<E>>
  /**
   * The events of a stream, until the loop ends or `signal` is aborted. Reconnects by itself and resumes after the last
   * event. @throws {ApiError} if the server refuses the stream.
   */
  events<E extends Stream>(endpoint: E, options?: CallOptions<E>): AsyncGenerator<StreamEvent<SentBy<E>>>
}

/** Statuses of a server that is busy or away, after which a request is repeated. */
const temporary = new Set([429, 502, 503, 504])
/** Milliseconds before the first retry; doubled with each. */
const firstDelayMs = 250
/** The longest delay that is waited for; a longer `Retry-After` is left to the caller. */
const maxDelayMs = 60_000
/** Milliseconds without any byte after which a stream is dead: the server sends a heartbeat every 15 seconds. */
const streamSilenceMs = 45_000

const isRepeatable = ({ method }: Endpoint, { ifMatch, idempotencyKey }: RequestOptions) =>
  idempotencyKey !== undefined || method === 'GET' || (ifMatch === undefined && /PUT|DELETE/.test(method))

/** The delay of a `Retry-After` header (RFC 9110, 10.2.3) in milliseconds; null without one. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (!header) return null
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** Exponential backoff with jitter. */
const backoffMs = (attempt: number) =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + Math.random() / 2)

/** Waits. @throws the reason of the signal if it is aborted first. */
const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })

/** A client of the API. Endpoint values decide path, method and types, so there is no generated code. */
export function createClient({ baseUrl, token, retries = 3, timeoutMs = 30_000 }: ClientOptions): Client {
  async function send<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E>,
    signal: AbortSignal,
    extra: Record<string, string> = {},
  ): Promise<Response> {
    const body = options.body === undefined ? undefined : bodyOf(endpoint, options.body)
    const headers = new Headers({ accept: 'application/json', ...extra })
    headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`)
    // The runtime sets the multipart boundary.
    if (body !== undefined && !(body instanceof FormData))
      headers.set('content-type', endpoint.consumes ?? 'application/json')
    if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`)
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
    const { method } = endpoint
    return fetch(new URL(urlOf(endpoint, options), baseUrl), {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    })
  }

  /** One attempt. @returns the response, or the milliseconds after which to try again */
  async function attempt<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E>,
    attempts: number,
  ): Promise<ReplyOf<E> | { retryInMs: number }> {
    const mayRetry = attempts < retries && isRepeatable(endpoint, options)
    const signals = [AbortSignal.timeout(timeoutMs), options.signal].filter(signal => signal !== undefined)
    try {
      const response = await send(endpoint, options, AbortSignal.any(signals))
      if (response.ok) return (response.status === 204 ? undefined : await response.json()) as ReplyOf<E>
      const delay = retryAfterMs(response.headers.get('retry-after')) ?? backoffMs(attempts)
      if (mayRetry && temporary.has(response.status) && delay <= maxDelayMs) {
        await response.body?.cancel()
        return { retryInMs: delay }
      }
      throw new ApiError(await problemOf(response))
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error
      if (mayRetry) return { retryInMs: backoffMs(attempts) }
      throw new NetworkError('The server cannot be reached', { cause: error })
    }
  }

  const isRetry = (result: unknown): result is { retryInMs: number } =>
    typeof result === 'object' && result !== null && 'retryInMs' in result

  async function call<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E> = {} as CallOptions<E>,
  ): Promise<ReplyOf<E>> {
    for (let attempts = 0; ; attempts += 1) {
      const result = await attempt(endpoint, options, attempts)
      if (!isRetry(result)) return result
      await pause(result.retryInMs, options.signal)
    }
  }

  async function* rows<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E> = {} as CallOptions<E>,
  ): AsyncGenerator<RowOf<E>> {
    const { rows: key, keyset } = endpoint.listing as Listing
    // Rows that arrive meanwhile come last, so that none is read twice.
    let position: Record<string, unknown> = keyset ? {} : { _start: 0, _end: maxPageSize }
    const order = keyset ? { limit: maxPageSize } : { _sort: 'id' }
    for (;;) {
      const query = { ...order, ...(options.query as object), ...position }
      const page = (await call(endpoint, { ...options, query } as CallOptions<E>)) as Record<string, unknown>
      const rows = page[key] as RowOf<E>[]
      yield* rows
      if (keyset) {
        if (typeof page.next !== 'string') return
        position = { _after: page.next }
      } else {
        if (rows.length < maxPageSize) return
        const start = Number(position._end)
        position = { _start: start, _end: start + maxPageSize }
      }
    }
  }

  async function* events<E extends Stream>(
    endpoint: E,
    options: CallOptions<E> = {} as CallOptions<E>,
  ): AsyncGenerator<StreamEvent<SentBy<E>>> {
    let [lastId, retryMs, failures] = ['', 3_000, 0]
    for (;;) {
      const connection = new AbortController()
      const signals = [connection.signal, options.signal].filter(signal => signal !== undefined)
      let silence = setTimeout(() => connection.abort(), streamSilenceMs)
      try {
        const response = await send(endpoint, options, AbortSignal.any(signals), {
          accept: 'text/event-stream',
          ...(lastId && { 'last-event-id': lastId }),
        })
        if (!response.ok && !temporary.has(response.status)) throw new ApiError(await problemOf(response))
        if (!response.ok || !response.body) throw new NetworkError(response.statusText)
        failures = 0
        for await (const received of readEvents(response.body)) {
          clearTimeout(silence)
          silence = setTimeout(() => connection.abort(), streamSilenceMs)
          if ('retryMs' in received) retryMs = received.retryMs
          else if (received.event === 'reset') yield { event: 'reset', data: null, id: received.id }
          else if (received.event !== 'heartbeat') {
            if (received.id) lastId = received.id
            const { event, data, id } = received
            yield { event, data: JSON.parse(data), id } as StreamEvent<SentBy<E>>
          }
        }
      } catch (error) {
        if (error instanceof ApiError || options.signal?.aborted) throw error
        failures += 1
      } finally {
        clearTimeout(silence)
        connection.abort()
      }
      await pause(Math.max(retryMs, failures > 1 ? backoffMs(failures) : 0), options.signal)
    }
  }

  return { call, rows, events }
}
