import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { CoverRequest } from '#contract/alerts/on-call.ts'
import type { Db } from '#server/db/open.ts'
import type { OnCallCovers } from '#server/db/tables/alerts.ts'

const covers = (db: Db) =>
  db
    .selectFrom('on_call_covers as c')
    .innerJoin('on_call_schedules as s', 's.id', 'c.schedule_id')
    .innerJoin('people as asker', 'asker.id', 'c.asker_id')
    .innerJoin('people as asked', 'asked.id', 'c.asked_id')
    .select([
      'c.id',
      'c.organization_id',
      'c.schedule_id',
      's.name as schedule_name',
      's.time_zone',
      'c.asker_id',
      'asker.name as asker_name',
      'c.asked_id',
      'asked.name as asked_name',
      'c.starts_at',
      'c.ends_at',
      'c.return_starts_at',
      'c.return_ends_at',
      'c.state',
      'c.created_at',
    ])

type CoverRow = Awaited<ReturnType<typeof findCover>> & object

/** Locks a cover request. */
export const findCover = (db: Db, id: string) =>
  covers(db).where(sql<boolean>`c.id::text = ${id}`).forUpdate('c').executeTakeFirst()

/** Cover requests of a person and to them that are not over, newest first. */
export const listCovers = (db: Db, personId: string) =>
  covers(db)
    .where(({ or, eb }) => or([eb('c.asker_id', '=', personId), eb('c.asked_id', '=', personId)]))
    .where('c.ends_at', '>', sql<string>`now()`)
    .where('c.state', '<>', 'withdrawn')
    .orderBy('c.created_at', 'desc')
    .limit(50)
    .execute()

/** Whether a person has asked another for the same shift, and waits for the answer. */
export async function hasOpenCover(
  db: Db,
  asked: Pick<OnCallCovers, 'schedule_id' | 'asker_id' | 'asked_id' | 'starts_at' | 'ends_at'>,
): Promise<boolean> {
  let query = db.selectFrom('on_call_covers').select('id').where('state', '=', 'open')
  for (const [column, value] of Object.entries(asked))
    query = query.where(column as keyof typeof asked, '=', value)
  return (await query.executeTakeFirst()) !== undefined
}

export async function insertCover(
  db: Db,
  values: Omit<OnCallCovers, 'id' | 'state' | 'created_at' | 'answered_at'>,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('on_call_covers')
    .values({ ...values, id })
    .execute()
  return id
}

export const setCoverState = (db: Db, id: string, state: CoverRequest['state']) =>
  db.updateTable('on_call_covers').set({ state, answered_at: sql`now()` }).where('id', '=', id).execute()

/** A cover request as in responses. */
export const toCover = (row: CoverRow): CoverRequest => ({
  id: row.id,
  schedule_id: row.schedule_id,
  schedule_name: row.schedule_name,
  asker: { id: row.asker_id, name: row.asker_name },
  asked: { id: row.asked_id, name: row.asked_name },
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  in_return:
    row.return_starts_at && row.return_ends_at
      ? { starts_at: row.return_starts_at, ends_at: row.return_ends_at }
      : null,
  state: row.state,
  created_at: row.created_at,
})
