import i18next from 'i18next'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ApiError, bodyOf, type CallInput, NetworkError, problemOf, urlOf } from '#contract/kit/wire.ts'
import { noteAge } from './data-age.ts'
import { takeEarlyResponse } from './early-responses.ts'
import { token } from './token.ts'

export { ApiError, NetworkError } from '#contract/kit/wire.ts'

/** The server's explanation; undefined if it gave none, and for any other error. */
export const errorDetail = (error: unknown): string | undefined =>
  (error instanceof ApiError && error.problem.detail) || undefined

export interface CallOptions<E extends Endpoint> extends CallInput<E> {
  /** The version that an update expects (`If-Match`). */
  ifMatch?: number
  /** Idempotency key: repeated calls with it take effect once. */
  once?: string
  /** The audit log entry whose version an update restores. */
  restores?: string
  /** Asks what the call would change, without changing it; the reply is a proposal. */
  dryRun?: boolean
  signal?: AbortSignal
  /** Whether it continues when the page is closed; by default, calls with an idempotency key do. */
  keepalive?: boolean
}

export interface CallResult<E extends Endpoint> {
  reply: ReplyOf<E>
  headers: Headers
}

/** Called on every 401 and 403 to a request with the current token. Set once, by the auth provider. */
let handleUnauthorized: (problem: Problem) => void = () => {}
export const onUnauthorized = (listener: (problem: Problem) => void) => {
  handleUnauthorized = listener
}

/** Problem type of a request that requires step-up authentication. */
const stepUp = '/problems/step-up'

/** Asks the user to re-authenticate and resolves to whether they did. Set once, by the shell. */
let requestStepUp: () => Promise<boolean> = async () => false
export const onStepUp = (listener: () => Promise<boolean>) => {
  requestStepUp = listener
}

type Answer = (endpoint: Endpoint, options: CallOptions<Endpoint>) => Promise<Response | undefined>

/** Answers requests instead of the server, but for those where it resolves to undefined. Set once, by a preview. */
let answerLocally: Answer | undefined
export const onRequest = (answer: Answer | undefined) => {
  answerLocally = answer
}

/** Aborted when the session ends. */
let session = new AbortController()

/** Aborts all pending reads, because the session is ending. Writes continue. */
export function abortReads(): void {
  session.abort()
  session = new AbortController()
}

/** Combines the caller's signal with the end of the session; writes ignore the latter. */
function signalOf({ method }: Endpoint, callerSignal: AbortSignal | undefined): AbortSignal | undefined {
  if (method !== 'GET') return callerSignal
  return callerSignal ? AbortSignal.any([callerSignal, session.signal]) : session.signal
}

/** The problem that the server would answer without a token. */
const unauthorized: Problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '' }

/**
 * Sends a request and returns the response with its body unread. The endpoint determines path, method and types.
 * Repeats it once after step-up authentication. Without a token, protected reads fail locally: a screen that is being
 * left may still trigger them.
 * @throws {ApiError} with the server's problem document; {@link NetworkError} without a response.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Response> {
  // Nothing is awaited without it: a sign-out is sent before its token is cleared.
  const local = answerLocally && (await answerLocally(endpoint, options as CallOptions<Endpoint>))
  if (local) return local
  const bearer = token.get()
  const url = urlOf(endpoint, options)
  const signal = signalOf(endpoint, options.signal)
  const early = endpoint.method === 'GET' && bearer ? takeEarlyResponse(url, bearer) : undefined
  if (early) {
    const response = await early
    signal?.throwIfAborted()
    // A refused call is repeated, so that its error is handled in one place.
    if (response?.ok) return response
  }
  if (!bearer && endpoint.method === 'GET' && endpoint.access !== 'public') throw new ApiError(unauthorized)
  const headers = new Headers({ accept: 'application/json' })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  // Error texts are shown to the user.
  if (i18next.language) headers.set('accept-language', i18next.language)
  const body = options.body === undefined ? undefined : bodyOf(endpoint, options.body)
  // The browser sets the multipart boundary.
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', endpoint.consumes ?? 'application/json')
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`)
  if (options.once !== undefined) headers.set('idempotency-key', options.once)
  if (options.dryRun) headers.set('x-dry-run', '1')
  if (options.restores !== undefined) headers.set('x-restores', options.restores)
  const response = await fetch(url, {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    // Browsers limit it to small bodies.
    keepalive: options.keepalive ?? options.once !== undefined,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new NetworkError('The server cannot be reached', { cause: error })
  })
  if (!response.ok) {
    const problem = await problemOf(response)
    const dead = response.status === 401 || response.status === 403
    if (dead && bearer && bearer === token.get()) handleUnauthorized(problem)
    if (problem.type === stepUp && (await requestStepUp())) return request(endpoint, options)
    throw new ApiError(problem)
  }
  if (endpoint.method !== 'GET') ownWrites.note(response.headers.get('x-request-id'))
  return response
}

/** {@link request} with the parsed reply and the headers. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<CallResult<E>> {
  const response = await request(endpoint, options)
  const reply = (response.status === 204 ? undefined : await response.json()) as ReplyOf<E>
  noteAge(reply, response.headers)
  return { reply, headers: response.headers }
}

/** {@link callWithHeaders} without the headers. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ReplyOf<E>> => (await callWithHeaders(endpoint, options)).reply

/** Attempts for a request without a response. */
const maxAttempts = 3
/** Milliseconds before a retry, multiplied by the number of attempts. */
const retryDelayMs = 500

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * {@link call} with retries under one idempotency key, for actions that must happen exactly once.
 * @throws as {@link call}
 */
export async function callIdempotently<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<ReplyOf<E>> {
  const once = newKey()
  for (let sent = 1; ; sent += 1) {
    try {
      return await call(endpoint, { ...options, once })
    } catch (error) {
      if (!(error instanceof NetworkError) || sent === maxAttempts) throw error
      await new Promise(resolve => setTimeout(resolve, retryDelayMs * sent))
    }
  }
}

/** Enough for all requests in flight until the server sends their change events. */
const maxEntries = 100

const answeredAtById = new Map<string, number>()

/** When the server answered this tab's own writes, by `x-request-id`. */
export const ownWrites = {
  note(requestId: string | null) {
    if (requestId === null) return
    answeredAtById.set(requestId, Date.now())
    const [oldest] = answeredAtById.keys()
    if (answeredAtById.size > maxEntries && oldest !== undefined) answeredAtById.delete(oldest)
  },
  /** Epoch milliseconds; undefined for requests of other clients and for unanswered ones. */
  answeredAt: (requestId: string | null) => (requestId === null ? undefined : answeredAtById.get(requestId)),
}

/**
 * `#/address/city` → `address.city`: the field named by a problem's JSON pointer (RFC 6901, bare or as a URI
 * fragment).
 */
export const fieldOfPointer = (pointer: string) => pointer.replace(/^#?\//, '').replaceAll('/', '.')
