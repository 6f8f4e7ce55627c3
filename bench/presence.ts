/**
 * `npm run bench -- presence`: what it costs that people who have records open see each other. `--people=100 --tabs=10
 * --records=100 --seconds=30`: each person has that many tabs, each on another record. First no one does anything, then
 * everyone edits and moves to another field every five seconds.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { devices } from '#contract/devices/devices.ts'
import { admins } from '#contract/people/admins.ts'
import { organizations } from '#contract/people/organizations.ts'
import { presencePath } from '#contract/platform/presence.ts'
import { type Client, client, login } from '#tests/fixtures/http.ts'
import { benchmark, type Measured, memoryOf, ms, percentile } from './harness.ts'
import { launch, owner } from './server.ts'

const password = 'correct horse battery staple'
const fieldIntervalMs = 5_000

/** One tab with a record. */
interface Tab {
  record: string
  person: string
  socket: WebSocket
  /** When it last moved to another field, in milliseconds of the monotonic clock. */
  movedAt: number
  field: string
}

const announce = ({ socket, record, field }: Tab) =>
  socket.send(
    JSON.stringify({ type: 'open', records: [{ resource: 'devices', id: record, is_editing: true, field }] }),
  )

async function createRecords(by: Client, count: number): Promise<string[]> {
  const home = await by.call(organizations.create, {
    body: { name: 'Bench', kind: 'care_provider', region: 'Europe' },
  })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const body = {
      name: `Device ${n}`,
      serial: `BENCH-${n}`,
      kind: 'pendant' as const,
      organization_id: home.id,
    }
    ids.push((await by.call(devices.create, { body })).id)
  }
  return ids
}

async function createPeople(url: string, by: Client, count: number) {
  const people: { id: string; token: string }[] = []
  for (let n = 0; n < count; n++) {
    const username = `person-${n}`
    const body = {
      username,
      email: `${username}@example.org`,
      name: `Person ${n}`,
      password,
      role: 'operator' as const,
    }
    const { id } = await by.call(admins.create, { body })
    people.push({ id, token: await login(url, username, password) })
  }
  return people
}

async function openTab(url: string, person: { id: string; token: string }, record: string): Promise<Tab> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${presencePath}`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', token: person.token }))
  return { record, person: person.id, socket, movedAt: 0, field: 'none' }
}

async function cpuOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(text.match(/^voicedeck_process_cpu_seconds_total (\S+)$/m)?.[1])
}

/** Bytes that a tab has sent and received, frames and pings included. */
function bytesOf({ socket }: Tab): number {
  const { bytesRead, bytesWritten } = (socket as unknown as { _socket: Socket })._socket
  return bytesRead + bytesWritten
}
const allBytes = (tabs: readonly Tab[]) => tabs.reduce((sum, tab) => sum + bytesOf(tab), 0)

export default benchmark({
  name: 'presence',
  about: 'people with records open, who see each other: bytes, CPU and delay, idle and while all are editing',
  async run({ flags, log }) {
    const option = (value: string) => ({ type: 'string', default: value }) as const
    const { values } = parseArgs({
      args: [...flags],
      options: { people: option('100'), tabs: option('10'), records: option('100'), seconds: option('30') },
    })
    const [people, tabsEach, records, seconds] = [
      values.people,
      values.tabs,
      values.records,
      values.seconds,
    ].map(Number) as [number, number, number, number]
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-presence-'))
    const server = await launch(folder)
    const tabs: Tab[] = []
    try {
      const by = client(server.url, await login(server.url, owner.username, owner.password))
      const ids = await createRecords(by, records)
      const everyone = await createPeople(server.url, by, people)
      log(`${people} people and ${records} records are created`)
      const before = memoryOf(server.pid)
      for (const [at, person] of everyone.entries())
        tabs.push(
          ...(await Promise.all(
            Array.from({ length: tabsEach }, (_, tab) =>
              openTab(
                server.url,
                person,
                ids[(at + tab * Math.ceil(records / tabsEach)) % records] as string,
              ),
            ),
          )),
        )
      const delays = watch(tabs)
      for (const tab of tabs) announce(tab)
      await setTimeout(2_000)
      log(`${tabs.length} tabs are open`)

      async function phase(name: string, work: () => Promise<unknown>): Promise<Measured> {
        delays.length = 0
        const [cpu, bytes, begun] = [await cpuOf(server.url), allBytes(tabs), performance.now()]
        await work()
        const took = (performance.now() - begun) / 1_000
        return {
          phase: name,
          'CPU, % of a core': ms((100 * ((await cpuOf(server.url)) - cpu)) / took),
          'bytes per tab and minute': Math.round(((allBytes(tabs) - bytes) / tabs.length / took) * 60),
          'delay p50 ms': delays.length > 0 ? ms(percentile(delays, 0.5)) : '–',
          'delay p99 ms': delays.length > 0 ? ms(percentile(delays, 0.99)) : '–',
          'memory per tab, KB': ms((1_000 * (memoryOf(server.pid) - before)) / tabs.length),
        }
      }
      return [
        await phase('idle', () => setTimeout(1_000 * seconds)),
        await phase('all editing', () => edit(tabs, seconds)),
      ]
    } finally {
      for (const { socket } of tabs) socket.terminate()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

/** Measures how long each move to another field takes to reach another tab with the same record. */
function watch(tabs: readonly Tab[]): number[] {
  const delays: number[] = []
  for (const group of Map.groupBy(tabs, ({ record }) => record).values()) {
    const [watcher, ...others] = group
    const seen = new Map<string, string>()
    watcher?.socket.on('message', data => {
      const { type, payload } = JSON.parse(String(data))
      if (type !== 'record') return
      for (const other of others) {
        const fields: string[] =
          payload.people.find(({ id }: { id: string }) => id === other.person)?.fields ?? []
        if (other.movedAt === 0 || !fields.includes(other.field) || seen.get(other.person) === other.field)
          continue
        seen.set(other.person, other.field)
        delays.push(performance.now() - other.movedAt)
      }
    })
  }
  return delays
}

/** Every tab moves to another field every five seconds, spread over that time. */
async function edit(tabs: readonly Tab[], seconds: number): Promise<void> {
  const until = performance.now() + 1_000 * seconds
  for (let round = 0; performance.now() < until; round++) {
    const begun = performance.now()
    for (const [at, tab] of tabs.entries()) {
      const dueMs = begun + (at / tabs.length) * fieldIntervalMs - performance.now()
      if (dueMs > 1) await setTimeout(dueMs)
      tab.field = `field_${round}`
      tab.movedAt = performance.now()
      announce(tab)
    }
  }
}
