// @module-tag thorough

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { emergency } from '#contract/alerts/emergency.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { claimsOf, keepClaims } from '#tests/fixtures/claims.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson } from '#tests/fixtures/json-client.ts'
import { configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver, type Received } from '#tests/fixtures/receivers.ts'
import { type LaunchedServer, launchServer } from '#tests/fixtures/server-process.ts'

const script = fileURLToPath(new URL('../../fixtures/ladder-worker.ts', import.meta.url))
const { kills, ladders } = process.env.DEEP ? { kills: 50, ladders: 200 } : { kills: 3, ladders: 12 }
/** Calls of each ladder. */
const calls = 6
/** After which what an instance left behind is taken up by another; seconds: tests have no minutes. */
const leaseSeconds = 3
/** Milliseconds that an instance may need to note an answer, and its last words to the database to be heard. */
const noting = 2_000

/** The test's database, for an instance that is known there by its name. */
function databaseFor({ services }: Api, instance: string): string {
  const url = services.database.pool.options.connectionString as string
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${instance}`
}

/** Another process that works on the ladders, killed at the latest with the test. */
async function worker(api: Api, name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, databaseFor(api, name), String(leaseSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

const raise = ({ db, services }: Api, organization_id: string, person_id: string) =>
  db
    .transaction()
    .execute(db =>
      raiseAlert(
        { db, services, audit: () => {} },
        { organization_id, person_id, type: 'button', source: 'device', severity: 'high' },
      ),
    )

const unsettled = async ({ db }: Api) =>
  (
    await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', 'in', ['queued', 'sending'])
      .executeTakeFirstOrThrow()
  ).count

/** Waits until every ladder has come to its end. */
async function end(api: Api) {
  for (const until = Date.now() + 60_000; (await unsettled(api)) > 0; await pause(100)) {
    if (Date.now() > until) throw new Error('the ladders did not come to their end')
  }
}

/** When each instance was killed that was, in milliseconds since the epoch. */
type Kills = ReadonlyMap<string, number>

/**
 * Asserts of every call that was taken up twice that whoever had it first was killed while it was under way: not
 * answered yet, or answered so shortly before that it may not have been noted.
 * @returns how many calls were so, and how many of them had arrived before the kill
 */
async function underWayWhenKilled(db: Api['db'], arrived: readonly Received[], killedAt: Kills) {
  const claims = Map.groupBy(await claimsOf(db), ({ delivery }) => delivery)
  const requests = Map.groupBy(arrived, ({ headers }) => String(headers['idempotency-key']))
  let [open, hadArrived] = [0, 0]
  for (const [delivery, turns] of claims) {
    expect(turns.map(({ repeat }) => repeat)).toEqual(turns.map((_, turn) => turn > 0))
    for (const [turn, { instance, at }] of turns.entries()) {
      const next = turns[turn + 1]?.at ?? Number.POSITIVE_INFINITY
      const made = (requests.get(delivery) ?? []).filter(sent => sent.at >= at && sent.at < next)
      expect(made.length, `${delivery} is sent once by ${instance}`).toBeLessThanOrEqual(1)
      if (next === Number.POSITIVE_INFINITY) continue
      const killed = killedAt.get(instance) ?? Number.NaN
      expect(killed + noting, `${instance} was killed while it had ${delivery}`).toBeGreaterThan(at)
      expect(killed, `${delivery} is taken from the dead ${instance} alone`).toBeLessThan(next)
      for (const { answered } of made)
        expect(answered ?? killed, `${delivery} was under way`).toBeGreaterThan(killed - noting)
      open += 1
      hadArrived += made.length
    }
  }
  return { open, hadArrived }
}

/** Every call was made, and repeated only where a kill met it under way, each time under its key and counted. */
async function allArrived({ db }: Api, arrived: readonly Received[], killedAt: Kills, killed: string) {
  const deliveries = await db.selectFrom('deliveries').select(['id', 'state', 'repeats']).execute()
  expect(deliveries).toHaveLength(ladders * calls)
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered']))
  const received = Map.groupBy(arrived, ({ headers }) => String(headers['idempotency-key']))
  expect(deliveries.filter(({ id }) => !received.has(id))).toEqual([])
  expect(received.size).toBe(deliveries.length)
  const counted = deliveries.reduce((sum, { repeats }) => sum + repeats, 0)
  const { open, hadArrived } = await underWayWhenKilled(db, arrived, killedAt)
  expect(killedAt.size).toBe(kills)
  expect(counted).toBe(open)
  expect(arrived.length - received.size).toBe(hadArrived)
  process.stdout.write(
    `${kills} kills of ${killed}, ${ladders} ladders: ${deliveries.length} calls, all received; ${open} were under way at a kill and were repeated, of which ${hadArrived} had arrived before it\n`,
  )
}

/** One ladder of six calls for everybody of a household, to a system slow enough that a kill meets sends under way. */
async function slowSystem(api: Api) {
  await api.services.jobs.stop()
  for (const table of ['deliveries', 'notification_channels', 'ladders'] as const)
    await api.db.deleteFrom(table).execute()
  await keepClaims(api.db)
  const system = await httpReceiver(async () => {
    await pause(150)
    return 200
  })
  await configure(api, {})
  const { owner, elsa } = await household(api)
  await giveLadder(api, owner.organizationId, [
    { who: 'webhooks', channel: 'webhook', times: 3 },
    { who: 'webhooks', channel: 'webhook', wait_seconds: 2, times: 3 },
  ])
  await hook(owner, system.url)
  return { system, owner, elsa }
}

/** How many of the alerts are due with this kill, so that all are once the last has come. */
const dueWith = (kill: number) =>
  Math.floor(((kill + 1) * ladders) / kills) - Math.floor((kill * ladders) / kills)

/** A whole server on the test's database, which reaches the test's own receivers. */
const instance = async (api: Api, name: string) =>
  launchServer(await temporaryFolder(), {
    DATABASE_URL: databaseFor(api, name),
    ALLOW_PRIVATE_WEBHOOKS: '1',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'error',
  })

/** Has what an instance left behind be taken up after seconds rather than the whole lease: tests have no minutes. */
const shortenLeases = (db: Api['db']) =>
  sql`
  create or replace function shorten_lease() returns trigger language plpgsql as $$ begin
    new.lease_until = least(new.lease_until, now() + make_interval(secs => ${sql.lit(leaseSeconds)}));
    return new;
  end $$;
  create or replace trigger shorten_lease before update on deliveries for each row execute function shorten_lease()`.execute(
    db,
  )

/** Calls for help until a server, whichever is alive, says that it has heard. */
async function callForHelp(servers: readonly { url: string }[], { token }: Caller, key: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { url } = servers[attempt % servers.length] as { url: string }
    const { method, path } = emergency.trigger
    const headers = { 'idempotency-key': key }
    const answer = await callJson(`${url}${path}`, { method, token, headers, body: {} }).catch(() => null)
    if (answer?.status === 201) return
    await pause(50)
  }
  throw new Error('no server answered')
}

describe('ladders whose server is killed', () => {
  test('at any instant, still make every call, and repeat none except those in progress', async ({ api }) => {
    const { system, owner, elsa } = await slowSystem(api)
    const killedAt = new Map<string, number>()
    const start = async (name: string) => ({ name, child: await worker(api, name) })
    const running = await Promise.all([start('worker-0'), start('worker-1')])
    for (let kill = 0; kill < kills; kill++) {
      await Promise.all(
        Array.from({ length: dueWith(kill) }, () => raise(api, owner.organizationId, elsa.id)),
      )
      await pause(20 + Math.random() * 150)
      const [victim] = running.splice(0, 1)
      killedAt.set(victim?.name ?? '', Date.now())
      victim?.child.kill('SIGKILL')
      running.push(await start(`worker-${kill + 2}`))
    }
    await end(api)
    await allArrived(api, system.received, killedAt, 'workers')
  }, 480_000)

  test('as a whole, with two instances, still make every call for anyone who was told that help is called', {
    tags: ['thorough'],
    timeout: 480_000,
  }, async ({ api }) => {
    const { system, elsa } = await slowSystem(api)
    await shortenLeases(api.db)
    const killedAt = new Map<string, number>()
    type Named = LaunchedServer & { name: string }
    const start = async (name: string): Promise<Named> => ({ name, ...(await instance(api, name)) })
    const ready = async (server: Named) => ({ ...server, ...(await server.ready()) })
    const running = await Promise.all(['server-0', 'server-1'].map(async name => ready(await start(name))))
    for (let kill = 0; kill < kills; kill++) {
      const called = Array.from({ length: dueWith(kill) }, (_, n) =>
        callForHelp(running, elsa, `kill ${kill}, call ${n}`),
      )
      await pause(20 + Math.random() * 700)
      const [victim] = running.splice(0, 1)
      const next = start(`server-${kill + 2}`)
      killedAt.set(victim?.name ?? '', Date.now())
      await victim?.end('SIGKILL')
      await Promise.all(called)
      running.push(await ready(await next))
    }
    await end(api)
    await allArrived(api, system.received, killedAt, 'whole servers')
    const { raised } = await api.db
      .selectFrom('alerts')
      .select(({ fn }) => fn.countAll<number>().as('raised'))
      .where('person_id', '=', elsa.id)
      .executeTakeFirstOrThrow()
    expect(raised).toBe(ladders)
  })

  test('between sending and recording a call, repeat it under its key, and count it', async ({ api }) => {
    await api.services.jobs.stop()
    await api.db.deleteFrom('notification_channels').execute()
    const system = await httpReceiver()
    await configure(api, {})
    const { owner, elsa } = await household(api)
    await giveLadder(api, owner.organizationId, [{ who: 'webhooks', channel: 'webhook' }])
    await hook(owner, system.url)
    const { id } = await raise(api, owner.organizationId, elsa.id)

    // Dies once the call is made: nothing of it is noted.
    const { webhook } = api.services.channels
    const dying = {
      ...webhook,
      async send(sending: Parameters<typeof webhook.send>[0]) {
        await webhook.send(sending)
        return new Promise<never>(() => {})
      },
    }
    const channels = { ...api.services.channels, webhook: dying }
    runWorkerOnce({ ...api.services, channels }, { leaseSeconds: 1 }).catch(() => {})
    while (system.received.length === 0) await pause(10)
    expect(await runWorkerOnce(api.services)).toBe(0)
    await pause(1_100)
    expect(await runWorkerOnce(api.services)).toBe(1)

    const keys = system.received.map(({ headers }) => headers['idempotency-key'])
    const delivery = await api.db
      .selectFrom('deliveries')
      .select(['id', 'state', 'attempts', 'repeats'])
      .where('alert_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 2, repeats: 1 })
    expect(keys).toEqual([delivery.id, delivery.id])
  })
})
