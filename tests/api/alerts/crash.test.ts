import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished } from 'vitest'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { workOnce } from '#server/modules/alerts/work.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

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

describe('ladders whose server is killed', () => {
  test('at any instant, still make every call, and repeat none but what was under way', async ({ api }) => {
    await api.services.jobs.stop()
    // Slow enough that a kill meets sends under way.
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

    const running = await Promise.all([worker(api), worker(api)])
    for (let kill = 0; kill < kills; kill++) {
      const due = Math.floor(((kill + 1) * ladders) / kills) - Math.floor((kill * ladders) / kills)
      await Promise.all(Array.from({ length: due }, () => raise(api, owner.organizationId, elsa.id)))
      await pause(20 + Math.random() * 150)
      running.shift()?.kill('SIGKILL')
      running.push(await worker(api))
    }
    for (const until = Date.now() + 60_000; (await unsettled(api)) > 0; await pause(100)) {
      if (Date.now() > until) throw new Error('the ladders did not come to their end')
    }

    const deliveries = await api.db.selectFrom('deliveries').select(['id', 'state', 'repeats']).execute()
    expect(deliveries).toHaveLength(ladders * calls)
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered']))
    const received = Map.groupBy(system.received, ({ headers }) => String(headers['idempotency-key']))
    expect(deliveries.filter(({ id }) => !received.has(id))).toEqual([])
    expect(received.size).toBe(deliveries.length)
    for (const { id, repeats } of deliveries)
      expect(received.get(id)?.length ?? 0, id).toBeLessThanOrEqual(1 + repeats)
    const repeated = [...received.values()].filter(({ length }) => length > 1).length
    const counted = deliveries.reduce((sum, { repeats }) => sum + repeats, 0)
    process.stdout.write(
      `${kills} kills, ${ladders} ladders: ${deliveries.length} calls, all received; ${counted} counted as repeats, of which ${repeated} had arrived before\n`,
    )
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
