import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SystemPart, SystemStatus } from '#contract/platform/system.ts'
import { type Cluster, type NodeName, nodeNames } from './cluster.ts'
import type { Installation } from './installation.ts'
import type { Machine } from './machine.ts'
import type { Network } from './network.ts'

export interface Fault {
  name: string
  /** Of its row in the table. */
  title: string
  /** Whether calls may be refused meanwhile. */
  mayRefuse: boolean
  /** Where System Status is asked, and whether its answer shows the fault; null if it is refused. Absent if it cannot be seen. */
  shown?: { at(round: number): string; by(status: SystemStatus | null): boolean }
  /** Causes the fault, and repairs it after a while. */
  cause(round: number): Promise<void>
}

const project = fileURLToPath(new URL('../../', import.meta.url))
const hour = 3_600

const isAway = (part: SystemPart['part']) => (status: SystemStatus | null) =>
  status?.parts.some(one => one.part === part && one.state === 'away') ?? false
/** Without the database, System Status is refused like all calls, and the console says why. */
const isRefused = (status: SystemStatus | null) => status === null || isAway('database')(status)

/** The faults that this machine can cause, and what keeps it from causing others. */
export async function listFaults(
  machine: Machine,
  network: Network,
  cluster: Cluster,
  installation: Installation,
): Promise<{ faults: Fault[]; missing: string[] }> {
  const { url, instances, redis, proxy, mail, startInstance, drain, enable, setClock } = installation
  const instanceOf = (round: number) => instances[round % instances.length] as (typeof instances)[number]
  const everywhere = () => url
  const at = (round: number) => instanceOf(round).url

  async function losePrimary() {
    const name = await cluster.find('leader')
    await cluster.kill(name)
    await cluster.promoted(name)
    await cluster.start(name)
  }
  async function loseStandby() {
    const name = await cluster.find('sync_standby')
    await cluster.kill(name)
    await pause(8_000)
    await cluster.start(name)
  }
  async function loseService({ stop, start }: Installation['redis'], forMs: number) {
    await stop()
    await pause(forMs)
    await start()
  }
  /** Cuts a host off from others until a promise is settled. */
  async function cutOff(host: string, others: readonly string[], until: () => Promise<unknown>) {
    const mends = others.filter(other => other !== host).map(other => network.cut(host, other))
    try {
      await until()
    } finally {
      for (const mend of mends) mend()
    }
  }
  async function cutPrimaryOff(others: (name: NodeName) => readonly string[]) {
    const name = await cluster.find('leader')
    await cutOff(name, others(name), () => cluster.promoted(name))
  }

  const next = join(machine.folder, 'next')
  /** A copy of the project with one more migration per round. */
  async function prepareNextVersion(round: number) {
    if (round === 0) {
      for (const name of ['contract', 'locales', 'server', 'package.json'])
        await cp(join(project, name), join(next, name), { recursive: true })
      for (const name of ['node_modules', 'dist']) await symlink(join(project, name), join(next, name))
    }
    const statement = `alter table devices add column scale_out_${round} text not null default ''`
    await writeFile(join(next, `server/db/migrations/9${String(round).padStart(3, '0')}_next.sql`), statement)
  }
  async function upgrade(round: number) {
    await prepareNextVersion(round)
    for (const instance of instances) {
      await drain(instance)
      const code = await instance.part?.end('SIGTERM')
      if (code !== 0) throw new Error(`${instance.name} ended with ${code}`)
      instance.folder = next
      await startInstance(instance)
      await enable(instance)
    }
  }

  const faults: Fault[] = [
    {
      name: 'instance',
      title: 'an instance killed',
      mayRefuse: true,
      async cause(round) {
        const instance = instanceOf(round)
        await instance.part?.end('SIGKILL')
        await pause(3_000)
        await startInstance(instance)
      },
    },
    {
      name: 'primary',
      title: 'the primary killed',
      mayRefuse: true,
      shown: { at: everywhere, by: isRefused },
      cause: losePrimary,
    },
    {
      name: 'standby',
      title: 'the synchronous standby killed',
      mayRefuse: true,
      shown: { at: everywhere, by: isAway('replica') },
      cause: loseStandby,
    },
    {
      name: 'redis',
      title: 'Redis killed',
      mayRefuse: false,
      shown: { at: everywhere, by: isAway('fan_out') },
      cause: () => loseService(redis, 4_000),
    },
    {
      name: 'proxy',
      title: 'the proxy killed for a second',
      mayRefuse: true,
      cause: () => loseService(proxy, 1_000),
    },
    {
      name: 'primary-standbys',
      title: 'the primary cut off from its standbys',
      mayRefuse: true,
      shown: { at: everywhere, by: isAway('replica') },
      async cause() {
        await cutOff(await cluster.find('leader'), nodeNames, () => pause(8_000))
      },
    },
    {
      name: 'primary-etcd',
      title: 'the primary cut off from etcd',
      mayRefuse: true,
      shown: { at: everywhere, by: isRefused },
      cause: () => cutPrimaryOff(() => ['etcd']),
    },
    {
      name: 'primary-all',
      title: 'the primary cut off from all others',
      mayRefuse: true,
      shown: { at: everywhere, by: isRefused },
      cause: () => cutPrimaryOff(() => ['etcd', ...nodeNames, ...instances.map(({ name }) => name)]),
    },
    {
      name: 'instance-database',
      title: 'an instance cut off from the database',
      mayRefuse: true,
      shown: { at, by: isRefused },
      cause: round => cutOff(instanceOf(round).name, nodeNames, () => pause(6_000)),
    },
    {
      name: 'instance-redis',
      title: 'an instance cut off from Redis',
      mayRefuse: false,
      shown: { at, by: isAway('fan_out') },
      cause: round => cutOff(instanceOf(round).name, ['redis'], () => pause(6_000)),
    },
    {
      name: 'dns',
      title: 'the name server not answering',
      mayRefuse: false,
      cause: () =>
        cutOff(
          'dns',
          instances.map(({ name }) => name),
          () => pause(15_000),
        ),
    },
    {
      name: 'mail',
      title: 'the mail server away',
      mayRefuse: false,
      shown: { at: everywhere, by: isAway('mail') },
      cause: () => loseService(mail, 5_000),
    },
    { name: 'upgrade', title: 'rolling upgrade with a migration', mayRefuse: false, cause: upgrade },
  ]
  const missing: string[] = []
  if (cluster.hasDisks)
    faults.push({
      name: 'disk',
      title: 'the disk of the primary full for 5 s',
      mayRefuse: true,
      async cause() {
        const free = cluster.fillDisk(await cluster.find('leader'))
        await pause(5_000)
        free()
      },
    })
  else missing.push('disk: mounting a small disk is not permitted')
  if (await setClock(0))
    faults.push({
      name: 'clock',
      title: 'the clock of an instance an hour ahead',
      mayRefuse: false,
      async cause() {
        await setClock(hour)
        await pause(5_000)
        await setClock(0)
      },
    })
  else missing.push('clock: libfaketime is missing (apt-get install faketime)')
  return { faults, missing }
}
