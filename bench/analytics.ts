/**
 * `npm run bench:analytics`: every analytics call over HTTP with 100,000 and 1 million rows in each of activity logs,
 * device events, translation sessions and messages (`--deep`: 10 million), compared with a plain SQL statement that
 * computes the same from the rows. `--sizes=20000,200000 --seconds=2 --data=FOLDER` override; the folder is reused.
 * With CLICKHOUSE_URL, or with TEST_CHDB for ClickHouse's engine in one process, the same calls are made again with
 * figures from ClickHouse.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Period } from '#contract/kit/period.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { type Case, cases } from './analytics/cases.ts'
import { type Engine, openEngine, waitForCopy } from './analytics/engine.ts'
import { startFilled } from './analytics/server.ts'
import { benchmark, load, type Measured, ms, percentile } from './harness.ts'

function readFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      deep: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      seconds: { type: 'string', default: '2' },
      data: { type: 'string' },
    },
  })
  const usual = values.deep ? '100000,1000000,10000000' : '100000,1000000'
  return {
    sizes: (values.sizes ?? usual).split(',').map(Number),
    seconds: Number(values.seconds),
    data: values.data && resolve(values.data),
  }
}

async function timed(work: () => Promise<unknown>, seconds: number) {
  const { samples } = await load(work, { clients: 1, seconds })
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) }
}

/** The period of an answer, or its timestamp. */
const periodOf = (reply: { period?: Period; as_of?: string }) =>
  reply.period ?? { from: reply.as_of, to: reply.as_of }

/** @throws if the answer differs from the rows */
async function compare({ name, figure, sql }: Case, body: string, pool: pg.Pool): Promise<void> {
  const reply = JSON.parse(body)
  const { from, to } = periodOf(reply)
  const { rows } = await pool.query(sql, [from, to])
  const [reported, counted] = [figure(reply), Number(rows[0].figure)]
  if (reported !== counted) throw new Error(`${name} reports ${reported}, the rows add up to ${counted}`)
}

interface Bench {
  folder: string
  size: number
  seconds: number
  results: Map<string, Measured>
}

/** Runs the server on a filled folder, with a connection to its database. */
async function withServer(
  { folder, size }: Bench,
  log: (line: string) => void,
  clickhouse: string,
  work: (server: Awaited<ReturnType<typeof startFilled>>, pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const server = await startFilled(folder, size, log, { CLICKHOUSE_URL: clickhouse })
  const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 2 })
  try {
    await work(server, pool)
  } finally {
    await pool.end()
    await server.stop()
  }
}

/** Makes all calls with figures from the embedded rollups, and asks the rows for the same. */
const measureEmbedded = (bench: Bench, log: (line: string) => void) =>
  withServer(bench, log, '', async (server, pool) => {
    const { size, seconds, results } = bench
    for (const one of cases) {
      const ask = () => server.ask(one.endpoint, one.query)
      await compare(one, await ask(), pool)
      const { from, to } = periodOf(JSON.parse(await ask()))
      const api = await timed(ask, seconds)
      const sql = await timed(() => pool.query(one.sql, [from, to]), seconds)
      const row = results.get(one.name) ?? { call: one.name }
      row[`API at ${size}`] = ms(api.p50)
      row[`p95 at ${size}`] = ms(api.p95)
      row[`SQL at ${size}`] = ms(sql.p50)
      results.set(one.name, row)
    }
  })

/** Makes all calls again with figures from ClickHouse. */
const measureCopy = (bench: Bench, { url }: Engine, log: (line: string) => void) =>
  withServer(bench, log, url, async (server, pool) => {
    const { size, seconds, results } = bench
    await waitForCopy(server)
    for (const one of cases) {
      const ask = () => server.ask(one.endpoint, one.query)
      await compare(one, await ask(), pool)
      const { p50 } = await timed(ask, seconds)
      const row = results.get(one.name) as Measured
      row[`ClickHouse at ${size}`] = ms(p50)
      row[`API ÷ ClickHouse at ${size}`] = Math.round((100 * Number(row[`API at ${size}`])) / p50) / 100
    }
  })

export default benchmark({
  name: 'analytics',
  about:
    'dashboard calls over HTTP at growing numbers of rows, compared with bare SQL; p50 and the API’s p95, milliseconds',
  async run({ flags, log }) {
    const { sizes, seconds, data } = readFlags(flags)
    const results = new Map<string, Measured>()
    const engine = await openEngine()
    for (const size of sizes) {
      const folder = data ? join(data, String(size)) : await mkdtemp(join(tmpdir(), 'voicedeck-analytics-'))
      const bench = { folder, size, seconds, results }
      try {
        await measureEmbedded(bench, log)
        if (engine) await measureCopy(bench, engine, log)
        log(`${size} rows of each kind`)
      } finally {
        if (!data) await rm(folder, { recursive: true, force: true })
      }
    }
    await engine?.close()
    for (const row of results.values()) {
      const [first, last] = [sizes[0], sizes.at(-1)].map(size => Number(row[`API at ${size}`])) as [
        number,
        number,
      ]
      row['API, largest × smallest'] = Math.round((100 * last) / first) / 100
    }
    return [...results.values()]
  },
})
