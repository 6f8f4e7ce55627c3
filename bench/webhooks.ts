/** `npm run bench:webhooks -- --changes=100000 --endpoints=20` */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { v7 as uuid } from 'uuid'
import { supervise } from '#server/db/embedded/index.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { createVault } from '#server/kit/vault.ts'
import { generateSecret } from '#server/modules/platform/event-webhooks/secrets.ts'
import { benchmark, ms, percentile } from './harness.ts'

const worker = fileURLToPath(new URL('../tests/fixtures/webhook-worker.ts', import.meta.url))
const key = randomBytes(32)
/** Concurrent writers; each writes the changes of its own records. */
const writers = 8
const changesPerRecord = 20
/** Share of the receivers that fail, and share of the requests that these refuse. */
const failing = { receivers: 0.3, requests: 0.3 }
const instances = 2
const kills = 3
const leaseSeconds = 2
/** Enough attempts that none is given up. */
const retrySeconds = Array.from({ length: 40 }, () => 1).join(',')

/** Counts what arrives, by record: gaps, changes of order and repeats. */
function createTally() {
  const last = new Map<string, number>()
  const tally = { arrived: 0, outOfOrder: 0, repeated: 0, lags: [] as number[], failingLags: [] as number[] }
  return {
    tally,
    accept(body: string, isFailing: boolean) {
      const { timestamp, data } = JSON.parse(body)
      const number = Number(data.changed[0].slice(1))
      const before = last.get(data.id) ?? 0
      if (number <= before) {
        tally.repeated += 1
        return
      }
      if (number !== before + 1) tally.outOfOrder += 1
      last.set(data.id, number)
      tally.arrived += 1
      tally[isFailing ? 'failingLags' : 'lags'].push(Date.now() - Date.parse(timestamp))
    },
  }
}

async function openReceiver({ accept }: ReturnType<typeof createTally>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isFailing = request.url === '/failing'
    if (isFailing && Math.random() < failing.requests) return void response.writeHead(503).end()
    accept(Buffer.concat(chunks).toString(), isFailing)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** One organization with an endpoint for each receiver. @returns the organizations */
async function addEndpoints({ db }: Database, url: string, count: number): Promise<string[]> {
  const organizations = Array.from({ length: count }, () => uuid())
  for (const [n, organization_id] of organizations.entries()) {
    const id = uuid()
    const isFailing = n < Math.round(count * failing.receivers)
    await db
      .insertInto('organizations')
      .values({ id: organization_id, name: `Bench ${n}`, kind: 'household', region: 'Europe' })
      .execute()
    await db
      .insertInto('webhook_endpoints')
      .values({
        id,
        organization_id,
        url: `${url}/${isFailing ? 'failing' : 'working'}`,
        event_types: ['device.updated'],
        secret: createVault(key).seal(generateSecret(), id),
      })
      .execute()
  }
  return organizations
}

/** Writes the changes of records in turn, as calls do. */
async function write(database: Database, organizations: readonly string[], changes: number): Promise<void> {
  const records = Math.ceil(changes / changesPerRecord)
  let written = 0
  const writer = async (first: number) => {
    for (let n = first; n < records; n += writers) {
      const resourceId = uuid()
      const organizationId = organizations[n % organizations.length] as string
      for (let number = 1; number <= changesPerRecord && written < changes; number++) {
        written += 1
        const entry = { action: 'update', resourceType: 'devices', resourceId, organizationId } as const
        await auditedTransaction({ database }, systemOrigin, async (_db, audit) =>
          audit({ ...entry, details: { after: { [`n${number}`]: true } } }),
        )
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, first) => writer(first)))
}

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const args = [worker, connectionString, key.toString('base64'), String(leaseSeconds), retrySeconds]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

export default benchmark({
  name: 'webhooks',
  about: `delivery of webhooks by ${instances} instances with ${failing.receivers * 100} % failing receivers and ${kills} kills`,
  async run({ log, flags }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        changes: { type: 'string', default: '100000' },
        endpoints: { type: 'string', default: '20' },
      },
    })
    const changes = Number(values.changes)
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-webhooks-'))
    const postgres = await supervise({ dataDir: folder, log: () => {} })
    const database = openDatabase(postgres.connectionString, () => {}, writers + 2)
    const counter = createTally()
    const { tally } = counter
    const receiver = await openReceiver(counter)
    const workers: ChildProcess[] = []
    try {
      await migrate(database.db)
      const organizations = await addEndpoints(database, receiver.url, Number(values.endpoints))
      for (let n = 0; n < instances; n++) workers.push(await startWorker(postgres.connectionString))
      log(`writing ${changes} changes`)
      const begun = performance.now()
      let writingSeconds = 0
      const writing = write(database, organizations, changes).then(() => {
        writingSeconds = (performance.now() - begun) / 1_000
      })
      let killed = 0
      let stalledSince = performance.now()
      for (let arrived = 0; tally.arrived < changes; await pause(100)) {
        if (tally.arrived > arrived) [arrived, stalledSince] = [tally.arrived, performance.now()]
        if (performance.now() - stalledSince > 60_000) break
        if (killed === kills || tally.arrived < (changes * (killed + 1)) / (kills + 1)) continue
        killed += 1
        const dying = workers.shift() as ChildProcess
        dying.kill('SIGKILL')
        await once(dying, 'exit')
        workers.push(await startWorker(postgres.connectionString))
        log(`killed an instance after ${tally.arrived} deliveries`)
      }
      await writing
      const seconds = (performance.now() - begun) / 1_000
      const lag = (samples: readonly number[], share: number) => ms(percentile(samples, share) / 1_000)
      return [
        {
          changes,
          'written per second': Math.round(changes / writingSeconds),
          'delivered per second': Math.round(tally.arrived / seconds),
          'lag p50 s': lag(tally.lags, 0.5),
          'lag p99 s': lag(tally.lags, 0.99),
          'failing: lag p50 s': lag(tally.failingLags, 0.5),
          'failing: lag p99 s': lag(tally.failingLags, 0.99),
          kills: killed,
          repeated: tally.repeated,
          lost: changes - tally.arrived,
          'out of order': tally.outOfOrder,
        },
      ]
    } finally {
      for (const child of workers) child.kill('SIGKILL')
      receiver.close()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
