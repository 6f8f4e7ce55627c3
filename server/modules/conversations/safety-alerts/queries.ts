import type { Db } from '#server/db/open.ts'

/** Who somebody is, as far as an acknowledgement tells. */
export const nameOf = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'user_id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
