// @module-tag thorough

import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { enforceRetention } from '#server/modules/platform/index.ts'
import { forgetCopy, keepCopyCurrent } from '#server/rollups/copy/relay.ts'
import type { CopyStore } from '#server/rollups/copy/store.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { answers } from '#tests/fixtures/analytics-calls.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { chdb, openClickHouse } from '#tests/fixtures/clickhouse.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { endOf, minutesAgo, perform, subjects, write } from '#tests/fixtures/rollup-writes.ts'

const deep = Boolean(process.env.DEEP)
const never = () => new AbortController().signal

/** Copies everything that the rollups passed on, as if no other batch could still be running. */
const copyAll = (api: Api, store: CopyStore, stopping = never()) =>
  keepCopyCurrent(api.services.database.db, store, 0)(stopping)

/** Stops the clock: an hour ago moves on between two readings. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
}

/** Expects the same answers with the copy and without it. @returns how often ClickHouse and the rollups answered */
async function expectSameAnswers(api: Api, store: CopyStore, callers: readonly Caller[]) {
  const before = { ...store.counts }
  for (const caller of callers) {
    delete api.services.copy
    const embedded = await answers(caller)
    api.services.copy = store
    expect(await answers(caller)).toEqual(embedded)
  }
  delete api.services.copy
  return {
    clickhouse: store.counts.clickhouse - before.clickhouse,
    embedded: store.counts.embedded - before.embedded,
    failed: store.counts.embedded_after_error - before.embedded_after_error,
  }
}

/** An analyst, and a customer of the organization with the most conversations. */
async function callersOf(api: Api): Promise<Caller[]> {
  const { rows } = await sql<{ id: string }>`select organization_id as id from conversations
    group by 1 order by count(*) desc limit 1`.execute(api.db)
  return [
    await api.signedIn('analyst'),
    await api.signedIn('organization_admin', { organizationId: rows[0]?.id as string }),
  ]
}

/** A store whose n-th change fails, before or after it was made. */
function failing(store: CopyStore, at: number, made: boolean): CopyStore {
  let changes = 0
  const maybe =
    <Args extends unknown[]>(change: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      const fails = ++changes === at
      if (!fails || made) await change(...args)
      if (fails) throw new Error('the relay was killed')
    }
  return { ...store, insert: maybe(store.insert), command: maybe(store.command) }
}

