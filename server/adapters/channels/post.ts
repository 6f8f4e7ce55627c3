import { Agent as HttpAgent, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
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
  /** Whether the connection is kept for the next message to the same receiver; closed after each one by default. */
  keepsConnection?: boolean
}

/** Response timeout in milliseconds. */
const timeoutMs = 10_000
/** Maximum length of the response text, in characters. */
const maxTextLength = 500
/** Milliseconds after which an unused connection is closed: sooner than receivers usually do. */
const idleMs = 4_000

/** Kept connections. Addresses are checked on connecting, so those to private addresses are kept apart. */
const openAgents = () => {
  const options = { keepAlive: true, timeout: idleMs }
  return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
}
const agents = { publicOnly: openAgents(), any: openAgents() }

function agentFor({ url, allowPrivate, keepsConnection = false }: PostRequest): HttpAgent | false {
  const kept: Record<string, HttpAgent> = agents[allowPrivate ? 'any' : 'publicOnly']
  return (keepsConnection && kept[new URL(url).protocol]) || false
}

/**
 * Posts to a user-supplied URL without following redirects. Unless allowed, neither the URL nor what its name resolves
 * to may be a private address (SSRF protection).
 * @throws Undeliverable for a private address
 */
export async function post(message: PostRequest): Promise<PostResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await exchange(message, agentFor(message), signal)
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error
    return exchange(message, false, signal)
  }
}

/** A kept connection failed without a response: the receiver closed it, probably before it read the message. */
class ClosedMeanwhile extends Error {}

function exchange(
  { url, headers, body, allowPrivate }: PostRequest,
  agent: HttpAgent | false,
  signal: AbortSignal,
): Promise<PostResponse> {
  const guarded = guardAddress(url, allowPrivate)
  const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
      agent,
      signal,
      ...guarded,
    })
    outgoing.on('error', error =>
      fail(outgoing.reusedSocket && !signal.aborted ? new ClosedMeanwhile() : error),
    )
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
