import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** Whether a bulk job or import, or an undo of it, is running. */
export async function isRunning(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (select from bulk_jobs where (id = ${id} or undoes = ${id}) and state = 'running')
      or exists (select from imports where id = ${id} and state = 'applying') as is_running`.execute(db)
  return rows[0]?.is_running ?? false
}

/** Whether nothing is left of a bulk job; false if it was deleted meanwhile. */
export async function isUndone(db: Db, id: string): Promise<boolean> {
  const job = await db
    .selectFrom('bulk_jobs')
    .select(['done', 'undone'])
    .where('id', '=', id)
    .executeTakeFirst()
  return job !== undefined && job.done <= job.undone
}
