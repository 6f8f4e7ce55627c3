import type { Db } from '#server/db/open.ts'

export const findPersonName = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'user_id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
