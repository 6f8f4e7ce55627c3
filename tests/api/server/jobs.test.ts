// @module-tag thorough

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { v7 as uuid } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { makePartitionsAhead, migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { importDatabase } from '#server/db/transfer/index.ts'
import { scheduleJobs } from '#server/jobs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { openJobs } from '#server/kit/jobs.ts'
import { pruneSignIn } from '#server/modules/identity/index.ts'
import { type Api, newPerson, test } from '#tests/fixtures/api.ts'
import { newDatabase } from '#tests/fixtures/database.ts'
import { query } from '#tests/fixtures/embedded.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** The first of a month so many months ahead, in UTC, at noon. */
function monthAhead(months: number) {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1, 12))
}
const partitionOf = (table: string, month: Date) =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`

/** A visit of a page at a time. */
async function visit({ db }: Api, at: Date) {
  const id = uuid()
  const row = { id, organization_id: serviceOrganization, visitor_id: 'v', path: '/', ts: at.toISOString() }
  await db.insertInto('page_visits').values(row).execute()
  return id
}

/** The partition that a visit is kept in. */
async function placeOf({ db }: Api, id: string) {
  const found = await sql<{ place: string }>`
    select tableoid::regclass::text as place from page_visits where id = ${id}`.execute(db)
  return found.rows.map(({ place }) => place)
}

const urlOf = ({ services }: Api) => services.database.pool.options.connectionString as string

describe('partitions', () => {
  test('are created ahead for every monthly table, also when requested repeatedly', async ({ api }) => {
    const month = monthAhead(5)
    const early = await visit(api, month)
    expect(await placeOf(api, early)).toEqual(['page_visits_other'])
    await makePartitionsAhead(api.db, 6)
    await makePartitionsAhead(api.db, 6)
    for (const table of ['activity_logs', 'device_events', 'messages', 'translation_sessions'])
      await sql`select from ${sql.table(partitionOf(table, monthAhead(6)))}`.execute(api.db)

    expect(await placeOf(api, early), 'moved out of the default partition').toEqual([
      partitionOf('page_visits', month),
    ])
    expect(await placeOf(api, await visit(api, month))).toEqual([partitionOf('page_visits', month)])
    expect(await placeOf(api, await visit(api, monthAhead(30)))).toEqual(['page_visits_other'])
  })

  test('time out within seconds while a long read holds the table, and are created later', async ({
    api,
  }) => {
    await visit(api, monthAhead(8))
    const reader = new pg.Client({ connectionString: urlOf(api) })
    await reader.connect()
    await reader.query('begin; lock table page_visits in access share mode')
    await expect(makePartitionsAhead(api.db, 8)).rejects.toThrow('lock timeout')
    await reader.query('commit')
    await reader.end()
    await makePartitionsAhead(api.db, 8)
  })
})

test('sessions and mailed tokens that ended 30 days ago are deleted', async ({ api }) => {
  const { id: person_id, sessionId } = await newPerson(api.db, 'admin')
  const session = async (expires_at: string, revoked_at: string | null = null) => {
    const id = uuid()
    await api.db.insertInto('sessions').values({ id, person_id, expires_at, revoked_at }).execute()
    return id
  }
  const token = (name: string, expires_at: string, used_at: string | null = null) =>
    api.db
      .insertInto('mailed_tokens')
      .values({ token_hash: Buffer.from(name), person_id, purpose: 'verify_email', expires_at, used_at })
      .execute()
  const kept = [sessionId, await session(inDays(-29)), await session(inDays(9), inDays(-29))]
  await session(inDays(-31))
  await session(inDays(9), inDays(-31))
  await token('open', inDays(1))
  await token('lately expired', inDays(-29))
  await token('long expired', inDays(-31))
  await token('long used', inDays(1), inDays(-31))

  await pruneSignIn(api.db, 30)
  const sessions = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', person_id)
    .execute()
  expect(sessions.map(({ id }) => id).sort()).toEqual(kept.sort())
  const tokens = await api.db
    .selectFrom('mailed_tokens')
    .select('token_hash')
    .where('person_id', '=', person_id)
    .execute()
  expect(tokens.map(({ token_hash }) => String(token_hash)).sort()).toEqual(['lately expired', 'open'])
})

test('a scheduled backup is complete and can be restored', async ({ api }) => {
  await newPerson(api.db, 'operator', serviceOrganization, 'Kept by the backup')
  const jobs = openJobs(urlOf(api), api.services.log)
  scheduleJobs({ ...api.services, jobs }, urlOf(api))
  await jobs.start()
  onTestFinished(() => jobs.stop())
  const clock = new PgBoss({
    connectionString: urlOf(api),
    schema: 'jobs',
    schedule: false,
    supervise: false,
  })
  await clock.start()
  const sent = [await clock.send('backup', {}), await clock.send('backup', {})]
  await clock.stop()
  expect(sent, 'one at a time').toEqual([expect.any(String), null])

  const folder = join(api.services.config.DATA_DIR, 'backups')
  const file = await vi.waitFor(
    async () => {
      const names = (await readdir(folder)).filter(name => name.endsWith('.vdx'))
      expect(names).toHaveLength(1)
      return join(folder, names[0] ?? '')
    },
    { timeout: 20_000, interval: 100 },
  )

  const { connectionString, drop } = await newDatabase('template0')
  onTestFinished(drop)
  await importDatabase({
    connectionString,
    file,
    async migrate(level) {
      const { db, close } = openDatabase(connectionString, () => {}, 1)
      await migrate(db, level).finally(close)
    },
  })
  const people = 'select id, name, user_id from people order by id'
  const restored = await query(connectionString, people)
  expect(restored).toContainEqual(expect.objectContaining({ name: 'Kept by the backup' }))
  expect(restored).toEqual(await query(urlOf(api), people))
})
