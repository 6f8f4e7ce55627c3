/**
 * `npm run bench -- lists --rows=20000 --logs=1000000 --seconds=3 --clients=32 --only=devices --data=FOLDER`;
 * `--deep` for 100,000 rows of each kind of person and of devices, and 10 million activity logs. The folder of `--data`
 * is filled once and kept.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { activityLogs } from '#contract/activity-logs.ts'
import { running } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { benchmark, type Load, load, type Measured, ms, percentile } from './harness.ts'
import { type Case, logCases, numberedCases, numberedLists } from './lists/cases.ts'
import { type Server, startServer } from './lists/server.ts'

const sizes = { rows: 20_000, logs: 1_000_000, seconds: 3, clients: 32 }
const deepSizes = { ...sizes, rows: 100_000, logs: 10_000_000 }

function readFlags(args: readonly string[]) {
  const numbers = Object.fromEntries(Object.keys(sizes).map(name => [name, { type: 'string' } as const]))
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...numbers,
      deep: { type: 'boolean', default: false },
      only: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const given: Record<string, string | boolean | undefined> = values
  const numberOf = (name: keyof typeof sizes) =>
    Number(given[name] ?? (values.deep ? deepSizes : sizes)[name])
  return {
    rows: numberOf('rows'),
    logs: numberOf('logs'),
    seconds: numberOf('seconds'),
    clients: numberOf('clients'),
    only: values.only?.split(','),
    data: values.data && resolve(values.data),
  }
}

/** How much demo data that takes. */
function countsOf({ rows, logs }: { rows: number; logs: number }): string[] {
  const kinds = ['elderly', 'caregivers', 'family', 'devices'].flatMap(kind => [`--${kind}`, `${rows}`])
  return ['--scale', '0.02', '--households', `${Math.ceil(rows / 4)}`, '--activity-logs', `${logs}`, ...kinds]
}

/** The questions to ask, with places in the middle of each list. */
async function casesFor(server: Server, pool: pg.Pool): Promise<Case[]> {
  const totals = new Map<string, number>()
  for (const { list, endpoint } of numberedLists) {
    totals.set(list, JSON.parse(await server.ask(endpoint, { _end: 0 })).total)
  }
  const { rows } = await pool.query<{ at: string }>(
    `select "timestamp" as at from activity_logs tablesample system (0.1) order by random() limit 101`,
  )
  const instant = rows.map(({ at }) => at).sort()[Math.floor(rows.length / 2)] as string
  const before = await server.ask(activityLogs.list, { timestamp_lte: instant, _end: 1 })
  return [
    ...numberedCases(list => Math.floor((totals.get(list) ?? 0) / 2)),
    ...logCases(instant, JSON.parse(before).next),
  ]
}

const spread = ({ samples }: Load) => ({ p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) })

export default benchmark({
  name: 'lists',
  about: 'a list’s calls over HTTP beside the bare statement, by one client and by 32 at once; milliseconds',
  async run({ flags, log }) {
    const { seconds, clients, only, data, ...sizes } = readFlags(flags)
    const folder = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-lists-')))
    const server = await startServer(folder, countsOf(sizes), clients)
    const pool = new pg.Pool({ connectionString: await running(folder), types, max: 16 })
    const rows: Measured[] = []
    try {
      for (const { list, ask, endpoint, query, bare } of await casesFor(server, pool)) {
        if (only && !only.includes(list)) continue
        const pair = async (clients: number) => ({
          sql: spread(await load(() => pool.query(bare), { clients, seconds })),
          api: spread(await load(() => server.ask(endpoint, query), { clients, seconds })),
        })
        const [alone, crowd] = [await pair(1), await pair(clients)]
        rows.push({
          list,
          ask,
          'API p50 alone': ms(alone.api.p50),
          'SQL p50 alone': ms(alone.sql.p50),
          'more alone': ms(alone.api.p50 - alone.sql.p50),
          'API p50': ms(crowd.api.p50),
          'API p95': ms(crowd.api.p95),
          'SQL p50': ms(crowd.sql.p50),
          'SQL p95': ms(crowd.sql.p95),
          '× at p50': Math.round((crowd.api.p50 / crowd.sql.p50) * 100) / 100,
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
