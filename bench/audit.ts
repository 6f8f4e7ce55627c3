import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { supervise } from '#server/db/embedded/index.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { rememberFilterValues, serviceOrganization, writeAuditLogs } from '#server/kit/audit.ts'
import { sealWaiting, verifyStep } from '#server/modules/platform/index.ts'
import { benchmark, type Measured, ms, percentile } from './harness.ts'

type Pool = Database['db']

const clients = 8
const seconds = 15
/** Rows of the backlog to seal and verify. */
const backlog = Number(process.env.AUDIT_ROWS ?? 1_000_000)

const entry = () => ({
  action: 'update',
  resourceType: 'devices',
  resourceId: uuid(),
  details: { before: { name: 'Kitchen', battery: 40 }, after: { name: 'Hall', battery: 39 } },
})
const origin = { actor: null, requestId: uuid(), ip: '192.0.2.7', source: 'server' } as const

/** Baseline: a transaction with an unsealed log. */
const withoutSeal = (db: Pool) =>
  db.transaction().execute(db => {
    const { details, ...log } = entry()
    const row = {
      id: uuid(),
      organization_id: serviceOrganization,
      timestamp: new Date().toISOString(),
      action: log.action,
      resource_type: log.resourceType,
      resource_id: log.resourceId,
      request_id: origin.requestId,
      ip: origin.ip,
      details: JSON.stringify(details),
    }
    return db.insertInto('activity_logs').values(row).execute()
  })

const toBeSealed = (db: Pool) => db.transaction().execute(db => writeAuditLogs(db, [entry()], origin))

const kinds = { 'insert of a log alone': withoutSeal, 'insert of a log to be sealed': toBeSealed }

/** Writers alternate between the kinds, so that other load on the machine affects both equally. */
async function writers(db: Pool): Promise<Measured[]> {
  const samples = Object.entries(kinds).map(([what, write]) => ({ what, write, times: [] as number[] }))
  const begun = performance.now()
  const over = () => performance.now() > begun + seconds * 1_000
  const writer = async () => {
    while (!over()) {
      for (const { write, times } of samples) {
        const start = performance.now()
        await write(db)
        times.push(performance.now() - start)
      }
    }
  }
  const sealer = async () => {
    for (; !over(); await setTimeout(1_000)) await sealWaiting(db)
  }
  await Promise.all([sealer(), ...Array.from({ length: clients }, writer)])
  return samples.map(({ what, times }) => ({
    what,
    'p50 ms': ms(percentile(times, 0.5)),
    'p95 ms': ms(percentile(times, 0.95)),
  }))
}

async function timed(what: string, rows: number, work: () => Promise<unknown>): Promise<Measured> {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const start = performance.now()
  await work()
  clearInterval(watch)
  const took = (performance.now() - start) / 1_000
  return {
    what,
    'per second': Math.round(rows / took),
    'memory growth MB': Math.round((peak - before) / 1e6),
  }
}

async function sealAll(db: Pool) {
  while ((await sealWaiting(db)) > 0);
}

async function proveAll(db: Pool) {
  for (let after = 0; ; ) {
    const { seal, done, fault } = await verifyStep(db, after)
    if (fault) throw new Error(`the log is broken: ${JSON.stringify(fault)}`)
    if (done) return
    after = seal
  }
}

const fill = (db: Pool) =>
  sql`
  with logged as (
    insert into activity_logs (organization_id, id, "timestamp", action, resource_type, resource_id, user_email, details)
    select ${serviceOrganization}::uuid, gen_random_uuid(), now() - make_interval(secs => n), 'update', 'devices',
      'device-' || n, 'someone@example.org', '{"before": {"battery": 40}, "after": {"battery": 39}}'
    from generate_series(1, ${backlog}::int) n
    returning organization_id, "timestamp", id)
  insert into unsealed_activity_logs select organization_id, "timestamp", id from logged`.execute(db)

export default benchmark({
  name: 'audit',
  about: `cost of sealing for ${clients} writers of activity logs, and how fast a backlog is sealed and verified`,
  async run({ log }) {
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-audit-'))
    const postgres = await supervise({ dataDir: folder, log: () => {} })
    const { db, close } = openDatabase(postgres.connectionString, () => {}, clients + 2)
    try {
      await migrate(db)
      rememberFilterValues([entry()])
      const rows = await writers(db)
      await sql`truncate activity_logs, unsealed_activity_logs, activity_log_seals, activity_log_chain`.execute(
        db,
      )
      log(`writing a backlog of ${backlog} rows`)
      await fill(db)
      rows.push(await timed('rows sealed', backlog, () => sealAll(db)))
      rows.push(await timed('rows verified', backlog, () => proveAll(db)))
      return rows
    } finally {
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
