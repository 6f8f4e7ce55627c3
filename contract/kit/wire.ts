import type { z } from 'zod'
import type { Endpoint, ParamsOf } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { fillPath } from './urls.ts'

type InputOf<S> = S extends z.ZodType ? z.input<S> : never
type PathOf<E> = E extends Endpoint<infer Path> ? Path : never

/** The input of a call; parts that the endpoint does not have are omitted. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<PathOf<E>>
  query?: InputOf<E['query']>
  /** For a text endpoint, a Blob works as well. */
  body?: InputOf<E['body']> | Blob
}

/** The query string of a URL; a list becomes one parameter for each value, empty values are left out. */
export function searchOf(query: Record<string, unknown> = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/** Path and query string of a call. */
export const urlOf = <E extends Endpoint>(endpoint: E, { params, query }: CallInput<E>) =>
  fillPath(endpoint.path, params as Record<string, string>) + searchOf(query as Record<string, unknown>)

/** Encodes a body as the endpoint expects: JSON, text or multipart form. */
export function bodyOf({ consumes }: Endpoint, body: unknown): string | Blob | FormData {
  if (!consumes) return JSON.stringify(body)
  if (consumes === 'text/csv') return body as Blob
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string | Blob>)) form.append(name, value)
  return form
}

/** The problem document of an error response; without one, a document of its status. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    ...fields,
    detail: typeof fields.detail === 'string' ? fields.detail : '',
  }
}

/** An error response; `problem.detail` is the text to show, `problem.errors` names the fields. */
export class ApiError extends Error {
  override name = 'Refused'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** No response: the network or the server is down. */
export class NetworkError extends Error {
  override name = 'Unreachable'
}
