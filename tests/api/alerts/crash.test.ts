import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { emergency } from '#contract/emergency.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { workOnce } from '#server/modules/alerts/work.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { callJson } from '#tests/fixtures/json-client.ts'
import { configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver, type Received } from '#tests/fixtures/receivers.ts'
import { type LaunchedServer, launchServer } from '#tests/fixtures/server-process.ts'

const script = fileURLToPath(new URL('../../fixtures/ladder-worker.ts', import.meta.url))
const { kills, ladders } = process.env.DEEP ? { kills: 50, ladders: 200 } : { kills: 3, ladders: 12 }
/** Calls of each ladder. */
const calls = 6

/** Another process that works on the ladders, killed at the latest with the test. */
async function worker(api: Api): Promise<ChildProcess> {
  const { connectionString } = api.services.database.pool.options
  const child = spawn(process.execPath, [script, connectionString as string, '1'], {
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
        { db, services, record: () => {} },
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

/** Every call was made, and repeated only as often as is counted. */
async function allArrived({ db }: Api, arrived: readonly Received[], killed: string) {
  const deliveries = await db.selectFrom('deliveries').select(['id', 'state', 'repeats']).execute()
  expect(deliveries).toHaveLength(ladders * calls)
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered']))
  const received = Map.groupBy(arrived, ({ headers }) => String(headers['idempotency-key']))
  expect(deliveries.filter(({ id }) => !received.has(id))).toEqual([])
  expect(received.size).toBe(deliveries.length)
  for (const { id, repeats } of deliveries)
    expect(received.get(id)?.length ?? 0, id).toBeLessThanOrEqual(1 + repeats)
  const repeated = [...received.values()].filter(({ length }) => length > 1).length
  const counted = deliveries.reduce((sum, { repeats }) => sum + repeats, 0)
  process.stdout.write(
    `${kills} kills of ${killed}, ${ladders} ladders: ${deliveries.length} calls, all received; ${counted} counted as repeats, of which ${repeated} had arrived before\n`,
  )
}

/** One ladder of six calls for everybody of a household, to a system slow enough that a kill meets sends under way. */
async function slowSystem(api: Api) {
  await api.services.jobs.stop()
  for (const table of ['deliveries', 'notification_channels', 'ladders'] as const)
    await api.db.deleteFrom(table).execute()
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
const instance = async ({ services }: Api) =>
  launchServer(await temporaryFolder(), {
    DATABASE_URL: services.database.pool.options.connectionString,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'error',
  })

/** Has what an instance left behind be taken up after seconds rather than the whole lease: tests have no minutes. */
const shortenLeases = (db: Api['db']) =>
  sql`
  create or replace function shorten_lease() returns trigger language plpgsql as $$ begin
    new.lease_until = least(new.lease_until, now() + interval '3 seconds');
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
  test('at any instant, still make every call, and repeat none but what was under way', async ({ api }) => {
    const { system, owner, elsa } = await slowSystem(api)
    const running = await Promise.all([worker(api), worker(api)])
    for (let kill = 0; kill < kills; kill++) {
      await Promise.all(
        Array.from({ length: dueWith(kill) }, () => raise(api, owner.organizationId, elsa.id)),
      )
      await pause(20 + Math.random() * 150)
      running.shift()?.kill('SIGKILL')
      running.push(await worker(api))
    }
    await end(api)
    await allArrived(api, system.received, 'workers')
  }, 480_000)

  test('with the whole of it, of two instances, still make every call for whoever was told that help is called', async ({
    api,
  }) => {
    const { system, elsa } = await slowSystem(api)
    await shortenLeases(api.db)
    type Ready = LaunchedServer & { url: string }
    const ready = async (server: LaunchedServer): Promise<Ready> => ({ ...server, ...(await server.ready()) })
    const running = await Promise.all([1, 2].map(async () => ready(await instance(api))))
    for (let kill = 0; kill < kills; kill++) {
      const called = Array.from({ length: dueWith(kill) }, (_, n) =>
        callForHelp(running, elsa, `kill ${kill}, call ${n}`),
      )
      await pause(20 + Math.random() * 700)
      const killed = running.shift() as Ready
      const next = instance(api)
      await killed.end('SIGKILL')
      await Promise.all(called)
      running.push(await ready(await next))
    }
    await end(api)
    await allArrived(api, system.received, 'whole servers')
    const { raised } = await api.db
      .selectFrom('alerts')
      .select(({ fn }) => fn.countAll<number>().as('raised'))
      .where('person_id', '=', elsa.id)
      .executeTakeFirstOrThrow()
    expect(raised).toBe(ladders)
  }, 480_000)

  test('between sending and noting it, repeat that call under its key, and count it', async ({ api }) => {
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
    workOnce({ ...api.services, channels }, { leaseSeconds: 1 }).catch(() => {})
    while (system.received.length === 0) await pause(10)
    expect(await workOnce(api.services)).toBe(0)
    await pause(1_100)
    expect(await workOnce(api.services)).toBe(1)

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
