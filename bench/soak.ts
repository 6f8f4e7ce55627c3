/**
 * `npm run bench -- soak --minutes=10 --rows=20000 --logs=1000000 --clients=32 --data=FOLDER`; `--deep` uses the sizes of
 * the `lists` benchmark, whose folder can be reused.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { benchmark, load, type Measured, memoryOf, ms, percentile } from './harness.ts'
import { casesFor, countsOf, readFlags } from './lists/questions.ts'
import { startServer } from './lists/server.ts'

export default benchmark({
  name: 'soak',
  about: 'all list queries in turn, by 32 clients for ten minutes; milliseconds and MB, minute by minute',
  async run({ flags, log }) {
    const { minutes, clients, data, rows: people, logs } = readFlags(flags)
    const folder = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-soak-')))
    const server = await startServer(folder, countsOf({ rows: people, logs }), clients)
    const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 1 })
    const rows: Measured[] = []
    try {
      const cases = await casesFor(server, pool)
      let turn = 0
      const askNext = () => {
        const { endpoint, query } = cases[turn++ % cases.length] as (typeof cases)[number]
        return server.ask(endpoint, query)
      }
      // Warm-up: opens connections and prepares statements.
      await load(askNext, { clients, seconds: 10 })
      for (let minute = 1; minute <= minutes; minute += 1) {
        const { samples, perSecond } = await load(askNext, { clients, seconds: 60, warmUp: 0 })
        rows.push({
          minute,
          'answers/s': Math.round(perSecond),
          p50: ms(percentile(samples, 0.5)),
          p95: ms(percentile(samples, 0.95)),
          p99: ms(percentile(samples, 0.99)),
          'memory MB': Math.round(memoryOf(server.pid)),
        })
        log(`minute ${minute}`)
      }
    } finally {
      await pool.end()
      await server.stop()
      if (!data) await rm(folder, { recursive: true, force: true })
    }
    return rows
  },
})
