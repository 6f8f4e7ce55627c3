/**
 * `npm run bench:analytics`: every analytics call over HTTP with 100,000 and 1 million rows in each of activity logs,
 * device events, translation sessions, messages and visits (`--deep`: 10 million as well), compared with a plain SQL
 * statement that computes the same from the rows. One client calls the servers of all sizes in turn, so that other work on
 * the machine slows them alike. Exits with 1 if a promise of `analytics/promises.ts` is broken.
 * `--sizes=20000,200000 --seconds=2 --data=FOLDER` override; the folder is reused.
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
import { brokenBy, columnOf, growth } from './analytics/promises.ts'
import { startFilled, waitForRollups } from './analytics/server.ts'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import type { Server } from './lists/server.ts'

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

/** A server on a database of a size, with a connection to its database. */
interface Filled {
  size: number
  server: Server
  pool: pg.Pool
}

/** Medians in milliseconds of calls that one client makes in turn. @param seconds for each call */
async function inTurn(calls: readonly (() => Promise<unknown>)[], seconds: number): Promise<number[]> {
  const samples = calls.map((): number[] => [])
  const warmUp = 3
  const end = performance.now() + seconds * 1_000 * calls.length
  for (let round = 0; round < 2 * warmUp || performance.now() < end; round++) {
    for (const [index, call] of calls.entries()) {
      const start = performance.now()
      await call()
      if (round >= warmUp) samples[index]?.push(performance.now() - start)
    }
  }
  return samples.map(each => ms(percentile(each, 0.5)))
}

/** The period of an answer, or its timestamp. */
const periodOf = (reply: { period?: Period; as_of?: string }) =>
  reply.period ?? { from: reply.as_of, to: reply.as_of }

/** Computes the figure of a call from the rows. @returns the milliseconds that it took @throws if the answer differs */
async function compare({ name, figure, sql, endpoint, query }: Case, { server, pool }: Filled) {
  const reply = JSON.parse(await server.ask(endpoint, query))
  const { from, to } = periodOf(reply)
  const start = performance.now()
  const { rows } = await pool.query(sql, [from, to])
  const took = performance.now() - start
  const [reported, counted] = [figure(reply), Number(rows[0].figure)]
  if (reported !== counted) throw new Error(`${name} reports ${reported}, the rows add up to ${counted}`)
  return ms(took)
}

interface Bench {
  sizes: readonly number[]
  seconds: number
  folderOf(size: number): string
  log(line: string): void
  rows: Measured[]
}

/** Runs servers of all sizes, with figures from ClickHouse where there is an engine for the size. */
async function withServers(
  { sizes, folderOf, log }: Bench,
  engines: ReadonlyMap<number, Engine>,
  work: (all: readonly Filled[]) => Promise<void>,
): Promise<void> {
  const all: Filled[] = []
  try {
    for (const size of sizes) {
      const folder = folderOf(size)
      const server = await startFilled(folder, size, log, { CLICKHOUSE_URL: engines.get(size)?.url ?? '' })
      const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 2 })
      all.push({ size, server, pool })
    }
    for (const { pool } of all) await waitForRollups(pool)
    await work(all)
  } finally {
    for (const { server, pool } of all) {
      await pool.end()
      await server.stop()
    }
  }
}

/** Makes all calls, and asks the rows for the same. */
async function measureCalls(bench: Bench, engine: string, all: readonly Filled[]): Promise<void> {
  for (const [index, one] of cases.entries()) {
    bench.rows[index] ??= { call: one.name }
    const row = bench.rows[index]
    for (const filled of all) {
      const took = await compare(one, filled)
      if (engine === 'API') row[columnOf('SQL', filled.size)] = took
    }
    const medians = await inTurn(
      all.map(
        ({ server }) =>
          () =>
            server.ask(one.endpoint, one.query),
      ),
      bench.seconds,
    )
    for (const [place, { size }] of all.entries()) row[columnOf(engine, size)] = medians[place] as number
    bench.log(`${engine} ${one.name}: ${medians.join(', ')} ms`)
    for (const [place, { size }] of all.slice(1).entries()) {
      const pair = [bench.sizes[place] as number, size] as const
      row[`${engine}, ${pair[1]} ÷ ${pair[0]}`] = growth(row, engine, pair)
    }
  }
}

/** Copies everything to a ClickHouse of each size, and makes the calls with figures from there. */
async function measureCopy(bench: Bench): Promise<void> {
  const engines = new Map<number, Engine>()
  for (const size of bench.sizes) {
    const engine = await openEngine(size)
    if (engine) engines.set(size, engine)
  }
  if (engines.size < bench.sizes.length) return
  try {
    await withServers(bench, engines, async all => {
      for (const { server, size } of all) {
        const start = performance.now()
        const copied = await waitForCopy(server)
        bench.log(`copied ${copied} rows of ${size} in ${ms((performance.now() - start) / 1_000)} s`)
      }
      await measureCalls(bench, 'ClickHouse', all)
    })
  } finally {
    for (const engine of engines.values()) await engine.close()
  }
}

export default benchmark({
  name: 'analytics',
  about:
    'dashboard calls over HTTP at growing numbers of rows, compared with bare SQL; medians in milliseconds',
  async run({ flags, log }) {
    const { sizes, seconds, data } = readFlags(flags)
    const temporary = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-analytics-')))
    const folderOf = (size: number) => join(temporary, String(size))
    const bench: Bench = { sizes, seconds, folderOf, log, rows: [] }
    try {
      await measureCopy(bench)
      // Last, because a server without ClickHouse forgets the copy.
      await withServers(bench, new Map(), all => measureCalls(bench, 'API', all))
    } finally {
      if (!data) await rm(temporary, { recursive: true, force: true })
    }
    for (const line of brokenBy(bench.rows, 'API', sizes)) {
      log(`BROKEN ${line}`)
      process.exitCode = 1
    }
    return bench.rows
  },
})
