import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

export const listViolations = (db: Db, limit: number) =>
  db
    .selectFrom('rate_limit_violations')
    .select(['id', 'timestamp', 'endpoint', 'ip_address', 'user_id', 'limit'])
    .orderBy('timestamp', 'desc')
    .limit(limit)
    .execute()

export async function countRecentViolations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rate_limit_violations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('timestamp', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return count
}
