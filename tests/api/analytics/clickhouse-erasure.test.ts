// @module-tag thorough

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { privacy } from '#contract/people/privacy.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { enforceRetention } from '#server/modules/platform/index.ts'
import { parseRetentionDays } from '#server/retention-days.ts'
import type { CopyStore } from '#server/rollups/copy/store.ts'
import { memberColumn, tableOf } from '#server/rollups/copy/tables.ts'
import { refreshRollups } from '#server/rollups/refresh.ts'
import { sources } from '#server/rollups/sources.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { chdb } from '#tests/fixtures/clickhouse.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { callersOf, copyAll, expectSameAnswers, openCopy, stopClock } from '#tests/fixtures/figures-copy.ts'

const rollUp = (api: Api) => refreshRollups(api.services.database.db)

/** An elderly person with rows of every kind that is copied, two of each, and who may erase them. */
async function traced(api: Api): Promise<{ clerk: Caller; person: Caller; name: string }> {
  const clerk = await api.signedIn('organization_admin')
  const organization_id = clerk.organizationId
  const name = 'Rosa Zaunkönig'
  const person = await api.signedIn('elderly_user', { organizationId: organization_id, name })
  for (const days of [0.1, 3]) {
    const [conversation, at] = [uuid(), new Date(Date.now() - days * 86_400_000).toISOString()]
    const whose = sql`${organization_id}, ${person.id}`
    await sql`insert into conversations (organization_id, person_id, id, task, chat_model, language, status, started_at, topics)
      values (${whose}, ${conversation}, 'wellness', 'embedded', 'en', 'ended', ${at}, '{garden}')`.execute(
      api.db,
    )
    await sql`insert into messages (organization_id, person_id, id, conversation_id, type, content, emotion, ts)
      values (${whose}, ${uuid()}, ${conversation}, 'user', 'A wren sang today', 'sad', ${at})`.execute(
      api.db,
    )
    await sql`insert into device_events (organization_id, person_id, id, device_id, type, ts)
      values (${whose}, ${uuid()}, ${uuid()}, 'heartbeat', ${at})`.execute(api.db)
    await sql`insert into translation_sessions (organization_id, person_id, id, source_language, target_language, mode,
        region, status, started_at)
      values (${whose}, ${uuid()}, 'en', 'es', 'medical', 'Europe', 'completed', ${at})`.execute(api.db)
    await sql`insert into activity_logs (organization_id, actor_id, id, "timestamp", action, resource_type, user_id)
      values (${whose}, ${uuid()}, ${at}, 'login', 'account', ${person.userId})`.execute(api.db)
  }
  return { clerk, person, name }
}

type Traced = Awaited<ReturnType<typeof traced>>

async function erase({ clerk, person, name }: Traced) {
  const { status } = await clerk.call(privacy.erase, { params: { id: person.id }, body: { name } })
  expect(status).toBe(200)
}

/** The rows of the copy that name a person, by source; with `stored`, those that only await a merge as well. */
async function namedIn(store: CopyStore, { person }: Traced, stored = false) {
  const found: Record<string, number> = {}
  for (const source of sources) {
    const columns = Object.keys(source.members).map(kind => `${memberColumn(kind)} = '${person.id}'`)
    if (columns.length === 0) continue
    const [row] = await store.query<{ count: string }>(
      `select count() as count from ${tableOf(source)} ${stored ? '' : 'final'} where ${columns.join(' or ')}`,
    )
    if (Number(row?.count) > 0) found[source.name] = Number(row?.count)
  }
  return found
}

const everywhere = { translation: 2, conversations: 2, turns: 2, 'device-events': 2, activity: 2 }
/** The activity log keeps under its seals which user id signed in, and so does the copy. */
const sealed = { activity: 2 }

/** Lets ClickHouse merge by age, as it does on its own within an hour, and expects only sealed rows in its files. */
async function expectOnlySealed(store: CopyStore, of: Traced) {
  expect(await namedIn(store, of)).toEqual(sealed)
  for (const source of sources)
    await store.command(`alter table ${tableOf(source)} modify setting min_age_to_force_merge_seconds = 1`)
  await expect.poll(() => namedIn(store, of, true), { timeout: 60_000, interval: 1_000 }).toEqual(sealed)
}

