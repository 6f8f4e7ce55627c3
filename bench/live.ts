/**
 * `npm run bench:live`: so many sockets of the console are sent a message each second by the hub of the live socket, beside
 * a bare `ws` server that broadcasts the same bytes; then each server is killed, and comes back after a while.
 * `--sockets=5000 --seconds=20 --away=20`, where `--away=0` kills none. Server and clients live in processes of their own;
 * Node raises their number of open files to the most that the machine allows (`ulimit -Hn`), of which each socket takes one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import type { Used } from './live/server.ts'

const scripts = {
  server: fileURLToPath(new URL('./live/server.ts', import.meta.url)),
  clients: fileURLToPath(new URL('./live/clients.ts', import.meta.url)),
}

async function hear<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('A process ended early'))),
    ])
    return message as T
  } finally {
    over.abort()
  }
}

function ask<T>(child: ChildProcess, what: 'send' | 'rest'): Promise<T> {
  const answer = hear<T>(child)
  child.send(what)
  return answer
}

async function startServer(kind: string, port: number) {
  const server = fork(scripts.server, [kind, String(port)])
  return { server, port: await hear<number>(server) }
}

/** A server and its sockets. */
interface Side {
  kind: string
  port: number
  server: ChildProcess
  clients: ChildProcess
  /** Bytes of the server with no socket, and with all. */
  memory: readonly [empty: number, full: number]
  /** Of each round. */
  delays: number[][]
  /** Milliseconds of the processor. */
  cpu: number
}

async function open(kind: string, sockets: number): Promise<Side> {
  const { server, port } = await startServer(kind, 0)
  const empty = await ask<Used>(server, 'rest')
  const clients = fork(scripts.clients, [String(port), String(sockets)])
  await hear(clients)
  // Everybody has subscribed by then.
  await setTimeout(2_000)
  const full = await ask<Used>(server, 'rest')
  return { kind, port, server, clients, memory: [empty.memory, full.memory], delays: [], cpu: 0 }
}

/** Has a server send for a time, while the other rests. */
async function round(side: Side, seconds: number): Promise<void> {
  const { server, clients } = side
  await ask<number[]>(clients, 'rest')
  const before = await ask<Used>(server, 'send')
  await setTimeout(1_000 * seconds)
  const after = await ask<Used>(server, 'rest')
  await setTimeout(1_000)
  side.delays.push(await ask<number[]>(clients, 'rest'))
  side.cpu += after.cpu - before.cpu
}

/** How the sockets come back to a server that was killed. */
async function outage({ kind, port, server }: Side, sockets: number, away: number): Promise<Measured> {
  server.kill('SIGKILL')
  await setTimeout(1_000 * away)
  const { server: another } = await startServer(kind, port)
  try {
    const begun = Date.now()
    const opened: number[] = []
    // The console's rule: each tries again 5 s after it failed, a tenth sooner or later.
    while (opened.length < sockets && Date.now() - begun < 20_000) {
      await setTimeout(500)
      opened.push(...(await ask<Used>(another, 'rest')).opened)
    }
    if (opened.length < sockets) throw new Error(`${opened.length} of ${sockets} sockets came back`)
    const tenths = Map.groupBy(opened, at => Math.floor(at / 100))
    return {
      'all back after s': ms((Math.max(...opened) - begun) / 1_000),
      'most back in 0.1 s': Math.max(...[...tenths.values()].map(({ length }) => length)),
    }
  } finally {
    another.kill('SIGKILL')
  }
}

function report(
  { kind, memory: [empty, full], delays, cpu }: Side,
  sockets: number,
  seconds: number,
): Measured {
  const all = delays.flat()
  if (Math.abs(all.length / sockets - seconds) > rounds)
    throw new Error(`${all.length} messages came of about ${sockets * seconds}`)
  const ofRounds = delays.map(round => percentile(round, 0.99))
  return {
    server: kind,
    sockets,
    'delivery p50 ms': ms(percentile(all, 0.5)),
    // One hiccup of the machine decides no more than its own round.
    'delivery p99 ms': ms(percentile(ofRounds, 0.5)),
    'CPU ms a second': ms(cpu / seconds),
    'memory a socket, KB': ms((full - empty) / 1_024 / sockets),
  }
}

/** In turns, so that what else this machine does meets both alike. */
const rounds = 5

export default benchmark({
  name: 'live',
  about:
    'a message a second to many sockets, by the hub of the live socket and by a bare ws broadcast of the same bytes',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        sockets: { type: 'string', default: '5000' },
        seconds: { type: 'string', default: '20' },
        away: { type: 'string', default: '20' },
      },
    })
    const [sockets, seconds, away] = [values.sockets, values.seconds, values.away].map(Number) as [
      number,
      number,
      number,
    ]
    const sides: Side[] = []
    try {
      for (const kind of ['bare', 'hub']) {
        sides.push(await open(kind, sockets))
        log(`${sockets} sockets of the ${kind} server are open`)
      }
      for (let turn = 0; turn < rounds; turn++) for (const side of sides) await round(side, seconds / rounds)
      const measured = sides.map(side => report(side, sockets, seconds))
      for (const [index, side] of away > 0 ? sides.entries() : [])
        Object.assign(measured[index] as Measured, await outage(side, sockets, away))
      const [bare, hub] = measured.map(row => Number(row['delivery p99 ms'])) as [number, number]
      Object.assign(measured[1] as Measured, { 'p99, × bare': Math.round((100 * hub) / bare) / 100 })
      return measured
    } finally {
      for (const { server, clients } of sides) for (const child of [server, clients]) child.kill('SIGKILL')
    }
  },
})
