import { sql } from 'kysely'
import type { Db } from './open.ts'

/**
 * Makes the partitions of this month and the next `months` of every table that is partitioned by month, which is every
 * one with a default partition. Rows that have landed there move into their month.
 * @throws when the lock of a table cannot be had within seconds; what was made until then stays.
 */
export async function makePartitionsAhead(db: Db, months: number): Promise<void> {
  const parents = await sql<{ name: string }>`
    select relname as name from pg_partitioned_table join pg_class on pg_class.oid = partrelid
    where partdefid <> 0 and relnamespace = current_schema()::regnamespace order by relname`.execute(db)
  for (const { name } of parents.rows) {
    await sql`select month_partitions(${name}, (now() at time zone 'UTC')::date, ${months + 1}::int)`.execute(
      db,
    )
  }
}
