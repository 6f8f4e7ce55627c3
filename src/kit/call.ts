import i18next from 'i18next'
import type { z } from 'zod'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { fill } from '#contract/kit/path.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ownWrites } from './own-writes.ts'
import { token } from './token.ts'

/** A call that the server refused; `problem.detail` is the text to show, `problem.errors` names the fields. */
export class Refused extends Error {
  override name = 'Refused'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** Why the server refused, in its own words; undefined where it said nothing, and of any other error. */
export const reasonOf = (error: unknown): string | undefined =>
  (error instanceof Refused && error.problem.detail) || undefined

/** A call that got no answer: the network or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : never
type PathOf<E> = E extends Endpoint<infer Path> ? Path : never

/** What a call takes beside its endpoint; parts that the endpoint does not have are left out. */
export interface Given<E extends Endpoint> {
  params?: ParamsOf<PathOf<E>>
  query?: InputOf<E['query']>
  /** Of a call that takes a text, the file that holds it will do as well. */
  body?: InputOf<E['body']> | Blob
  /** The version that an update expects to find. */
  ifMatch?: number
  /** A key under which the call does what it does once, however often it is sent. */
  once?: string
  /** The activity log whose version of the record an update brings back. */
  restores?: string
  signal?: AbortSignal
}

export interface Answer<E extends Endpoint> {
  reply: ReplyOf<E>
  headers: Headers
}

/** Told of every 401 and 403 to a call that carried a token: the session is dead. Set once, by the auth provider. */
let whenSessionDies: (problem: Problem) => void = () => {}
export const onSessionDeath = (listener: (problem: Problem) => void) => {
  whenSessionDies = listener
}

/** The problem of a call that wants a fresh proof of who makes it. */
const stepUp = '/problems/step-up'

/** Asks the person for the proof; answers whether they gave it. Set once, by the shell. */
let proveAnew: () => Promise<boolean> = async () => false
export const onStepUp = (listener: () => Promise<boolean>) => {
  proveAnew = listener
}

/** Whether the session lasts on whose behalf calls are made. */
let session = new AbortController()

/** Calls off whatever is being read: its session ends, and what it still asks for would be refused. What is to be written goes on. */
export function hangUp(): void {
  session.abort()
  session = new AbortController()
}

/** What calls a call off: whoever made it, and the end of its session. */
function signalOf({ method }: Endpoint, given: AbortSignal | undefined): AbortSignal | undefined {
  if (method !== 'GET') return given
  return given ? AbortSignal.any([given, session.signal]) : session.signal
}

const search = (query: Record<string, unknown> = {}) => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/** What the server would say to whoever is not signed in. */
const nobody: Problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '' }

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const said = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    ...said,
    detail: typeof said.detail === 'string' ? said.detail : '',
  }
}

/** A body as the endpoint takes it: JSON, a text as it is, or the fields of a form. */
function bodyOf({ takes }: Endpoint, given: unknown): BodyInit {
  if (!takes) return JSON.stringify(given)
  if (takes === 'text/csv') return given as BodyInit
  const form = new FormData()
  for (const [name, value] of Object.entries(given as Record<string, string | Blob>)) form.append(name, value)
  return form
}

/**
 * Sends a call and hands back the response with its body unread. The endpoint value decides path, method and types.
 * One that wants a fresh proof of who makes it is sent again once that was given. What only the signed-in may read is
 * not asked for when nobody is: a screen that is being left may still want it.
 * @throws {Refused} with the server's problem document; {@link Unreachable} without an answer.
 */
export async function request<E extends Endpoint>(endpoint: E, given: Given<E> = {}): Promise<Response> {
  const bearer = token.get()
  if (!bearer && endpoint.method === 'GET' && endpoint.access !== 'public') throw new Refused(nobody)
  const headers = new Headers({ accept: 'application/json' })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  // Refusals are read by people.
  if (i18next.language) headers.set('accept-language', i18next.language)
  const body = given.body === undefined ? undefined : bodyOf(endpoint, given.body)
  // The boundary of a form is the browser's to choose.
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', endpoint.takes ?? 'application/json')
  if (given.ifMatch !== undefined) headers.set('if-match', `"${given.ifMatch}"`)
  if (given.once !== undefined) headers.set('idempotency-key', given.once)
  if (given.restores !== undefined) headers.set('x-restores', given.restores)
  const url =
    fill(endpoint.path, given.params as Record<string, string>) +
    search(given.query as Record<string, unknown>)
  const signal = signalOf(endpoint, given.signal)
  const response = await fetch(url, {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    // Even if the page is closed meanwhile; browsers allow it to small bodies alone.
    keepalive: given.once !== undefined,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Unreachable('The server cannot be reached', { cause: error })
  })
  if (!response.ok) {
    const problem = await problemOf(response)
    const dead = response.status === 401 || response.status === 403
    if (dead && bearer && bearer === token.get()) whenSessionDies(problem)
    if (problem.type === stepUp && (await proveAnew())) return request(endpoint, given)
    throw new Refused(problem)
  }
  if (endpoint.method !== 'GET') ownWrites.note(response.headers.get('x-request-id'))
  return response
}

/** {@link request}, with the reply read and typed. */
export async function ask<E extends Endpoint>(endpoint: E, given: Given<E> = {}): Promise<Answer<E>> {
  const response = await request(endpoint, given)
  const reply = (response.status === 204 ? undefined : await response.json()) as ReplyOf<E>
  return { reply, headers: response.headers }
}

/** {@link ask}, for those who want the reply alone. */
export const call = async <E extends Endpoint>(endpoint: E, given: Given<E> = {}): Promise<ReplyOf<E>> =>
  (await ask(endpoint, given)).reply
