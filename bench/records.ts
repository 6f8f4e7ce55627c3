import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { auth } from '#contract/identity/auth.ts'
import { connectionStringFor, layoutOf } from '#server/db/embedded/layout.ts'
import { connectionTimes, processTimes } from './cpu.ts'
import { benchmark, load, type Measured, memoryOf, ms } from './harness.ts'
import { type Client, openClient } from './records/client.ts'
import { inspect, inspectorFlags, summarize, writeProfile } from './records/profile.ts'
import { launch, owner } from './server.ts'

const serviceOrganization = '00000000-0000-7000-8000-000000000001'
const clients = 32
/** Records that exist before the measurement. */
const prepared = 200

type Operations = Record<string, () => Promise<unknown>>

/** Reads and writes of a few hundred records. */
function recordOperations(
  { call }: Client,
  paths: { one: (id: unknown) => string; create: string },
  constant: object = {},
) {
  const ids: unknown[] = []
  let count = 0
  const someId = () => ids[(count++ * 7_919) % ids.length]
  return {
    read: () => call('GET', paths.one(someId())),
    create: async () => {
      const serial = `S-${count++}`
      ids.push((await call('POST', paths.create, { name: 'Pendant', serial, ...constant })).id)
    },
    update: () => call('PUT', paths.one(someId()), { name: `Pendant ${count}` }),
  } satisfies Operations
}

/** Calls per second of a bare Fastify with the same database. */
async function measureBare(connectionString: string, seconds: number): Promise<Record<string, number>> {
  const child = fork(new URL('./records/bare.ts', import.meta.url), {
    env: { ...process.env, BARE_DATABASE: connectionString },
  })
  const client = openClient(((await once(child, 'message')) as [string])[0], clients)
  try {
    const operations = recordOperations(client, { one: id => `/${id}`, create: '/' })
    for (let made = 0; made < prepared; made += 1) await operations.create()
    const rates: Record<string, number> = {}
    for (const [name, work] of Object.entries(operations))
      rates[name] = (await load(work, { clients, seconds })).perSecond
    return rates
  } finally {
    await client.close()
    child.kill()
    await once(child, 'exit')
    // Its connections end a moment later; their CPU is not to be taken from that of the others.
    await setTimeout(1_000)
  }
}

export default benchmark({
  name: 'records',
  about:
    'single records and pages of the activity log: rate, also as a share of a bare Fastify with SQL, CPU per call, memory (Linux; --seconds=10, --profile=FOLDER)',
  async run({ log, flags }) {
    const flag = (name: string) => flags.find(one => one.startsWith(`--${name}=`))?.split('=')[1]
    const seconds = Number(flag('seconds') ?? 10)
    const profiles = flag('profile')
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'voicedeck-records-')))
    const server = await launch(folder, {}, profiles ? inspectorFlags : [])
    const profiler = profiles ? await inspect() : undefined
    const client = openClient(server.url, clients)
    try {
      const rows: Measured[] = [{ call: 'at start', memory_mb: Math.round(memoryOf(server.pid)) }]
      const { username: email, password } = owner
      client.signIn(String((await client.call('POST', auth.login.path, { email, password })).access_token))
      const records = recordOperations(
        client,
        { one: id => `/api/devices/${id}`, create: '/api/devices/register' },
        { kind: 'pendant', organization_id: serviceOrganization },
      )
      const page = '/api/activity-logs?resource_type=devices&action=update&limit=20'
      const operations = { ...records, 'activity page': () => client.call('GET', page) }
      for (let made = 0; made < prepared; made += 1) await records.create()
      const bare = await measureBare(connectionStringFor(layoutOf(folder).socketDir), seconds)

      const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
      for (const [name, work] of Object.entries(operations)) {
        let calls = 0
        await profiler?.start()
        const before = [processTimes(server.pid).cpu, connectionTimes(postmaster)] as const
        const { perSecond } = await load(
          async () => {
            await work()
            calls += 1
          },
          { clients, seconds },
        )
        const after = [processTimes(server.pid).cpu, connectionTimes(postmaster)] as const
        if (profiler && profiles) {
          const profile = await profiler.stop()
          log(`${name}: ${await writeProfile(profiles, name.replace(' ', '-'), profile)}`)
          log(summarize(profile, calls))
        }
        const bareRate = bare[name]
        rows.push({
          call: name,
          per_second: Math.round(perSecond),
          ...(bareRate && { bare: Math.round(bareRate), share: ms(perSecond / bareRate) }),
          server_cpu_ms: ms((after[0] - before[0]) / calls),
          database_cpu_ms: ms((after[1] - before[1]) / calls),
          memory_mb: Math.round(memoryOf(server.pid)),
        })
      }
      return rows
    } finally {
      profiler?.close()
      await client.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
