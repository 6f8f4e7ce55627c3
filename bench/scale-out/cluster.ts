import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, globSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts, type Machine, type Part, until } from './machine.ts'

const names = ['one', 'two', 'three'] as const
export type NodeName = (typeof names)[number]
/** Size of the disk of each node in MiB. */
const diskSize = 768

interface Node {
  name: NodeName
  port: number
  rest: number
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
  ports: readonly number[]
  /** Whether the disks have a limited size: mounting needs permission. */
  hasDisks: boolean
  /** The node in a role: `leader`, `sync_standby` or `replica`. */
  find(role: string): Promise<NodeName>
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

const parameters = {
  max_connections: 200,
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  wal_keep_size: '64MB',
  max_slot_wal_keep_size: '192MB',
  jit: 'off',
  // The calls of a primary whose network is cut must not wait for minutes.
  tcp_user_timeout: 5_000,
}

export async function openCluster(machine: Machine): Promise<Cluster> {
  const bin = binaries()
  const user = idOf('postgres')
  const [client, peer, ...ports] = (await freePorts(8)) as [number, number, ...number[]]
  const etcd = `http://127.0.0.1:${client}`
  machine.start('etcd', 'etcd', [
    `--data-dir=${join(machine.folder, 'etcd')}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    // The election of its leader must not depend on a busy disk of this machine.
    '--heartbeat-interval=500',
    '--election-timeout=5000',
  ])
  const nodes = names.map((name, index): Node => {
    const disk = join(machine.folder, name)
    mkdirSync(disk)
    return {
      name,
      disk,
      port: ports[index] as number,
      rest: ports[index + 3] as number,
      config: join(machine.folder, `${name}.yml`),
    }
  })
  const hasDisks = nodes.map(({ disk }) => mountDisk(disk, machine)).every(Boolean)
  for (const { name, port, rest, disk, config } of nodes) {
    chownSync(disk, user, user)
    // JSON is YAML.
    await writeFile(
      config,
      JSON.stringify({
        scope: 'voicedeck',
        name,
        restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
        etcd3: { host: `127.0.0.1:${client}` },
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
          listen: `127.0.0.1:${port}`,
          connect_address: `127.0.0.1:${port}`,
          data_dir: join(disk, 'data'),
          bin_dir: bin,
          pgpass: join(disk, 'pgpass'),
          authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
          parameters: { unix_socket_directories: disk },
          pg_hba: [
            'local all all trust',
            'host all all 127.0.0.1/32 trust',
            'host replication all 127.0.0.1/32 trust',
          ],
        },
      }),
    )
  }
  const nodeOf = (name: NodeName) => nodes.find(node => node.name === name) as Node

  async function members(): Promise<Member[]> {
    for (const { rest, patroni } of nodes) {
      if (!patroni?.running()) continue
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  async function find(role: string): Promise<NodeName> {
    const found = (await members()).find(member => member.role === role)
    if (!found) throw new Error(`The cluster has no ${role}`)
    return found.name
  }
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
    node.patroni = machine.start(name, 'patroni', [node.config], { user })
  }
  machine.onClose(() => Promise.all(names.map(kill)))
  await start('one')
  await until('the first node is primary', async () => (await find('leader')) === 'one')
  await Promise.all(names.slice(1).map(start))

  return {
    ports: nodes.map(({ port }) => port),
    hasDisks,
    find,
    kill,
    start,
    healthy: () =>
      until('three nodes, one of them synchronous', async () => {
        const all = await members()
        const isRunning = all.filter(({ state }) => state === 'running' || state === 'streaming').length === 3
        return isRunning && ['leader', 'sync_standby'].every(role => all.some(member => member.role === role))
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
    async query(text, values) {
      const { port } = nodeOf(await find('leader'))
      const connection = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
      connection.on('error', () => {})
      await connection.connect()
      try {
        return (await connection.query(text, values)).rows
      } finally {
        await connection.end()
      }
    },
  }
}
