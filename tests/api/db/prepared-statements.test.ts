import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { prepared, preparedList } from '#server/db/prepared-statements.ts'
import { newDatabase } from '#tests/fixtures/database.ts'

/** A database with one connection, so that all statements share it. */
async function oneConnection() {
  const { connectionString, drop } = await newDatabase()
  const { db, close } = openDatabase(connectionString, () => {}, 1)
  onTestFinished(async () => {
    await close()
    await drop()
  })
  const names = async () =>
    (
      await sql<{ name: string }>`select name from pg_prepared_statements
        where name not in ('begin', 'commit')`.execute(db)
    ).rows.map(({ name }) => name)
  return { db, names }
}

test('marked statements are prepared once, and answer for each parameter', async () => {
  const { db, names } = await oneConnection()
  const add = async (summand: number) =>
    (await sql<{ sum: number }>`${prepared} select ${summand}::int + 1 as sum`.execute(db)).rows[0]?.sum
  await sql`select ${1}::int as unmarked`.execute(db)
  expect(await names()).toEqual([])
  expect([await add(1), await add(41), await add(-1)]).toEqual([2, 42, 0])
  expect(await names()).toHaveLength(1)
})

test.each([
  { kind: 'statements on records', mark: prepared, limit: 200, other: preparedList },
  { kind: 'lists', mark: preparedList, limit: 100, other: prepared },
])('no more $kind are prepared than a connection should hold', async ({ mark, limit, other }) => {
  const { db, names } = await oneConnection()
  for (let statement = 0; statement < limit + 10; statement += 1) {
    const text = sql`${mark} select ${statement}::int as ${sql.ref(`value_${statement}`)}`
    expect((await text.execute(db)).rows[0]).toEqual({ [`value_${statement}`]: statement })
  }
  expect(await names()).toHaveLength(limit)
  await sql`${other} select ${1}::int as other`.execute(db)
  expect(await names(), 'the other kind has room').toHaveLength(limit + 1)
})

test('a prepared statement goes on after a migration has added a column', async () => {
  const { db } = await oneConnection()
  await sql`create table things (id int primary key, name text)`.execute(db)
  await sql`insert into things values (1, 'first')`.execute(db)
  const find = async () =>
    (await sql`${prepared} select id, name from things where id = ${1}`.execute(db)).rows[0]
  expect(await find()).toEqual({ id: 1, name: 'first' })
  await sql`alter table things add column note text default 'new'`.execute(db)
  expect(await find()).toEqual({ id: 1, name: 'first' })
})
