import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { guardAddress } from '../outgoing-address.ts'
import { Undeliverable } from './channel.ts'

export interface PostResponse {
  status: number
  /** Beginning of the response body. */
  text: string
  /** The header `Retry-After`. */
  retryAfter: string | null
}

export interface PostRequest {
  url: string
  headers: Record<string, string | number>
  body: string | Buffer
  /** Whether private addresses are allowed, for installations that call their own systems. */
  allowPrivate: boolean
}

/** Response timeout in milliseconds. */
const timeoutMs = 10_000
/** Maximum length of the response text, in characters. */
const maxTextLength = 500

/**
 * Posts to a user-supplied URL without following redirects. Unless allowed, neither the URL nor what its name resolves
 * to may be a private address (SSRF protection).
 * @throws Undeliverable for a private address
 */
export async function post({ url, headers, body, allowPrivate }: PostRequest): Promise<PostResponse> {
  const guarded = guardAddress(url, allowPrivate)
  const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...guarded,
    })
    outgoing.on('error', fail)
    outgoing.on('response', response => {
      let text = ''
      const { statusCode, headers } = response
      const finish = () => done({ status: statusCode ?? 0, text, retryAfter: headers['retry-after'] ?? null })
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk.slice(0, maxTextLength - text.length)
        if (text.length < maxTextLength) return
        // The rest is not read: a receiver that never stops sending would keep this instance busy.
        finish()
        outgoing.destroy()
      })
      response.on('end', finish)
      response.on('error', fail)
    })
    outgoing.end(body)
  })
}

/**
 * The response as text for the record.
 * @throws Undeliverable for a permanent failure, another error for one that may be retried
 */
export function assertAccepted({ status, text }: Pick<PostResponse, 'status' | 'text'>): string {
  const responseText = `${status} ${text}`.trim()
  if (status >= 200 && status < 300) return responseText
  const isRetryable = status >= 500 || status === 408 || status === 425 || status === 429
  throw isRetryable ? new Error(responseText) : new Undeliverable(responseText)
}
