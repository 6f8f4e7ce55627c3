// @module-tag thorough

import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { CopyStore } from '#server/rollups/copy/store.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { sources } from '#server/rollups/sources.ts'
import { test } from '#tests/fixtures/api.ts'
import { chdb } from '#tests/fixtures/clickhouse.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { callersOf, copyAll, expectSameAnswers, openCopy, stopClock } from '#tests/fixtures/figures-copy.ts'
import { endOf, minutesAgo, perform, subjects, write } from '#tests/fixtures/rollup-writes.ts'

const deep = Boolean(process.env.DEEP)

/** Number of rows that are copied, of all sources, since an instant. */
async function rowCount(db: Db, since = new Date(0)): Promise<number> {
  const counts = sources.map(
    ({ table, at }) =>
      sql`select count(*) as count from ${sql.table(table)} where ${sql.ref(at)} >= ${since}`,
  )
  const { rows } = await sql<{ count: number }>`select sum(count)::int as count
    from (${sql.join(counts, sql` union all `)}) as counts`.execute(db)
  return rows[0]?.count ?? 0
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
  fc.record({ kind: fc.constant('kill' as const), at: fc.integer({ min: 17, max: 60 }), made: fc.boolean() }),
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
    const { store } = await openCopy()
    const { db } = api.services.database
    const callers = await callersOf(api)
    stopClock()
    await refreshRollups(db)
    expect((await expectSameAnswers(api, store, callers)).clickhouse).toBe(0)
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
    await sql`update page_visits set visitor_id = 'someone' where ${random}`.execute(db)
    await sql`delete from page_visits where ${random}`.execute(db)
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
    const { store } = await openCopy()
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
    const { clickhouse, store } = await openCopy()
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
    const { store: empty } = await openCopy()
    expect(await expectSameAnswers(api, empty, callers)).toMatchObject({ clickhouse: 0 })
    await copyAll(api, empty)
    await empty.ping()
    expect(await expectSameAnswers(api, empty, callers)).toEqual(whole)
    // And it has batches that the first one has not.
    expect((await expectSameAnswers(api, store, callers)).clickhouse).toBe(0)
  })

  test('come from a copy into which each row of a new or imported database was copied once', async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.01, counts: { 'device-events': 120_000 } })
    const { store } = await openCopy()
    const { db } = api.services.database
    const callers = await callersOf(api)
    // Before the rollups are computed, while they are, and afterwards.
    await copyAll(api, store)
    let refreshed = false
    const refreshing = refreshRollups(db).finally(() => {
      refreshed = true
    })
    while (!refreshed) await copyAll(api, store)
    await refreshing
    await copyAll(api, store)

    const [rows, recent] = [await rowCount(db), await rowCount(db, new Date(Date.now() - 7_200_000))]
    expect(store.copied.rows).toBeGreaterThanOrEqual(rows)
    // The running hour and the one before are copied at once.
    expect(store.copied.rows).toBeLessThanOrEqual(rows + recent)
    stopClock()
    expect(await expectSameAnswers(api, store, callers)).toMatchObject({ embedded: 0, failed: 0 })
  })

  test('count rows once that were copied twice', async ({ api }) => {
    await fillApi(api, { scale: 0.01 })
    const { store } = await openCopy()
    const callers = await callersOf(api)
    stopClock()
    await refreshRollups(api.services.database.db)
    let times = 0
    await copyAll(api, {
      ...store,
      async insert(table, rows, token) {
        await store.insert(table, rows, token)
        await store.insert(table, rows, `${token} ${++times}`)
      },
    })
    expect(times).toBeGreaterThan(6)
    expect(await expectSameAnswers(api, store, callers)).toMatchObject({ embedded: 0, failed: 0 })
  })
})
