import { lookup as resolve } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Undeliverable } from './channel.ts'

/** IPv4 networks outside the public internet (IANA special-purpose registry). */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4')
}
/** Of IPv6, only what is handed out as global unicast is public; the rest maps, tunnels or stays privateNetworks. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const tunnels = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  tunnels.addSubnet(network, bits, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
}

const refusal = (host: string) => new Undeliverable(`${host} is not an address of the public internet`)

/** Resolves a name to the addresses that are then connected to, which prevents DNS rebinding. */
const publicOnly: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(refusal(host), '', 0)
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })

export interface PostResponse {
  status: number
  /** Beginning of the response body. */
  text: string
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
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw refusal(host)
  const request = protocol === 'https:' ? overHttps : overHttp
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!allowPrivate && { lookup: publicOnly }),
    })
    outgoing.on('error', fail)
    outgoing.on('response', response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < maxTextLength) text += chunk.slice(0, maxTextLength - text.length)
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      response.on('error', fail)
    })
    outgoing.end(body)
  })
}

/**
 * The response as text for the record.
 * @throws Undeliverable for a permanent failure, another error for one that may be retried
 */
export function assertAccepted({ status, text }: PostResponse): string {
  const responseText = `${status} ${text}`.trim()
  if (status >= 200 && status < 300) return responseText
  const isRetryable = status >= 500 || status === 408 || status === 425 || status === 429
  throw isRetryable ? new Error(responseText) : new Undeliverable(responseText)
}
