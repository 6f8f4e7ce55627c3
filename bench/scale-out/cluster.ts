import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, globSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Machine, type Part, until } from './machine.ts'
import type { Network } from './network.ts'

export const nodeNames = ['one', 'two', 'three'] as const
export type NodeName = (typeof nodeNames)[number]
/** The ports of PostgreSQL, of Patroni's API and of etcd. */
const ports = { postgres: 5432, rest: 8008, etcd: 2379, etcdPeers: 2380 }
/** Size of the disk of each node in MiB. */
const diskSize = 768

interface Node {
  name: NodeName
  /** Patroni's API. */
  api: string
  /** The mount point, if disks of a limited size are permitted. */
  disk: string
  config: string
  patroni?: Part
}

interface Member {
  name: NodeName
  role: string
  state: string
}

/** PostgreSQL on three nodes: a primary, a synchronous and an asynchronous standby, promoted by Patroni. */
export interface Cluster {
  /** Whether the disks have a limited size: mounting needs permission. */
  hasDisks: boolean
  /** The node in a role: `leader`, `sync_standby` or `replica`. */
  find(role: string): Promise<NodeName>
  /** Waits until another node than this is the primary. */
  promoted(instead: NodeName): Promise<void>
  /** Ends Patroni and PostgreSQL of a node as a loss of power would. */
  kill(name: NodeName): Promise<void>
  start(name: NodeName): Promise<void>
  /** Waits until all nodes run and one standby is synchronous. */
  healthy(): Promise<void>
  /** Fills the disk of a node. @returns frees it */
  fillDisk(name: NodeName): () => void
  /** Runs a statement on the primary. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

const binaries = () => {
  const found = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!found)
    throw new Error(
      'PostgreSQL is missing: apt-get install postgresql patroni etcd-server haproxy redis-server',
    )
  return found
}

const idOf = (user: string) => Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }))

/** The postmaster of a data directory; undefined if there is none. */
function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

function mountDisk(disk: string, machine: Machine): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}m`, 'tmpfs', disk], { stdio: 'ignore' })
    machine.onClose(() => execFileSync('umount', ['-l', disk]))
    return true
  } catch {
    return false
  }
}

/** Milliseconds that a connection and a statement of ours may take. */
const limits = { connectionTimeoutMillis: 2_000, query_timeout: 30_000 }

const parameters = {
  max_connections: 200,
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  wal_keep_size: '64MB',
  max_slot_wal_keep_size: '192MB',
  jit: 'off',
  // A standby looks for the new primary this often.
  wal_retrieve_retry_interval: '1s',
  // The calls of a primary whose network is cut must not wait for minutes.
  tcp_user_timeout: 5_000,
}

/** @param network has the hosts `etcd` and the names of the nodes */
export async function openCluster(machine: Machine, network: Network): Promise<Cluster> {
  const bin = binaries()
  const user = idOf('postgres')
  const etcd = network.addressOf('etcd')
  const etcdUrl = `http://${etcd}:${ports.etcd}`
  machine.start(
    'etcd',
    ...network.on('etcd', 'etcd', [
      `--data-dir=${join(machine.folder, 'etcd')}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=http://127.0.0.1:${ports.etcdPeers}`,
      // The election of its leader must not depend on a busy disk of this machine.
      '--heartbeat-interval=500',
      '--election-timeout=5000',
    ]),
  )
  const nodes = nodeNames.map((name): Node => {
    const disk = join(machine.folder, name)
    mkdirSync(disk)
    const api = `http://${network.addressOf(name)}:${ports.rest}`
    return { name, disk, api, config: join(machine.folder, `${name}.yml`) }
  })
  const hasDisks = nodes.map(({ disk }) => mountDisk(disk, machine)).every(Boolean)
  for (const { name, api, disk, config } of nodes) {
    chownSync(disk, user, user)
    const address = network.addressOf(name)
    const rest = new URL(api).host
    const server = `${address}:${ports.postgres}`
    // JSON is YAML.
    await writeFile(
      config,
      JSON.stringify({
        scope: 'voicedeck',
        name,
        restapi: { listen: rest, connect_address: rest },
        etcd3: { host: `${etcd}:${ports.etcd}` },
        bootstrap: {
          dcs: {
            ttl: 10,
            loop_wait: 2,
            retry_timeout: 4,
            primary_start_timeout: 5,
            synchronous_mode: true,
            synchronous_mode_strict: true,
            postgresql: { use_pg_rewind: true, use_slots: true, parameters },
          },
          initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        },
        postgresql: {
          listen: server,
          connect_address: server,
          data_dir: join(disk, 'data'),
          bin_dir: bin,
          pgpass: join(disk, 'pgpass'),
          authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
          parameters: { unix_socket_directories: disk },
          pg_hba: [
            'local all all trust',
            'host all all 10.0.0.0/8 trust',
            'host replication all 10.0.0.0/8 trust',
          ],
        },
      }),
    )
  }
  const nodeOf = (name: NodeName) => nodes.find(node => node.name === name) as Node

  /** The cluster as a node knows it; a node without etcd knows an old state. */
  async function membersBy({ api, patroni }: Node): Promise<Member[]> {
    if (!patroni?.running()) return []
    const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : []
  }
  /** Whether a node holds the lock of the primary. */
  const isPrimary = async ({ api }: Node) =>
    (await fetch(`${api}/primary`, { signal: AbortSignal.timeout(2_000) })).ok
  async function find(role: string): Promise<NodeName> {
    for (const node of nodes) {
      const found = (await membersBy(node)).find(member => member.role === role)
      if (found) return found.name
    }
    throw new Error(`The cluster has no ${role}`)
  }
  const isHealthy = (members: Member[]) =>
    members.filter(({ state }) => state === 'running' || state === 'streaming').length === nodes.length &&
    ['leader', 'sync_standby'].every(role => members.some(member => member.role === role))
  async function kill(name: NodeName) {
    const node = nodeOf(name)
    await node.patroni?.end('SIGKILL')
    const pid = postmasterOf(join(node.disk, 'data'))
    if (!pid) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It had ended already.
    }
  }
  async function start(name: NodeName) {
    const node = nodeOf(name)
    const asUser = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', 'patroni', node.config]
    node.patroni = machine.start(name, ...network.on(name, 'setpriv', asUser))
  }
  machine.onClose(() => Promise.all(nodeNames.map(kill)))
  await start('one')
  await until('the first node is primary', async () => (await find('leader')) === 'one')
  await Promise.all(nodeNames.slice(1).map(start))

  async function query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const host = network.addressOf(await find('leader'))
    const connection = new pg.Client({ ...limits, host, user: 'postgres', database: 'postgres' })
    connection.on('error', () => {})
    await connection.connect()
    try {
      return (await connection.query<Row>(text, values)).rows
    } finally {
      await connection.end()
    }
  }
  /** A node that is rewound after the loss of its role counts as running for Patroni, but does not stream yet. */
  async function areStreaming(): Promise<boolean> {
    const [standbys] = await query<{ streaming: number; sync: number }>(
      `select count(*)::int as streaming, count(*) filter (where sync_state = 'sync')::int as sync
       from pg_stat_replication where state = 'streaming'`,
    )
    return standbys?.streaming === nodes.length - 1 && standbys.sync > 0
  }

  return {
    hasDisks,
    find,
    kill,
    start,
    promoted: instead =>
      until(`another primary than ${instead}`, async () => {
        const others = nodes.filter(({ name }) => name !== instead)
        const answers = await Promise.all(others.map(node => isPrimary(node).catch(() => false)))
        return answers.includes(true)
      }),
    healthy: () =>
      until('three nodes, one of them synchronous', async () => {
        const views = await Promise.all(nodes.map(membersBy))
        return views.every(isHealthy) && (await areStreaming())
      }),
    fillDisk(name) {
      const file = join(nodeOf(name).disk, 'filling')
      const descriptor = openSync(file, 'w')
      const chunk = Buffer.alloc(1_048_576)
      try {
        for (;;) writeSync(descriptor, chunk)
      } catch {
        closeSync(descriptor)
      }
      return () => rmSync(file)
    },
    query,
  }
}
