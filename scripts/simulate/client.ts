import type { z } from 'zod'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { fillPath } from '#contract/kit/urls.ts'

type PathOf<E> = E extends Endpoint<infer Path> ? Path : never
interface CallInput<E extends Endpoint> {
  params?: ParamsOf<PathOf<E>>
  query?: z.input<E['query']>
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : never
}

/** A client of the public API. */
export interface Client {
  /** Server URL. */
  readonly url: string
  /** @throws if the call is refused (with the server's message) or not answered */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>
}

const timeoutMs = 30_000

/** Parses a JSON response; a proxy in front of the server may return something else. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** @param secret a bearer token or an API key */
export const createClient = (url: string, secret?: string): Client => ({
  url,
  async call(endpoint, { params, query, body } = {}) {
    const search = new URLSearchParams(query as Record<string, string>).toString()
    const path = fillPath(endpoint.path, params as Record<string, string>)
    const response = await fetch(`${url}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      const late = error.name === 'TimeoutError' ? ` within ${timeoutMs / 1_000} s` : ''
      throw new Error(`No server answers at ${url}${late}`, { cause: error })
    })
    const reply = parseJson(await response.text()) as ReplyOf<typeof endpoint> & { detail?: string }
    if (!response.ok)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${reply.detail ?? ''}`.trim())
    return reply
  },
})
