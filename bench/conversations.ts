/**
 * `npm run bench -- conversations --clients=32 --seconds=8 --open=200 --paced=40`: streamed turns with the embedded
 * companion and an emulated endpoint, compared with the bare emulator; then `--open` conversations with a turn every 10 s.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { conversations } from '#contract/conversations/conversations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { chatService } from '#tests/fixtures/chat-service.ts'
import { bareAnswer, begin, streamedTurn, type Timed } from './conversations/turns.ts'
import { benchmark, load, type Measured, ms, percentile } from './harness.ts'
import { type Server, startServer } from './lists/server.ts'

const demo = ['--scale', '0.02', '--households', '60', '--elderly', '60']
/** As long as the companion's answers and without delays, so that only our overhead is measured. */
const words = 'I am glad to hear that, and I would like to know more of it. What do you make of it today? '

const spread = (times: readonly number[]) => ({
  p50: ms(percentile(times, 0.5)),
  p95: ms(percentile(times, 0.95)),
})

function rowOf(what: string, clients: number, turns: readonly Timed[], seconds: number): Measured {
  const [first, whole] = [spread(turns.map(({ first }) => first)), spread(turns.map(({ whole }) => whole))]
  return {
    what,
    clients,
    'turns per second': ms(turns.length / seconds),
    'first words p50': first.p50,
    'first words p95': first.p95,
    'whole p50': whole.p50,
    'whole p95': whole.p95,
  }
}

/** Concurrent clients, each waiting for its answer. */
async function crowd(turn: (client: number) => Promise<Timed>, clients: number, seconds: number) {
  const turns: Timed[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) turns.push(await turn(client))
    }),
  )
  return turns
}

/** Maximum event loop delay since the last call, in milliseconds. */
async function longestStall({ url }: Server): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^voicedeck_nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000
}

/** Starts conversations, each with a different person if possible. */
async function opened(server: Server, count: number): Promise<string[]> {
  const { elderly: people } = JSON.parse(await server.ask(elderly.list, { _end: 50 })) as {
    elderly: { user_id: number }[]
  }
  const ids: string[] = []
  for (let at = 0; at < count; at++)
    ids.push(await begin(server, people[at % people.length]?.user_id as number))
  return ids
}

const sessions = (server: Server) =>
  load(() => server.ask(conversations.list, { _end: 25 }), { clients: 1, seconds: 4 })

async function crowdOf(
  server: Server,
  what: string,
  clients: number,
  seconds: number,
  ids: readonly string[],
) {
  const alone = await sessions(server)
  await crowd(client => streamedTurn(server, ids[client] as string), clients, 1)
  await longestStall(server)
  const [turns, lists] = await Promise.all([
    crowd(client => streamedTurn(server, ids[client] as string), clients, seconds),
    sessions(server),
  ])
  return {
    ...rowOf(what, clients, turns, seconds),
    'longest stall': ms(await longestStall(server)),
    'list p50 idle': spread(alone.samples).p50,
    'list p50 under load': spread(lists.samples).p50,
    'list p95 under load': spread(lists.samples).p95,
  }
}

/** A turn every ten seconds per conversation, with staggered starts. */
async function paced(server: Server, ids: readonly string[], seconds: number): Promise<Measured> {
  const every = 10_000
  const turns: Timed[] = []
  await longestStall(server)
  await Promise.all(
    ids.map(async (id, at) => {
      await pause((at / ids.length) * every)
      for (let turn = 0; turn < seconds / (every / 1_000); turn++) {
        const began = performance.now()
        turns.push(await streamedTurn(server, id))
        await pause(Math.max(0, every - (performance.now() - began)))
      }
    }),
  )
  return {
    ...rowOf('embedded, a turn every 10 s', ids.length, turns, seconds),
    'longest stall': ms(await longestStall(server)),
  }
}

export default benchmark({
  name: 'conversations',
  about:
    'streamed turns of the embedded companion and of an emulated endpoint, compared with the emulator alone; milliseconds',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        clients: { type: 'string', default: '32' },
        seconds: { type: 'string', default: '8' },
        open: { type: 'string', default: '200' },
        paced: { type: 'string', default: '40' },
      },
    })
    const [clients, seconds, open, long] = [values.clients, values.seconds, values.open, values.paced].map(
      Number,
    ) as [number, number, number, number]
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-conversations-'))
    const emulator = await chatService(words)
    try {
      const bare = await crowd(() => bareAnswer(emulator.url), clients, seconds)
      const rows = [rowOf('bare emulator', clients, bare, seconds)]
      log('bare emulator')
      for (const [what, services] of [
        ['by the emulator', { CHAT_BASE_URL: emulator.url }],
        ['embedded', {}],
      ] as const) {
        const server = await startServer(folder, demo, clients + 1, services)
        try {
          const ids = await opened(server, what === 'embedded' ? open : clients)
          rows.push(await crowdOf(server, what, clients, seconds, ids))
          log(what)
          if (what === 'embedded') rows.push(await paced(server, ids, long))
        } finally {
          await server.stop()
        }
      }
      const [first] = rows
      return rows.map(row => ({
        ...row,
        '× of bare, first words': ms(Number(row['first words p50']) / Number(first?.['first words p50'])),
      }))
    } finally {
      emulator.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
