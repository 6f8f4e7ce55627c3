import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Undeliverable } from './channels/channel.ts'
import { byNameServer, rememberNames, toLookup } from './names.ts'

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

/**
 * Refuses a URL with a private address, unless allowed (SSRF protection).
 * @returns the look-up to connect with
 * @throws Undeliverable for a private address
 */
export function guardAddress(url: string, allowPrivate: boolean): { lookup?: LookupFunction } {
  if (allowPrivate) return {}
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const isHere = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
  if (isHere) throw refusal(host)
  return { lookup: publicOnly }
}

const resolvePublic = rememberNames(byNameServer)

/** Resolves a name to the addresses that are then connected to, which prevents DNS rebinding. */
const publicOnly: LookupFunction = toLookup(async (host, options) => {
  const addresses = await resolvePublic(host, options)
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw refusal(host)
  return addresses
})
