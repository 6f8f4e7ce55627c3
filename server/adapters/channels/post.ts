import { lookup as resolve } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Undeliverable } from './channel.ts'

/** Addresses that are not of the public internet (IANA's special-purpose registries). */
const inside = new BlockList()
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
  inside.addSubnet(network, bits, 'ipv4')
}
/** Of IPv6, only what is handed out as global unicast is public; the rest maps, tunnels or stays inside. */
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

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
}

const refusal = (host: string) => new Undeliverable(`${host} is not an address of the public internet`)

/** Resolves a name to the very addresses that are then connected to, so that no second answer slips in between. */
const publicOnly: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublic(address))) return done(refusal(host), '', 0)
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })

export interface Answer {
  status: number
  /** The beginning of what was answered. */
  text: string
}

export interface Post {
  url: string
  headers: Record<string, string | number>
  body: string | Buffer
  /** Whether addresses of the own network may be reached: for installations that call their own systems. */
  allowPrivate: boolean
}

/** The longest that an answer may take, in milliseconds. */
const patience = 10_000
/** Characters of an answer that are kept. */
const kept = 500

/**
 * Posts to an address that somebody entered, and follows no redirection: neither it nor what its name resolves to may
 * lie within our own network unless that is allowed.
 * @throws Undeliverable for an address inside
 */
export async function post({ url, headers, body, allowPrivate }: Post): Promise<Answer> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublic(host)) throw refusal(host)
  const ask = protocol === 'https:' ? overHttps : overHttp
  return new Promise((done, fail) => {
    const asked = ask(url, {
      method: 'POST',
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
      agent: false,
      signal: AbortSignal.timeout(patience),
      ...(!allowPrivate && { lookup: publicOnly }),
    })
    asked.on('error', fail)
    asked.on('response', response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < kept) text += chunk.slice(0, kept - text.length)
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      response.on('error', fail)
    })
    asked.end(body)
  })
}

/**
 * Reads an answer of a service on the web.
 * @throws Undeliverable when it says that the request will never do, another error when it may later
 */
export function accept({ status, text }: Answer): string {
  const answer = `${status} ${text}`.trim()
  if (status >= 200 && status < 300) return answer
  const later = status >= 500 || status === 408 || status === 425 || status === 429
  throw later ? new Error(answer) : new Undeliverable(answer)
}
