/**
 * `npm run bench -- lists --rows=20000 --logs=1000000 --seconds=3 --clients=32 --only=devices --data=FOLDER`;
 * `--deep` for 100,000 rows of each kind of person and of devices, and 10 million activity logs. The folder of `--data` is
 * filled once and reused.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { benchmark, type Load, load, type Measured, ms, percentile } from './harness.ts'
import { casesFor, countsOf, readFlags } from './lists/questions.ts'
import { startServer } from './lists/server.ts'

const spread = ({ samples }: Load) => ({ p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) })

export default benchmark({
  name: 'lists',
  about: 'a list’s calls over HTTP compared with the bare statement, with 1 and 32 clients; milliseconds',
  async run({ flags, log }) {
    const { seconds, clients, only, data, rows: people, logs } = readFlags(flags)
    const folder = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-lists-')))
    const server = await startServer(folder, countsOf({ rows: people, logs }), clients)
    const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 16 })
    const rows: Measured[] = []
    try {
      for (const { list, ask, endpoint, query, bare } of await casesFor(server, pool)) {
        if (only && !only.includes(list)) continue
        const pair = async (clients: number) => ({
          sql: spread(await load(() => pool.query(bare), { clients, seconds })),
          api: spread(await load(() => server.ask(endpoint, query), { clients, seconds })),
        })
        const [single, crowd] = [await pair(1), await pair(clients)]
        rows.push({
          list,
          ask,
          'API p50, 1 client': ms(single.api.p50),
          'SQL p50, 1 client': ms(single.sql.p50),
          'overhead, 1 client': ms(single.api.p50 - single.sql.p50),
          'API p50': ms(crowd.api.p50),
          'API p95': ms(crowd.api.p95),
          'SQL p50': ms(crowd.sql.p50),
          'SQL p95': ms(crowd.sql.p95),
          'ratio at p50': Math.round((crowd.api.p50 / crowd.sql.p50) * 100) / 100,
        })
        log(`${list}, ${ask}`)
      }
    } finally {
      await pool.end()
      await server.stop()
      if (!data) await rm(folder, { recursive: true, force: true })
    }
    return rows
  },
})
