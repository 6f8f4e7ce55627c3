import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { last, prepared } from '#server/db/prepared-statements.ts'
import { newDatabase } from '#tests/fixtures/database.ts'

/** A database with one connection, and the round trips that it makes. */
async function oneConnection() {
  const { connectionString, drop } = await newDatabase()
  const { db, pool, close } = openDatabase(connectionString, () => {}, 1)
  onTestFinished(async () => {
    await close()
    await drop()
  })
  let trips = 0
  pool.on('connect', client =>
    (client as unknown as { connection: NodeJS.EventEmitter }).connection.on('readyForQuery', () => {
      trips += 1
    }),
  )
  await sql`create table things (id int primary key, other int references things deferrable initially deferred)`.execute(
    db,
  )
  const countTrips = async (work: () => Promise<unknown>) => {
    const before = trips
    await work()
    return trips - before
  }
  const ids = async () =>
    (await sql<{ id: number }>`select id from things order by id`.execute(db)).rows.map(({ id }) => id)
  return { db, ids, countTrips }
}

const add = (id: number, other: number | null = null) =>
  sql`${prepared} insert into things (id, other) values (${id}, ${other})`
const addLast = (id: number, other: number | null = null) =>
  sql`${prepared}${last} insert into things (id, other) values (${id}, ${other})`

test('a transaction makes one round trip for each statement, and none to begin and to commit', async () => {
  const { db, ids, countTrips } = await oneConnection()
  const twoStatements = (first: number) =>
    db.transaction().execute(async transaction => {
      await add(first).execute(transaction)
      await addLast(first + 1).execute(transaction)
    })
  expect(await countTrips(() => twoStatements(1))).toBe(2)
  expect(await countTrips(() => twoStatements(3))).toBe(2)
  expect(await countTrips(() => db.transaction().execute(tx => addLast(5).execute(tx)))).toBe(1)
  expect(await ids()).toEqual([1, 2, 3, 4, 5])
})

test('a transaction without statements makes no round trip, committed or rolled back', async () => {
  const { db, countTrips } = await oneConnection()
  const trips = await countTrips(async () => {
    await db.transaction().execute(async () => {})
    await expect(
      db.transaction().execute(async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
  })
  expect(trips).toBe(0)
})

test('a transaction without a last statement commits with a round trip of its own', async () => {
  const { db, ids, countTrips } = await oneConnection()
  expect(await countTrips(() => db.transaction().execute(tx => add(1).execute(tx)))).toBe(2)
  expect(await ids()).toEqual([1])
})

test('a failed first statement leaves no transaction open', async () => {
  const { db, ids } = await oneConnection()
  const failing = db.transaction().execute(tx => sql`${prepared} select ${1}::int from missing`.execute(tx))
  await expect(failing).rejects.toThrow('missing')
  await add(1).execute(db)
  await expect(db.transaction().execute(tx => add(1).execute(tx))).rejects.toThrow('duplicate key')
  await db.transaction().execute(tx => addLast(2).execute(tx))
  expect(await ids()).toEqual([1, 2])
})

test('a failed last statement rolls the others back', async () => {
  const { db, ids } = await oneConnection()
  const failing = db.transaction().execute(async tx => {
    await add(1).execute(tx)
    await addLast(1).execute(tx)
  })
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await ids()).toEqual([])
})

test('a commit that fails with the last statement rejects', async () => {
  const { db, ids } = await oneConnection()
  const failing = db.transaction().execute(async tx => {
    await add(1).execute(tx)
    await addLast(2, 99).execute(tx)
  })
  await expect(failing).rejects.toThrow('foreign key')
  expect(await ids()).toEqual([])
})

test('an error that was swallowed is not committed by the last statement', async () => {
  const { db, ids } = await oneConnection()
  const failing = db.transaction().execute(async tx => {
    await add(1).execute(tx)
    await add(1)
      .execute(tx)
      .catch(() => {})
    await addLast(2).execute(tx)
  })
  await expect(failing).rejects.toThrow('aborted')
  expect(await ids()).toEqual([])
})

test('a statement never runs if its begin failed', async () => {
  const { db, ids } = await oneConnection()
  await sql`deallocate ${sql.id('begin')}`.execute(db)
  await expect(db.transaction().execute(tx => addLast(1).execute(tx))).rejects.toThrow(
    '"begin" does not exist',
  )
  expect(await ids()).toEqual([])
})

test('several statements in one text still open with their transaction', async () => {
  const { db, ids } = await oneConnection()
  const failing = db.transaction().execute(async tx => {
    await sql`insert into things values (1); insert into things values (2)`.execute(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await ids()).toEqual([])
})

test('outside a transaction, a last statement is a statement like any other', async () => {
  const { db, ids } = await oneConnection()
  await addLast(1).execute(db)
  await db.transaction().execute(tx => add(2).execute(tx))
  expect(await ids()).toEqual([1, 2])
})
