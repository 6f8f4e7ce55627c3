/**
 * `npm run bench:peers -- --rows=100000 --logs=1000000 --seconds=2 --turns=3 --clients=32 --calls=create,update
 * --columns=ours,bare --data=FOLDER --profile=FOLDER --status=online`: this server, Directus from npm and bare Fastify, on the same PostgreSQL with the
 * same rows. The folder is filled once and reused. Exits with 1 if a goal is missed. `--short` has few rows, a second per
 * call and no Directus, and judges nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processTimes } from './cpu.ts'
import { benchmark, type Measured, memoryOf, ms, percentile } from './harness.ts'
import { type Call, type Generator, openGenerator } from './load-generator.ts'
import { type CallName, type Column, columns, type Peer, titles, tryCall } from './peers/calls.ts'
import { type Flags, readFlags } from './peers/flags.ts'
import { judge, judgeMemory } from './peers/goals.ts'
import { openPeers, type Peers } from './peers/open.ts'
import { inspect, summarize, writeProfile } from './records/profile.ts'

/** Seconds of load before the first and every other measurement that do not count. */
const warmUp = { first: 2, other: 0.5 }
const absent = '–'

const loadOf = (peer: Peer, name: CallName, clients: number) => ({
  urls: [peer.url],
  headers: peer.headers,
  calls: [peer.calls[name] as Call],
  connections: clients,
})

/** One turn: calls per second, with milliseconds of a call and of the server's CPU. */
async function takeTurn(
  generator: Generator,
  peer: Peer,
  name: CallName,
  minBytes: number,
  { clients, seconds }: Flags,
  warmUp: number,
) {
  const load = { ...loadOf(peer, name, clients), minBytes }
  await generator.run({ ...load, seconds: warmUp })
  const before = processTimes(peer.pid).cpu
  const { calls, failed, perSecond, p50, cpu } = await generator.run({ ...load, seconds })
  if (failed > 0 || calls === 0)
    throw new Error(`${peer.name}, ${name}: ${calls} answers in ${seconds} s, ${failed} failed`)
  return { perSecond, p50, server: (processTimes(peer.pid).cpu - before) / calls, generator: cpu / calls }
}

/** Calls per second of each peer that has the call: the median of its turns, which alternate between the peers. */
async function measureCall(
  name: CallName,
  peers: Peers,
  generator: Generator,
  flags: Flags,
  log: (line: string) => void,
): Promise<Partial<Record<Column, number>>> {
  const asked = columns.filter(column => peers[column]?.calls[name])
  const tried: Awaited<ReturnType<typeof tryCall>>[] = []
  for (const column of asked) tried.push(await tryCall(peers[column] as Peer, name))
  const totals = new Set(tried.flatMap(({ total }) => total ?? []))
  if (totals.size > 1) throw new Error(`${name}: the peers have different totals: ${[...totals].join(', ')}`)
  const turns = asked.map((): Awaited<ReturnType<typeof takeTurn>>[] => [])
  for (let turn = 0; turn < flags.turns; turn += 1) {
    const order = [...asked.keys()]
    for (const index of turn % 2 === 0 ? order : order.reverse()) {
      const peer = peers[asked[index] as Column] as Peer
      // Half, because rows and so lengths differ.
      const minBytes = (tried[index]?.bytes ?? 0) / 2
      const before = turn === 0 ? warmUp.first : warmUp.other
      turns[index]?.push(await takeTurn(generator, peer, name, minBytes, flags, before))
    }
  }
  return Object.fromEntries(
    asked.map((column, index) => {
      const of = (key: 'perSecond' | 'p50' | 'server' | 'generator') =>
        percentile(
          (turns[index] ?? []).map(turn => turn[key]),
          0.5,
        )
      const cpu = `${ms(of('server'))} ms CPU of the server, ${ms(of('generator'))} of the load generator`
      log(
        `${name}, ${peers[column]?.name}: ${Math.round(of('perSecond'))}/s, p50 ${ms(of('p50'))} ms, ${cpu}`,
      )
      return [column, of('perSecond')]
    }),
  )
}

/** Writes a profile of our server under the load of each call. @returns the times by package and function */
async function profileCalls(
  { ours }: Peers,
  generator: Generator,
  { calls, clients, seconds }: Flags,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  if (!ours) return
  const profiler = await inspect()
  for (const name of calls) {
    await profiler.start()
    const outcome = await generator.run({ ...loadOf(ours, name, clients), seconds })
    const profile = await profiler.stop()
    const file = await writeProfile(folder, name.replaceAll(' ', '-'), profile)
    log(`${name}: ${file}\n${summarize(profile, outcome.calls)}`)
  }
  profiler.close()
}

/** A row of the table: a cell for each peer. */
const cellsOf = (measured: (column: Column) => number | undefined): Measured =>
  Object.fromEntries(
    columns.map(column => [titles[column], Math.round(measured(column) ?? Number.NaN) || absent]),
  )

export default benchmark({
  name: 'peers',
  about:
    'this server, Directus and bare Fastify on the same rows; calls per second, and resident memory in MiB',
  async run({ flags: args, log }) {
    const flags = readFlags(args)
    const folder = flags.data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-peers-')))
    const generator = openGenerator()
    const { peers, close } = await openPeers(folder, flags, log)
    const rows: Measured[] = []
    try {
      for (const name of flags.calls) {
        const rates = await measureCall(name, peers, generator, flags, log)
        const goal = flags.judged ? judge(name, rates.ours, rates.bare) : {}
        rows.push({ call: name, ...cellsOf(column => rates[column]), ...goal })
      }
      const memory = (column: Column) => {
        const peer = peers[column]
        return peer && (memoryOf(peer.pid) * 1_000) / 1_024
      }
      const ours = memory('ours')
      const goal = flags.judged && ours ? judgeMemory(ours) : {}
      rows.push({ call: 'resident memory after load, MiB', ...cellsOf(memory), ...goal })
      if (rows.some(({ judged }) => judged === 'missed')) process.exitCode = 1
      if (flags.profile) await profileCalls(peers, generator, flags, flags.profile, log)
      return rows
    } finally {
      generator.close()
      await close()
      if (!flags.data) await rm(folder, { recursive: true, force: true })
    }
  },
})
