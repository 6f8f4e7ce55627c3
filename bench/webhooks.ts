/** `npm run bench -- webhooks --changes=100000 --endpoints=20`: exits with 1 if an event is lost or out of order. */
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
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { supervise } from '#server/db/embedded/index.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { createVault } from '#server/kit/vault.ts'
import { concurrency } from '#server/modules/platform/event-webhooks/queue.ts'
import { generateSecret } from '#server/modules/platform/event-webhooks/secrets.ts'
import { benchmark, ms, percentile } from './harness.ts'

const worker = fileURLToPath(new URL('../tests/fixtures/webhook-worker.ts', import.meta.url))
const key = randomBytes(32)
/** Concurrent writers; each writes the changes of its own records. */
const writers = 8
const changesPerRecord = 20
/** Changes per transaction, as in a bulk job: one by one, writing takes most of the machine. */
const changesPerCall = 10
/** Share of the receivers that fail, and share of the requests that these refuse. */
const failing = { receivers: 0.3, requests: 0.3 }
const instances = 2
const kills = 3
const leaseSeconds = 5
/** Enough attempts that none is given up. */
const retrySeconds = Array.from({ length: 40 }, () => 1).join(',')

/** Counts what is requested and what arrives, by record: gaps, changes of order and repeats. */
function createTally() {
  const last = new Map<string, number>()
  const tally = {
    requests: 0,
    arrived: 0,
    outOfOrder: 0,
    repeated: 0,
    lags: [] as number[],
    failingLags: [] as number[],
  }
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

async function openReceiver({ accept, tally }: ReturnType<typeof createTally>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    tally.requests += 1
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

/** Writes the changes of records in turn, as bulk jobs do. */
async function write(database: Database, organizations: readonly string[], changes: number): Promise<void> {
  const records = Math.ceil(changes / changesPerRecord)
  const writer = async (first: number) => {
    for (let n = first; n < records; n += writers) {
      const resourceId = uuid()
      const organizationId = organizations[n % organizations.length] as string
      const entry = { action: 'update', resourceType: 'devices', resourceId, organizationId } as const
      const last = Math.min(changesPerRecord, changes - n * changesPerRecord)
      for (let number = 1; number <= last; number += changesPerCall)
        await auditedTransaction({ database }, systemOrigin, async (_db, audit) => {
          for (let at = number; at < number + changesPerCall && at <= last; at++)
            audit({ ...entry, details: { after: { [`n${at}`]: true } } })
        })
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, first) => writer(first)))
}

/** What the delivery log says once everything is settled, or after a while. */
async function readLog({ db }: Database) {
  const read = async () => {
    const { rows } = await sql<{ deliveries: number; delivered: number; attempts: number }>`
      select count(*) as deliveries, coalesce(sum(attempts), 0)::bigint as attempts,
        count(*) filter (where state = 'delivered' and response_status = 204 and settled_at is not null) as delivered
      from webhook_deliveries`.execute(db)
    return rows[0] ?? { deliveries: 0, delivered: 0, attempts: 0 }
  }
  let log = await read()
  for (let n = 0; n < 20 && log.delivered < log.deliveries; n++) {
    await pause(500)
    log = await read()
  }
  return log
}

/** What is wrong with the deliveries of so many changes; empty if nothing is. */
function faultsOf(
  changes: number,
  { requests, arrived, outOfOrder, repeated }: ReturnType<typeof createTally>['tally'],
  log: Awaited<ReturnType<typeof readLog>>,
): string[] {
  const checks: [isFault: boolean, fault: string][] = [
    [arrived < changes, `${changes - arrived} changes were not delivered`],
    [outOfOrder > 0, `${outOfOrder} arrived out of order`],
    [repeated > kills * concurrency, `${repeated} arrived again, more than were in flight at ${kills} kills`],
    [log.deliveries !== changes, `the log has ${log.deliveries} deliveries`],
    [log.delivered !== changes, `the log has ${log.delivered} deliveries as delivered`],
    // Attempts are counted before they are sent, so a killed instance leaves some that were not.
    [log.attempts < requests, `the log has ${log.attempts} attempts for ${requests} requests`],
  ]
  return checks.flatMap(([isFault, fault]) => (isFault ? fault : []))
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
        log(`written after ${Math.round(writingSeconds)} s, ${tally.arrived} delivered by then`)
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
      const kept = await readLog(database)
      for (const fault of faultsOf(changes, tally, kept)) {
        log(`BROKEN: ${fault}`)
        process.exitCode = 1
      }
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
          requests: tally.requests,
          'logged attempts': kept.attempts,
          'logged deliveries': kept.delivered,
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
