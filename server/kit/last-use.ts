import { sql } from 'kysely'
import { type Db, withoutWaiting } from '../db/open.ts'

/** Whether a row's last use has to be recorded, which is done at most once a minute. */
export const isUseStale = (table: 'sessions' | 'api_keys') =>
  sql<boolean>`coalesce(${sql.ref(`${table}.last_used_at`)} < now() - interval '1 minute', true)`

/** Records that rows are in use now; not within a transaction. */
export async function recordUse(
  db: Db,
  table: 'sessions' | 'api_keys',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable(table)
    .set({ last_used_at: sql`now()` })
    .where('id', 'in', ids)
    .returning(withoutWaiting)
    .execute()
}
