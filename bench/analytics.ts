/**
 * `npm run bench:analytics`: every analytics call over HTTP with 100,000 and 1 million rows in each of activity logs,
 * device events, translation sessions and messages (`--deep`: 10 million), compared with a plain SQL statement that
 * computes the same from the rows. `--sizes=20000,200000 --seconds=2 --data=FOLDER` override; the folder is reused.
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

export default benchmark({
  name: 'analytics',
  about:
    'dashboard calls over HTTP at growing numbers of rows, compared with bare SQL; p50 and the API’s p95, milliseconds',
  async run({ flags, log }) {
    const { sizes, seconds, data } = readFlags(flags)
    const results = new Map<string, Measured>()
    for (const size of sizes) {
      const folder = data ? join(data, String(size)) : await mkdtemp(join(tmpdir(), 'voicedeck-analytics-'))
      const server = await startFilled(folder, size, log)
      const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 2 })
      try {
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
          const first = Number(row[`API at ${sizes[0]}`])
          if (size === sizes.at(-1))
            row['API, largest × smallest'] = Math.round((100 * api.p50) / first) / 100
          results.set(one.name, row)
        }
        log(`${size} rows of each kind`)
      } finally {
        await pool.end()
        await server.stop()
        if (!data) await rm(folder, { recursive: true, force: true })
      }
    }
    return [...results.values()]
  },
})
