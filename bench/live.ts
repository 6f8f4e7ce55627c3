/**
 * `npm run bench:live`: one instance sends changes every second to many console sockets, compared with a bare `ws` server
 * that broadcasts the same bytes; then the instance is killed and restarted. `--sockets=5000 --seconds=20 --away=20`;
 * `--away=0` skips the kill. Servers and clients run in their own processes; Node raises the limit of open files to the
 * hard limit (`ulimit -Hn`), and each socket uses one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import { receiveFrom, request } from './live/child.ts'
import { type Sender, startBare, startInstance, type Used } from './live/servers.ts'
import type { Heard } from './live/sockets.ts'
import { launch } from './server.ts'

/** Target ratio of the instance to the bare server, compared in the last row. */
const targetRatio = 1.3
/** Alternating rounds, so that other load on the machine affects both equally. */
const rounds = 5
/** Milliseconds until all sockets have subscribed. */
const settleMs = 2_000
/** Maximum reconnect delay of the console and time allowed for a try, in milliseconds. */
const [longestPause, grace] = [5_500, 2_500]

async function openSockets({ port, token }: Sender, count: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./live/sockets.ts', import.meta.url))
  const sockets = fork(script, [String(port), String(count), token])
  await receiveFrom(sockets)
  return sockets
}

interface Round extends Used {
  delays: number[]
}

/** Runs a sender for a duration. @returns message latencies, CPU time, and memory at the end */
async function round(server: Sender, sockets: ChildProcess, seconds: number): Promise<Round> {
  await request<Heard>(sockets, 'follow')
  await server.send()
  await setTimeout(settleMs)
  await request<Heard>(sockets, 'tell')
  const before = await server.used()
  await setTimeout(1_000 * seconds)
  const after = await server.used()
  const { delays } = await request<Heard>(sockets, 'rest')
  await server.rest()
  await setTimeout(1_000)
  return { delays, cpu: after.cpu - before.cpu, memory: after.memory }
}

/** A server with one socket (its base cost) and with all. */
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
  /** CPU microseconds per socket and second. */
  cpu: number
  /** KB per socket. */
  memory: number
}

function figuresOf({ server, alone, rounds }: Side, sockets: number, seconds: number): Figures {
  const all = rounds.flatMap(({ delays }) => delays)
  if (Math.abs(all.length / sockets - seconds) > rounds.length)
    throw new Error(`${server.name}: ${all.length} messages arrived of about ${sockets * seconds}`)
  const cpu = rounds.reduce((sum, round) => sum + round.cpu, 0)
  return {
    p50: percentile(all, 0.5),
    // Medians over rounds, so that one hiccup affects only its round.
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
  'CPU µs per socket': ms(cpu),
  'memory per socket, KB': ms(memory),
})

/** Maximum latency of other calls while all sockets reconnect, in milliseconds. */
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

/** Kills the instance and measures how the sockets reconnect: each retries after 5 s ± 10 %, like the console. */
async function outage(
  { server, sockets }: Side,
  folder: string,
  count: number,
  away: number,
): Promise<Measured> {
  await request<Heard>(sockets, 'follow')
  await setTimeout(settleMs)
  await request<Heard>(sockets, 'tell')
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
      const heard = await request<Heard>(sockets, 'tell')
      for (const at of heard.tried) tried.push(at)
      for (const at of heard.back) back.push(at)
    }
    const last = back.reduce((latest, at) => Math.max(latest, at), 0) - ready
    if (back.length < count || last > longestPause + grace)
      throw new Error(`${back.length} of ${count} sockets reconnected, the last ${last} ms after the server`)
    const tenths = Map.groupBy(tried, at => Math.floor(at / 100))
    return {
      'all reconnected after ms': last,
      'max attempts in 0.1 s': Math.max(...[...tenths.values()].map(({ length }) => length)),
      'max wait of others ms': ms(await waited),
    }
  } finally {
    await stop()
  }
}

export default benchmark({
  name: 'live',
  about:
    'a change per second sent to many sockets by one instance, and by a bare ws broadcast of the same bytes',
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
      const met = Math.max(times.p99, times.cpu, times.memory) <= targetRatio
      const came = away > 0 ? await outage(sides[1] as Side, folder, count, away) : {}
      return [
        rowOf(bare.name, least),
        { ...rowOf(instance.name, ours), ...came },
        rowOf(`× (${targetRatio} ${met ? 'is' : 'is not'} met)`, times),
      ]
    } finally {
      for (const { sockets } of sides) sockets.kill('SIGKILL')
      bare.kill()
      await instance.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})
