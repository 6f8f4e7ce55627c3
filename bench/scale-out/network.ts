import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machine.ts'

/** Of the names of all hosts. */
const domain = 'scale-out.test'
const nameServer = 'dns'
/** Addresses end with these; hosts are numbered from 1. */
const [routerNumber, clientNumber] = [254, 100]

/** Hosts with addresses and names of their own on one machine, connected by a router that can drop what one sends another. */
export interface Network {
  /** The address of this process, for the hosts. */
  client: string
  addressOf(host: string): string
  nameOf(host: string): string
  /** The command that runs a command on a host. */
  on(host: string, command: string, args: readonly string[]): [string, string[]]
  /** Drops what two hosts send each other, silently; their connections stay open. @returns mends it */
  cut(one: string, other: string): () => void
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Connects a namespace to the router: its only way out. */
function connectHost(inside: string[], router: string, link: string, address: string, gateway: string) {
  ip(...inside, 'address', 'add', `${address}/32`, 'dev', link)
  ip(...inside, 'link', 'set', link, 'up')
  ip(...inside, 'route', 'add', gateway, 'dev', link, 'scope', 'link', 'src', address)
  const end = `to-${link}`.slice(0, 15)
  ip('-n', router, 'link', 'set', end, 'up')
  ip('-n', router, 'route', 'add', address, 'dev', end)
}

/** Needs root. The namespaces are named by the process, so that several runs do not meet. */
export function openNetwork(machine: Machine, hosts: readonly string[]): Network {
  const { pid } = process
  const subnet = `10.${64 + (pid % 128)}.${Math.floor(pid / 128) % 256}`
  const gateway = `${subnet}.${routerNumber}`
  const client = `${subnet}.${clientNumber}`
  const spaceOf = (host: string) => `voicedeck-${pid}-${host}`
  const all = [...hosts, nameServer]
  const addressOf = (host: string) => `${subnet}.${all.indexOf(host) + 1}`
  const nameOf = (host: string) => `${host}.${domain}`
  const router = spaceOf('router')

  const addSpace = (space: string) => {
    ip('netns', 'add', space)
    machine.onClose(() => ip('netns', 'delete', space))
    ip('-n', space, 'link', 'set', 'lo', 'up')
  }
  addSpace(router)
  ip('-n', router, 'address', 'add', `${gateway}/32`, 'dev', 'lo')
  execFileSync('ip', ['netns', 'exec', router, 'sysctl', '-qw', 'net.ipv4.ip_forward=1'])
  for (const host of all) {
    const space = spaceOf(host)
    addSpace(space)
    // `ip netns exec` shows it to the processes of the host as /etc/resolv.conf.
    const folder = join('/etc/netns', space)
    mkdirSync(folder, { recursive: true })
    machine.onClose(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'resolv.conf'), `nameserver ${addressOf(nameServer)}\n`)
    ip('link', 'add', host, 'netns', space, 'type', 'veth', 'peer', 'name', `to-${host}`, 'netns', router)
    connectHost(['-n', space], router, host, addressOf(host), gateway)
    ip('-n', space, 'route', 'add', 'default', 'via', gateway, 'src', addressOf(host))
  }
  const link = `vd${pid}`
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', `to-${link}`, 'netns', router)
  machine.onClose(() => ip('link', 'delete', link))
  connectHost([], router, link, client, gateway)
  ip('route', 'add', `${subnet}.0/24`, 'via', gateway, 'dev', link, 'src', client)

  const on: Network['on'] = (host, command, args) => [
    'ip',
    ['netns', 'exec', spaceOf(host), command, ...args],
  ]
  machine.start(
    'dns',
    ...on(nameServer, 'dnsmasq', [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--pid-file=',
      '--user=root',
      '--no-resolv',
      '--no-hosts',
      ...hosts.map(host => `--address=/${nameOf(host)}/${addressOf(host)}`),
      `--address=/${nameOf('client')}/${client}`,
      '--local=/test/',
      '--local=/invalid/',
    ]),
  )
  return {
    client,
    addressOf,
    nameOf,
    on,
    cut(one, other) {
      const paths = [
        [addressOf(one), addressOf(other)],
        [addressOf(other), addressOf(one)],
      ] as [string, string][]
      const change = (what: 'add' | 'delete') => {
        for (const [from, to] of paths) ip('-n', router, 'rule', what, 'from', from, 'to', to, 'blackhole')
      }
      change('add')
      return () => change('delete')
    },
  }
}
