import { BlockList, isIP } from 'node:net'

/** Whether a hop may set forwarding headers; hop 0 is the peer of the connection. */
export type TrustProxy = (address: string, hop: number) => boolean

const maxHops = 10
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

function addNetwork(networks: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  if (!isIP(address) || !/^\d*$/.test(prefix ?? '') || length < 1 || length > bits)
    throw new Error('Must be a number of proxies, or addresses and networks such as 10.0.0.0/8,loopback')
  networks.addSubnet(address, length, familyOf(address))
}

/**
 * Parses `TRUST_PROXY`: a number of proxies, or a comma-separated list of addresses, networks and the names `loopback`,
 * `linklocal` and `uniquelocal`.
 * @throws Error with the expected format
 */
export function parseTrustProxy(value: string): TrustProxy {
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    if (hops < 1 || hops > maxHops) throw new Error(`Must be between 1 and ${maxHops} proxies`)
    return (_address, hop) => hop < hops
  }
  const networks = new BlockList()
  for (const name of value.split(',').map(part => part.trim())) {
    for (const network of namedNetworks[name] ?? [name]) addNetwork(networks, network)
  }
  return address => isIP(address) !== 0 && networks.check(address, familyOf(address))
}
