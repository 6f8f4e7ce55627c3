import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Cluster } from './cluster.ts'
import type { Installation } from './installation.ts'
import type { Machine } from './machine.ts'

export interface Fault {
  name: string
  /** Whether calls may be refused meanwhile. */
  mayRefuse: boolean
  /** Causes the fault, and repairs it after a while. */
  cause(round: number): Promise<void>
}

const project = fileURLToPath(new URL('../../', import.meta.url))
const hour = 3_600

/** The faults that this machine can cause, and what keeps it from causing others. */
export async function listFaults(
  machine: Machine,
  cluster: Cluster,
  installation: Installation,
): Promise<{ faults: Fault[]; missing: string[] }> {
  const { instances, redis, proxy, mail, startInstance, drain, enable, setClock } = installation
  const instanceOf = (round: number) => instances[round % instances.length] as (typeof instances)[number]

  async function loseNode(role: string) {
    const name = await cluster.find(role)
    await cluster.kill(name)
    await pause(8_000)
    await cluster.start(name)
  }
  async function loseService({ stop, start }: Installation['redis'], forMs: number) {
    await stop()
    await pause(forMs)
    await start()
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
      await startInstance(instance, next)
      await enable(instance)
    }
  }

  const faults: Fault[] = [
    {
      name: 'instance',
      mayRefuse: true,
      async cause(round) {
        const instance = instanceOf(round)
        await instance.part?.end('SIGKILL')
        await pause(3_000)
        await startInstance(instance)
      },
    },
    { name: 'primary', mayRefuse: true, cause: () => loseNode('leader') },
    { name: 'standby', mayRefuse: true, cause: () => loseNode('sync_standby') },
    { name: 'redis', mayRefuse: true, cause: () => loseService(redis, 4_000) },
    { name: 'proxy', mayRefuse: true, cause: () => loseService(proxy, 1_000) },
    {
      name: 'network',
      mayRefuse: true,
      async cause(round) {
        const { relays } = instanceOf(round)
        for (const relay of relays) relay.cut()
        await pause(6_000)
        for (const relay of relays) relay.mend()
      },
    },
    { name: 'mail', mayRefuse: false, cause: () => loseService(mail, 5_000) },
    { name: 'upgrade', mayRefuse: false, cause: upgrade },
  ]
  const missing: string[] = []
  if (cluster.hasDisks)
    faults.push({
      name: 'disk',
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
