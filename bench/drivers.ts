import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import postgres from 'postgres'
import { supervise } from '#server/db/embedded/index.ts'
import { benchmark, ms, percentile } from './harness.ts'

const clients = 32
const connections = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const statement = 'select id, value from things where id = $1'

interface Driver {
  name: string
  ask(id: number): Promise<unknown>
  close(): Promise<void>
}

function drivers(connectionString: string): Driver[] {
  const pool = new pg.Pool({ connectionString, max: connections })
  const socket = new URL(connectionString.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  const options = { host: socket, port: 5432, user: 'voicedeck', database: 'postgres', max: connections }
  const many = postgres(options)
  // Supported by the driver but missing in its types.
  const one = postgres({ ...options, max_pipeline: 1 } as typeof options)
  return [
    {
      name: 'pg',
      ask: id => pool.query({ name: 'thing', text: statement, values: [id] }),
      close: () => pool.end(),
    },
    {
      name: 'postgres.js',
      ask: id => many`select id, value from things where id = ${id}`,
      close: () => many.end(),
    },
    {
      name: 'postgres.js, max_pipeline 1',
      ask: id => one`select id, value from things where id = ${id}`,
      close: () => one.end(),
    },
  ]
}

/** Concurrent single reads; comparing the last quarter with the first shows whether a driver degrades. */
async function sustain({ name, ask, close }: Driver) {
  const times: number[] = []
  const quarters = [0, 0, 0, 0]
  const start = performance.now()
  const client = async () => {
    for (;;) {
      const before = performance.now()
      const quarter = Math.floor(((before - start) / (seconds * 1000)) * 4)
      if (quarter > 3) return
      await ask(1 + Math.floor(Math.random() * 100_000))
      quarters[quarter] = (quarters[quarter] ?? 0) + 1
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await close()
  const perSecond = quarters.map(count => Math.round(count / (seconds / 4)))
  return {
    driver: name,
    'reads per second': Math.round(times.length / seconds),
    'first quarter': perSecond[0] ?? 0,
    'last quarter': perSecond[3] ?? 0,
    'p50 ms': ms(percentile(times, 0.5)),
    'p99 ms': ms(percentile(times, 0.99)),
  }
}

export default benchmark({
  name: 'drivers',
  about: `pg and postgres.js: single reads by ${clients} clients over ${connections} connections (BENCH_SECONDS=${seconds})`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-drivers-'))
    const database = await supervise({ dataDir: folder, log: () => {} })
    const setUp = new pg.Client({ connectionString: database.connectionString })
    await setUp.connect()
    await setUp.query(
      `create table things as select id, md5(id::text) as value from generate_series(1, 100000) as id`,
    )
    await setUp.query('alter table things add primary key (id)')
    await setUp.end()
    const rows = []
    for (const driver of drivers(database.connectionString)) rows.push(await sustain(driver))
    await database.stop()
    await rm(folder, { recursive: true, force: true })
    return rows
  },
})