const round = fc.oneof(
  fc.record({
    kind: fc.constant('writes' as const),
    writes: fc.array(write, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('roll up' as const), until: minutesAgo }),
  fc.record({ kind: fc.constant('copy' as const) }),
  fc.record({ kind: fc.constant('kill' as const), at: fc.integer({ min: 15, max: 60 }), made: fc.boolean() }),
  fc.record({
    kind: fc.constant('zone' as const),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns'),
  }),
)

describe.skipIf(!chdb)('figures from ClickHouse (needs TEST_CHDB)', () => {
  test('are the same as from the embedded rollups, whatever was written late, changed or deleted', async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.01 })
    const clickhouse = await openClickHouse()
    onTestFinished(() => clickhouse.close())
    const store = await clickhouse.store()
    const { db } = api.services.database
    const callers = await callersOf(api)
    stopClock()
    await refreshRollups(db)
    expect((await expectSameAnswers(api, store, callers)).clickhouse).toBe(0)
    await copyAll(api, store)
    await refreshRollups(db)
    await copyAll(api, store)
    const copied = await expectSameAnswers(api, store, callers)
    expect(copied).toEqual({ clickhouse: expect.any(Number), embedded: 0, failed: 0 })
    expect(copied.clickhouse).toBeGreaterThan(40)

    const random = sql`random() < 0.02`
    await sql`update translation_sessions set status = 'failed', latency_ms = 3000 where ${random}`.execute(
      db,
    )
    await sql`update messages set emotion = 'sad', sentiment = -0.7, context = 'fall' where type = 'user' and ${random}`.execute(
      db,
    )
    await sql`update safety_incidents set risk_score = 0.9 where ${random}`.execute(db)
    await sql`delete from device_events where ${random}`.execute(db)
    await sql`update device_events set ts = ts - interval '40 days' where ${random}`.execute(db)
    await sql`update conversations set topics = '{garden,weather}', highest_risk = 0.75 where ${random}`.execute(
      db,
    )
    expect((await expectSameAnswers(api, store, callers)).failed).toBe(0)
    await refreshRollups(db)
    expect((await expectSameAnswers(api, store, callers)).failed).toBe(0)
    await copyAll(api, store)
    expect(await expectSameAnswers(api, store, callers)).toEqual(copied)
  })

  test('are the same after any writes, with a relay that lags, is killed, or repeats its batches', {
    timeout: deep ? 900_000 : 300_000,
  }, async ({ api }) => {
    const clickhouse = await openClickHouse()
    onTestFinished(() => clickhouse.close())
    const store = await clickhouse.store()
    const { db } = api.services.database
    const callers = await callersOf(api)
    const next = await subjects(api)
    stopClock()
    await refreshRollups(db)
    await copyAll(api, store)
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 6 }), async rounds => {
        for (const given of rounds) {
          if (given.kind === 'writes') for (const one of given.writes) await perform(db, next, one)
          else if (given.kind === 'roll up') await refreshRollups(db, endOf(given.until))
          else if (given.kind === 'copy') await copyAll(api, store)
          else if (given.kind === 'zone')
            await db
              .updateTable('organizations')
              .set({ time_zone: given.zone })
              .where('id', '=', serviceOrganization)
              .execute()
          else
            await copyAll(api, failing(store, given.at, given.made)).catch(error =>
              expect((error as Error).message).toBe('the relay was killed'),
            )
          expect((await expectSameAnswers(api, store, callers.slice(0, 1))).failed).toBe(0)
        }
        await refreshRollups(db)
        await copyAll(api, store)
        const { embedded, failed } = await expectSameAnswers(api, store, callers)
        expect([embedded, failed]).toEqual([0, 0])
      }),
      { numRuns: deep ? 100 : 3, endOnFailure: true },
    )
  })

  test('are answered by the embedded rollups in the same call while ClickHouse is away, slow, or another', async ({
    api,
  }) => {
    const clickhouse = await openClickHouse()
    onTestFinished(() => clickhouse.close())
    const store = await clickhouse.store()
    const callers = (await callersOf(api)).slice(0, 1)
    stopClock()
    await refreshRollups(api.services.database.db)
    await copyAll(api, store)
    const whole = await expectSameAnswers(api, store, callers)
    expect(whole).toMatchObject({ embedded: 0, failed: 0 })

    clickhouse.pause()
    expect((await expectSameAnswers(api, store, callers)).failed).toBeGreaterThan(0)
    clickhouse.resume()
    await store.ping()
    expect(await expectSameAnswers(api, store, callers)).toEqual(whole)

    const reading = expectSameAnswers(api, store, callers)
    await clickhouse.kill()
    expect((await reading).failed).toBeGreaterThan(0)
    await expect(store.ping()).rejects.toThrow()
    await clickhouse.start()
    await store.ping()
    expect(await expectSameAnswers(api, store, callers)).toEqual(whole)

    // PostgreSQL knows of batches that an empty ClickHouse has never seen.
    const other = await openClickHouse()
    onTestFinished(() => other.close())
    const empty = await other.store()
    expect(await expectSameAnswers(api, empty, callers)).toMatchObject({ clickhouse: 0 })
    await copyAll(api, empty)
    await empty.ping()
    expect(await expectSameAnswers(api, empty, callers)).toEqual(whole)
    // And it has batches that the first one has not.
    expect((await expectSameAnswers(api, store, callers)).clickhouse).toBe(0)
  })

  test('forget who was erased and what was dropped, and count rows that were copied twice once', async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.01 })
    const clickhouse = await openClickHouse()
    onTestFinished(() => clickhouse.close())
    const store = await clickhouse.store()
    const { db } = api.services.database
    const callers = await callersOf(api)
    stopClock()
    await forgetCopy(db)
    await refreshRollups(db)
    let times = 0
    const twice: CopyStore = {
      ...store,
      async insert(table, rows, token) {
        await store.insert(table, rows, token)
        await store.insert(table, rows, `${token} ${++times}`)
      },
    }
    await copyAll(api, twice)
    expect(times).toBeGreaterThan(6)
    const whole = await expectSameAnswers(api, store, callers)
    expect(whole).toMatchObject({ embedded: 0, failed: 0 })

    const { rows } = await sql<{ id: string }>`select person_id as id from messages where type = 'user'
      group by 1 order by count(*) desc limit 1`.execute(db)
    const person = rows[0]?.id as string
    const copiesOf = async (of: string) =>
      (
        await store.query<{ count: string }>(
          `select count() as count from voicedeck_turns where people_id = '${of}'`,
        )
      )[0]?.count
    expect(Number(await copiesOf(person))).toBeGreaterThan(0)
    await sql`delete from messages where person_id = ${person}`.execute(db)
    await refreshRollups(db)
    await copyAll(api, store)
    await store.command('optimize table voicedeck_turns final')
    expect(Number(await copiesOf(person))).toBe(0)
    expect(await expectSameAnswers(api, store, callers)).toEqual(whole)

    const before = await monthsCopied(store)
    await enforceRetention({
      database: api.services.database,
      config: readConfig({ RETENTION: 'device-events:40,transcripts:40,translation-sessions:40' }),
    })
    await refreshRollups(db)
    await expectSameAnswers(api, store, callers)
    await copyAll(api, store)
    expect(await monthsCopied(store)).toBeLessThan(before)
    expect((await expectSameAnswers(api, store, callers)).failed).toBe(0)
  })
})

/** Number of months with turns of conversations in ClickHouse. */
async function monthsCopied(store: CopyStore): Promise<number> {
  const rows = await store.query<{ months: string }>(
    'select uniqExact(toYYYYMM(at)) as months from voicedeck_turns',
  )
  return Number(rows[0]?.months)
}
