/**
 * `npm run bench -- capacity --instances=1,2,3 --seconds=15 --clients=32 --rows=100000 --logs=1000000 --data=FOLDER`: a
 * mix of reads, lists, writes and alarms against several instances that share PostgreSQL and, where `redis-server` is
 * installed, Redis. The folder is filled once and reused. On one machine, instances, database, Redis and load share its
 * cores: the rates on machines of their own are computed from the CPU time of a call.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { supervise } from '#server/db/embedded/index.ts'
import { withClient } from '#server/db/open.ts'
import { client, login } from '#tests/fixtures/http.ts'
import { scopesNeeded } from '../scripts/simulate/actions.ts'
import { mixOf } from './capacity/mix.ts'
import { busyTime, connectionTimes, processTimes } from './cpu.ts'
import { freePorts } from './free-ports.ts'
import { benchmark, type Measured, memoryOf, ms } from './harness.ts'
import { demoCounts, fill } from './lists/server.ts'
import { openGenerator, probe } from './load-generator.ts'
import { type Launched, launch, owner } from './server.ts'

/** Share of a core that is planned for, the rest being reserve. */
const planned = 0.7

interface Shared {
  database: string
  postmaster: number
  redis: { url: string; pid: number } | undefined
}

type Flags = ReturnType<typeof readFlags>

function readFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      instances: { type: 'string', default: '1,2,3' },
      seconds: { type: 'string', default: '15' },
      /** Seconds of load before each measurement that do not count. */
      'warm-up': { type: 'string', default: '5' },
      clients: { type: 'string', default: '32' },
      rows: { type: 'string', default: '100000' },
      logs: { type: 'string', default: '1000000' },
      data: { type: 'string' },
    },
  })
  return {
    instances: values.instances.split(',').map(Number),
    seconds: Number(values.seconds),
    warmUp: Number(values['warm-up']),
    clients: Number(values.clients),
    counts: demoCounts({ rows: Number(values.rows), logs: Number(values.logs) }),
    data: values.data && resolve(values.data),
  }
}

async function startRedis(
  log: (line: string) => void,
): Promise<{ process: ChildProcess; url: string } | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    log('redis-server is not installed: the instances share PostgreSQL only')
    return undefined
  }
  const [port] = await freePorts(1)
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  return { process: spawn('redis-server', flags, { stdio: 'ignore' }), url: `redis://127.0.0.1:${port}` }
}

/** Starts instances one after the other, each in a data folder of its own. */
async function startInstances(
  count: number,
  folder: string,
  { database, redis }: Shared,
): Promise<Launched[]> {
  const instances: Launched[] = []
  for (let index = 0; index < count; index += 1)
    instances.push(
      await launch(join(folder, `instance-${index + 1}`), {
        DATABASE_URL: database,
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        ...(redis && { REDIS_URL: redis.url }),
      }),
    )
  return instances
}

/** Bytes of the database on disk, and bytes of write-ahead log since it was created. */
const bytesOf = (connectionString: string) =>
  withClient({ connectionString }, async connection => {
    const { rows } = await connection.query<{ data: string; wal: string }>(
      `select pg_database_size(current_database()) as data, pg_current_wal_lsn() - '0/0' as wal`,
    )
    return { data: Number(rows[0]?.data), wal: Number(rows[0]?.wal) }
  })

/** Puts load on a number of instances. */
async function measure(count: number, folder: string, shared: Shared, flags: Flags): Promise<Measured> {
  const instances = await startInstances(count, folder, shared)
  const generator = openGenerator()
  try {
    const [first] = instances as [Launched]
    const token = await login(first.url, owner.username, owner.password)
    const { key } = await client(first.url, token).call(apiKeys.create, {
      body: { name: 'Capacity', scopes: scopesNeeded },
    })
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
    const load = {
      urls: instances.map(({ url }) => url),
      headers: {},
      calls: await mixOf(shared.database, { admin: bearer(token), program: bearer(key) }),
      connections: flags.clients,
    }
    for (const call of load.calls) await probe(first.url, load.headers, call)
    await generator.run({ ...load, seconds: flags.warmUp })
    const used = () => ({
      instances: instances.reduce((sum, { pid }) => sum + processTimes(pid).cpu, 0),
      database: connectionTimes(shared.postmaster),
      redis: shared.redis ? processTimes(shared.redis.pid).cpu : 0,
      machine: busyTime(),
    })
    const bytes = await bytesOf(shared.database)
    const before = used()
    const { calls, failed, perSecond, p50, p99, cpu } = await generator.run({
      ...load,
      seconds: flags.seconds,
    })
    const after = used()
    const written = await bytesOf(shared.database)
    // CPU seconds per 1,000 calls are CPU milliseconds per call.
    const perCall = (key: keyof typeof before) => (after[key] - before[key]) / calls
    const own =
      cpu +
      (['instances', 'database', 'redis'] as const).reduce((sum, key) => sum + after[key] - before[key], 0)
    const memory = instances.map(({ pid }) => (memoryOf(pid) * 1_000) / 1_024)
    const alone = (count * planned * 1_000) / perCall('instances')
    return {
      instances: count,
      'calls/s': Math.round(perSecond),
      failed,
      'p50 ms': ms(p50),
      'p99 ms': ms(p99),
      'CPU s per 1,000 calls: instances': ms(perCall('instances')),
      database: ms(perCall('database')),
      redis: ms(perCall('redis')),
      load: ms(cpu / calls),
      'other programs': `${Math.round(100 * (1 - own / (after.machine - before.machine)))} %`,
      'bytes per call: data': Math.round((written.data - bytes.data) / calls),
      WAL: Math.round((written.wal - bytes.wal) / calls),
      'MiB per instance': Math.round(memory.reduce((a, b) => a + b) / count),
      'computed: calls/s on own cores': Math.round(alone),
      'cores of the database for these': ms((alone * perCall('database')) / 1_000 / planned),
    }
  } finally {
    generator.close()
    await Promise.all(instances.map(({ stop }) => stop()))
    // Ladders of this measurement's alarms would go on during the next.
    await withClient({ connectionString: shared.database }, connection =>
      connection.query('delete from deliveries'),
    )
  }
}

export default benchmark({
  name: 'capacity',
  about: 'a mix of calls against 1, 2 and 3 instances that share PostgreSQL and Redis, all on this machine',
  async run({ flags, log }) {
    const asked = readFlags(flags)
    const { data, counts, instances } = asked
    const folder = data ?? (await mkdtemp(join(tmpdir(), 'voicedeck-capacity-')))
    await fill(folder, counts)
    const database = await supervise({ dataDir: folder, log: () => {} })
    const redis = await startRedis(log)
    const shared: Shared = {
      database: database.connectionString,
      postmaster: Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10),
      redis: redis && { url: redis.url, pid: redis.process.pid as number },
    }
    const scratch = await mkdtemp(join(tmpdir(), 'voicedeck-instances-'))
    const rows: Measured[] = []
    try {
      for (const count of instances) {
        const row = await measure(count, scratch, shared, asked)
        log(JSON.stringify(row))
        if (row.failed !== 0) process.exitCode = 1
        rows.push(row)
      }
      return rows
    } finally {
      redis?.process.kill()
      await database.stop()
      await rm(scratch, { recursive: true, force: true })
      if (!data) await rm(folder, { recursive: true, force: true })
    }
  },
})
