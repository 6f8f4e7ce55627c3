import { sql } from 'kysely'
import type { Db } from './open.ts'

/**
 * The database's time in milliseconds of the epoch, which all instances share. Whatever is due at a time is compared with
 * it, so an instance with a wrong clock must not compute that time by its own.
 */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return Date.parse((rows[0] as { now: string }).now)
}
