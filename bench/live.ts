/**
 * `npm run bench:live`: so many sockets of the console are told by one instance, as it runs, what changes each second,
 * beside a bare `ws` server that broadcasts the same bytes; then the instance is killed, and comes back after a while.
 * `--sockets=5000 --seconds=20 --away=20`, where `--away=0` kills nothing. Servers and clients live in processes of their
 * own; Node raises their number of open files to the most that the machine allows (`ulimit -Hn`), of which each socket
 * takes one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import { ask, hear } from './live/child.ts'
import { type Sender, startBare, startInstance, type Used } from './live/servers.ts'
import type { Heard } from './live/sockets.ts'
import { launch } from './server.ts'

/** How much more than the bare server an instance may take: the aim, which the last row is held against. */
const aim = 1.3
/** In turns, so that what else this machine does meets both alike. */
const rounds = 5
/** Milliseconds in which everybody has subscribed. */
const settling = 2_000
/** The longest that a socket waits for its next try by the console's rule, in milliseconds, and what a try may take. */
const [longestPause, grace] = [5_500, 2_500]

async function openSockets({ port, token }: Sender, count: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./live/sockets.ts', import.meta.url))
  const sockets = fork(script, [String(port), String(count), token])
  await hear(sockets)
  return sockets
}

interface Round extends Used {
  delays: number[]
}

/** Has a server send for a time. @returns how long each message took, what that cost, and the memory at its end */
async function round(server: Sender, sockets: ChildProcess, seconds: number): Promise<Round> {
  await ask<Heard>(sockets, 'follow')
  await server.send()
  await setTimeout(settling)
  await ask<Heard>(sockets, 'tell')
  const before = await server.used()
  await setTimeout(1_000 * seconds)
  const after = await server.used()
  const { delays } = await ask<Heard>(sockets, 'rest')
  await server.rest()
  await setTimeout(1_000)
  return { delays, cpu: after.cpu - before.cpu, memory: after.memory }
}

/** A server with one socket, which is what it costs by itself, and with all. */
interface Side {
  server: Sender
  sockets: ChildProcess
  alone: Round
  rounds: Round[]
}

async function open(server: Sender, count: number, seconds: number): Promise<Side> {
  const one = await openSockets(server, 1)
  const alone = await round(server, one, seconds)
  one.kill('SIGKILL')
  return { server, sockets: await openSockets(server, count), alone, rounds: [] }
}

interface Figures {
  p50: number
  p99: number
  /** Microseconds of the processor for each socket and second. */
  cpu: number
  /** KB for each socket. */
  memory: number
}

function figuresOf({ server, alone, rounds }: Side, sockets: number, seconds: number): Figures {
  const all = rounds.flatMap(({ delays }) => delays)
  if (Math.abs(all.length / sockets - seconds) > rounds.length)
    throw new Error(`${server.name}: ${all.length} messages came of about ${sockets * seconds}`)
  const cpu = rounds.reduce((sum, round) => sum + round.cpu, 0)
  return {
    p50: percentile(all, 0.5),
    // One hiccup of the machine decides no more than its own round.
    p99: percentile(
      rounds.map(({ delays }) => percentile(delays, 0.99)),
      0.5,
    ),
    cpu: (1_000 * (cpu - alone.cpu)) / seconds / sockets,
    memory: (Math.max(...rounds.map(({ memory }) => memory)) - alone.memory) / 1_024 / sockets,
  }
}

const rowOf = (server: string, { p50, p99, cpu, memory }: Figures): Measured => ({
  server,
  'delivery p50 ms': ms(p50),
  'delivery p99 ms': ms(p99),
  'CPU µs a socket': ms(cpu),
  'memory a socket, KB': ms(memory),
})

/** What everybody else waits at most while all come back, in milliseconds, until `over`. */
async function worstWait(url: string, over: () => boolean): Promise<number> {
  let worst = 0
  while (!over()) {
    const begun = performance.now()
    await (await fetch(`${url}/api/health/ready`)).text()
    worst = Math.max(worst, performance.now() - begun)
    await setTimeout(50)
  }
  return worst
}

/** How the sockets come back to an instance that was killed, by the console's rule: each tries again 5 s after it failed, a tenth sooner or later. */
async function outage(
  { server, sockets }: Side,
  folder: string,
  count: number,
  away: number,
): Promise<Measured> {
  await ask<Heard>(sockets, 'follow')
  await setTimeout(settling)
  await ask<Heard>(sockets, 'tell')
  server.kill()
  await setTimeout(1_000 * away)
  const { url, stop } = await launch(folder, { PORT: String(server.port) })
  try {
    const ready = Date.now()
    const [tried, back]: [number[], number[]] = [[], []]
    const isOver = () => back.length >= count || Date.now() - ready > 4 * longestPause
    const waited = worstWait(url, isOver)
    while (!isOver()) {
      await setTimeout(200)
      const heard = await ask<Heard>(sockets, 'tell')
      for (const at of heard.tried) tried.push(at)
      for (const at of heard.back) back.push(at)
    }
    const last = back.reduce((latest, at) => Math.max(latest, at), 0) - ready
    if (back.length < count || last > longestPause + grace)
      throw new Error(`${back.length} of ${count} sockets were back, the last ${last} ms after the server`)
    const tenths = Map.groupBy(tried, at => Math.floor(at / 100))
    return {
      'all back after ms': last,
      'most tries in 0.1 s': Math.max(...[...tenths.values()].map(({ length }) => length)),
      'others waited at most ms': ms(await waited),
    }
  } finally {
    await stop()
  }
}

export default benchmark({
  name: 'live',
  about:
    'what changes each second told to many sockets by one instance, and by a bare ws broadcast of the same bytes',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        sockets: { type: 'string', default: '5000' },
        seconds: { type: 'string', default: '20' },
        away: { type: 'string', default: '20' },
      },
    })
    const [count, seconds, away] = [values.sockets, values.seconds, values.away].map(Number) as [
      number,
      number,
      number,
    ]
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-live-'))
    const instance = await startInstance(folder)
    const bare = await startBare(instance)
    const sides: Side[] = []
    try {
      for (const server of [bare, instance]) {
        sides.push(await open(server, count, seconds))
        log(`${count} sockets of ${server.name} are open`)
      }
      for (let turn = 0; turn < rounds; turn++)
        for (const side of sides) side.rounds.push(await round(side.server, side.sockets, seconds / rounds))
      const [least, ours] = sides.map(side => figuresOf(side, count, seconds)) as [Figures, Figures]
      const of = (name: keyof Figures) => ours[name] / least[name]
      const times = { p50: of('p50'), p99: of('p99'), cpu: of('cpu'), memory: of('memory') }
      const met = Math.max(times.p99, times.cpu, times.memory) <= aim
      const came = away > 0 ? await outage(sides[1] as Side, folder, count, away) : {}
      return [
        rowOf(bare.name, least),
        { ...rowOf(instance.name, ours), ...came },
        rowOf(`× (${aim} ${met ? 'is' : 'is not'} met)`, times),
      ]
    } finally {
      for (const { sockets } of sides) sockets.kill('SIGKILL')
      bare.kill()
      await instance.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})
