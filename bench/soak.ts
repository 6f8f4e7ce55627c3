/**
 * `npm run soak -- --minutes=30 --rate=600 --readers=8 --sockets=100 --every=60 --rows=5000 --logs=200000 --data=FOLDER`:
 * simulated traffic of `--rate` actions per minute, readers who open lists and figures in turn, and consoles with live
 * figures. Exits with 1 if a promise of `soak/promises.ts` is broken.
 */
import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { login } from '#tests/fixtures/http.ts'
import { scopesNeeded } from '../scripts/simulate/actions.ts'
import { createClient } from '../scripts/simulate/client.ts'
import { simulate } from '../scripts/simulate/traffic.ts'
import { benchmark, ms, percentile } from './harness.ts'
import { casesFor, countsOf } from './lists/questions.ts'
import { type Server, startServer } from './lists/server.ts'
import { receiveFrom } from './live/child.ts'
import { owner } from './server.ts'
import { readSizes, type Sizes } from './soak/flags.ts'
import { brokenBy, type Interval } from './soak/promises.ts'

/** Milliseconds that a reader looks at an answer. */
const thinkMs = 200

const megabytesOf = (path: string) =>
  Math.round(Number.parseInt(execFileSync('du', ['-sb', path], { encoding: 'utf8' }), 10) / 2 ** 20)

/** Values of the server's metrics, each the sum of those with the same name. */
async function readMetrics(url: string): Promise<Map<string, number>> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const sums = new Map<string, number>()
  for (const line of lines) {
    const [, name, value] = line.match(/^(\w+)(?:\{.*\})? (\S+)$/) ?? []
    if (name) sums.set(name, (sums.get(name) ?? 0) + Number(value))
  }
  return sums
}

/** Simulated traffic, readers and sockets until it is stopped. */
async function openLoad(server: Server, folder: string, { rate, readers, sockets, minutes }: Sizes) {
  let times: number[] = []
  let failures: string[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const token = await login(server.url, owner.username, owner.password)
  const admin = createClient(server.url, token)
  const { key } = await admin.call(apiKeys.create, { body: { name: 'Soak', scopes: scopesNeeded } })
  const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 1 })
  const lists = await casesFor(server, pool).finally(() => pool.end())
  const questions = [
    ...lists.map(
      ({ endpoint, query }) =>
        () =>
          server.ask(endpoint, query),
    ),
    () => server.ask(operationalMetrics.overview, { time_range: '24h' }),
    () => server.ask(operationalMetrics.overview, { time_range: '30d' }),
  ]
  let turn = 0
  async function read() {
    while (!signal.aborted) {
      const begun = performance.now()
      await (questions[turn++ % questions.length] as () => Promise<string>)().then(
        () => times.push(performance.now() - begun),
        error => failures.push(String(error)),
      )
      await pause(thinkMs * 2 * Math.random())
    }
  }
  const script = fileURLToPath(new URL('./live/sockets.ts', import.meta.url))
  const consoles = fork(script, [new URL(server.url).port, String(sockets), token])
  await receiveFrom(consoles)
  consoles.send('follow')
  const traffic = simulate({
    program: createClient(server.url, key),
    admin,
    anonymous: secret => createClient(server.url, secret),
    rate,
    minutes: minutes + 1,
    longest: 20,
    stopping: signal,
  })
  const reading = Array.from({ length: readers }, read)
  return {
    /** Times and failures of the calls since the last request. */
    take() {
      const taken = { times, failures }
      times = []
      failures = []
      return taken
    },
    /** @returns refused actions by message */
    async stop() {
      stopping.abort()
      consoles.kill()
      await Promise.all(reading)
      return (await traffic).refusals
    },
  }
}

export default benchmark({
  name: 'soak',
  about: 'half an hour of simulated traffic, readers and live consoles: does anything grow, wait or fail',
  async run({ flags, log }) {
    const { data, ...asked } = readSizes(flags)
    const folder = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-soak-')))
    const server = await startServer(folder, countsOf(asked), asked.readers)
    const intervals: Interval[] = []
    try {
      const load = await openLoad(server, folder, asked)
      await readMetrics(server.url)
      for (let second = asked.every; second <= 60 * asked.minutes; second += asked.every) {
        await pause(1_000 * asked.every)
        const values = await readMetrics(server.url)
        const { times, failures } = load.take()
        for (const failure of failures.slice(0, 3)) log(failure)
        const wal = megabytesOf(join(folder, 'postgres/pg_wal'))
        const interval: Interval = {
          second,
          calls: times.length,
          failed: failures.length,
          p50: ms(percentile(times, 0.5)),
          p99: ms(percentile(times, 0.99)),
          'loop p99': ms(1_000 * (values.get('voicedeck_nodejs_eventloop_lag_p99_seconds') ?? Number.NaN)),
          'memory MB': Math.round((values.get('voicedeck_process_resident_memory_bytes') ?? 0) / 2 ** 20),
          'heap MB': Math.round((values.get('voicedeck_nodejs_heap_size_used_bytes') ?? 0) / 2 ** 20),
          'WAL MB': wal,
          'data MB': megabytesOf(join(folder, 'postgres')) - wal,
        }
        intervals.push(interval)
        log(JSON.stringify(interval))
      }
      const refusals = Object.entries(await load.stop())
      for (const [message, count] of refusals) log(`refused ${count} ×: ${message}`)
      const broken = [
        ...brokenBy(intervals),
        ...refusals.map(([message]) => `an action was refused: ${message}`),
      ]
      for (const line of broken) log(`BROKEN ${line}`)
      if (broken.length > 0) process.exitCode = 1
    } finally {
      await server.stop()
      if (!data) await rm(folder, { recursive: true, force: true })
    }
    return intervals
  },
})