describe.skipIf(!chdb)('the copy in ClickHouse (needs TEST_CHDB)', { timeout: 300_000 }, () => {
  test('has nothing of an erased person but what the activity log seals', async ({ api }) => {
    const { store } = await openCopy()
    const person = await traced(api)
    const callers = await callersOf(api)
    await rollUp(api)
    await copyAll(api, store)
    expect(await namedIn(store, person)).toEqual(everywhere)

    await erase(person)
    await rollUp(api)
    await copyAll(api, store)
    await expectOnlySealed(store, person)
    stopClock()
    expect(await expectSameAnswers(api, store, callers)).toMatchObject({ embedded: 0, failed: 0 })
  })

  test('has nothing of a person who was erased while ClickHouse was away', async ({ api }) => {
    const { clickhouse, store } = await openCopy()
    const person = await traced(api)
    await rollUp(api)
    await copyAll(api, store)
    await clickhouse.kill()
    await erase(person)
    await rollUp(api)
    await expect(copyAll(api, store)).rejects.toThrow()

    await clickhouse.start()
    await store.ping()
    expect(await namedIn(store, person)).toEqual(everywhere)
    await copyAll(api, store)
    await expectOnlySealed(store, person)
  })

  test('has nothing of a person whose rows were listed, or on their way, when they were erased', async ({
    api,
  }) => {
    const { store } = await openCopy()
    await copyAll(api, store)
    const listed = await traced(api)
    await rollUp(api)
    await erase(listed)
    await rollUp(api)
    await copyAll(api, store)
    await expectOnlySealed(store, listed)

    const onTheWay = await traced(api)
    await rollUp(api)
    let erased = false
    // The relay has read the rows, and inserts them after they were erased.
    await copyAll(api, {
      ...store,
      async insert(table, rows, token) {
        if (!erased && rows.length > 0 && table === tableOf({ name: 'turns' })) {
          erased = true
          await erase(onTheWay)
          await rollUp(api)
        }
        await store.insert(table, rows, token)
      },
    })
    expect(erased).toBe(true)
    await rollUp(api)
    await copyAll(api, store)
    await expectOnlySealed(store, onTheWay)
  })

  test('drops the months that retention drops, also while ClickHouse is away or after it was restored', async ({
    api,
  }) => {
    await fillApi(api, { scale: 0.01 })
    const { clickhouse, store } = await openCopy()
    const { db } = api.services.database
    const callers = (await callersOf(api)).slice(0, 1)
    stopClock()
    await rollUp(api)
    await copyAll(api, store)
    const retained = sources.filter(({ retention }) => retention)
    const retain = async (days: number) => {
      const kinds = new Set(retained.map(({ retention }) => `${retention}:${days}`))
      const config = { ...api.services.config, RETENTION: parseRetentionDays([...kinds].join(',')) }
      await enforceRetention({ database: api.services.database, config })
      return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 7)
    }
    /** The months of all sources in the files of ClickHouse that are older. */
    const older = async (month: string) => {
      const counts = retained.map(
        source => `select uniqExact(toYYYYMM(at)) as months from ${tableOf(source)} where at < '${month}-01'`,
      )
      const [row] = await store.query<{ months: string }>(
        `select sum(months) as months from (${counts.join(' union all ')})`,
      )
      return Number(row?.months)
    }

    const first = await retain(200)
    expect(await older(first)).toBeGreaterThan(5)
    await expectSameAnswers(api, store, callers)
    await copyAll(api, store)
    expect(await older(first)).toBe(0)
    expect((await expectSameAnswers(api, store, callers)).failed).toBe(0)

    await clickhouse.kill()
    const second = await retain(100)
    await expect(copyAll(api, store)).rejects.toThrow()
    await clickhouse.start()
    await store.ping()
    expect(await older(second)).toBeGreaterThan(0)
    await copyAll(api, store)
    expect(await older(second)).toBe(0)

    // As from a backup: rows of a dropped month, and a batch that PostgreSQL does not know.
    const { begun } = await db
      .selectFrom('rollup_copies')
      .select('begun')
      .where('source', '=', 'visits')
      .executeTakeFirstOrThrow()
    const row = { organization_id: serviceOrganization, at: '2020-01-01T00:00:00Z', id: uuid(), version: 1 }
    await store.insert(tableOf({ name: 'visits' }), [{ ...row, deleted: false }], uuid())
    await store.insert('voicedeck_batches', [{ source: 'visits', version: begun + 5 }], uuid())
    expect(await older(second)).toBe(1)
    await copyAll(api, store)
    expect(await older(second)).toBe(0)
    expect(await expectSameAnswers(api, store, callers)).toMatchObject({ failed: 0 })
  })
})
