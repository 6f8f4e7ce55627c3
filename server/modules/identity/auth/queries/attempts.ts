import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Backoff } from '../sign-in-limits.ts'

const now = sql<string>`now()`

/**
 * Counts an attempt, unless the delay after the previous failures is still running.
 * @returns the number of failures including this one, and for a refused attempt the remaining delay
 */
export async function countAttempt(
  db: Db,
  key: Buffer,
  { freeFailures, baseDelaySeconds, maxDelaySeconds, windowMinutes }: Backoff,
): Promise<{ failures: number; allowed: boolean; waitSeconds: number }> {
  const delay = sql`case when sign_in_attempts.failures < ${freeFailures} then 0
    else least(${maxDelaySeconds}, ${baseDelaySeconds} * power(2, least(sign_in_attempts.failures - ${freeFailures}, 20))) end`
  const isExpired = sql`sign_in_attempts.last_at < now() - make_interval(mins => ${windowMinutes})`
  const waits = sql`not ${isExpired} and sign_in_attempts.last_at + make_interval(secs => ${delay}) > now()`
  const { rows } = await sql<{ failures: number; allowed: boolean; waitSeconds: number }>`
    insert into sign_in_attempts (key, failures, last_at, allowed) values (${key}, 1, now(), true)
    on conflict (key) do update set
      failures = case when ${isExpired} then 1 when ${waits} then sign_in_attempts.failures
        else sign_in_attempts.failures + 1 end,
      last_at = case when ${waits} then sign_in_attempts.last_at else now() end,
      allowed = not (${waits})
    returning failures, allowed,
      extract(epoch from last_at + make_interval(secs => ${delay}) - now())::float8 as "waitSeconds"`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Resets the failures of these keys. */
export const resetAttempts = (db: Db, keys: readonly Buffer[]) =>
  db.deleteFrom('sign_in_attempts').where('key', 'in', keys).execute()

/** Decrements the failures of these keys. */
export const forgiveAttempt = (db: Db, keys: readonly Buffer[]) =>
  db
    .updateTable('sign_in_attempts')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', 'in', keys)
    .execute()

/** @returns true once a day, to the caller that is to send the notification. */
export async function claimNotification(db: Db, key: Buffer): Promise<boolean> {
  const claimed = await db
    .updateTable('sign_in_attempts')
    .set({ notified_at: now })
    .where('key', '=', key)
    .where(({ or, eb }) =>
      or([eb('notified_at', 'is', null), eb('notified_at', '<', sql<string>`now() - interval '1 day'`)]),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}
