import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Refusal } from '#contract/kit/refusal.ts'
import type { ChangeSince } from '#contract/kit/undo.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor, AuthenticatedCall, Program } from '../call.ts'
import type { Selected } from '../handlers.ts'

export type Job = Selectable<Tables['bulk_jobs']>
export type JobRow = Selectable<Tables['bulk_rows']>
type NewJob = Pick<Insertable<Tables['bulk_jobs']>, 'id' | 'resource' | 'act' | 'patch' | 'undoes'>

/** The result for a row. */
export interface RowResult {
  position: number
  verdict: 'done' | 'skipped'
  reason: JobRow['reason']
  detail: string | null
  refusals: readonly Refusal[]
  /** The version after the action. */
  version: number | null
  /** What was changed since, for an undo. */
  changes: readonly ChangeSince[]
  /** Display name, if it was not stored with the row. */
  title: string | null
}

/** Who orders a job: a person by their session, or a program by its API key. */
const orderedBy = (actor: Actor | Program) =>
  'sessionId' in actor
    ? { actor_id: actor.id, session_id: actor.sessionId, has_step_up: actor.hasRecentStepUp }
    : { api_key_id: actor.id }

/** Adds a job without rows. */
export async function addJob({ db, actor, request }: AuthenticatedCall, job: NewJob): Promise<void> {
  await db
    .insertInto('bulk_jobs')
    .values({
      ...job,
      organization_id: actor.organizationId,
      ...orderedBy(actor),
      request_id: request.id,
      ip: request.ip,
    })
    .execute()
}

/** Stores the rows of a job, up to a limit. @returns their number */
export async function snapshotRows(
  db: Db,
  id: string,
  selected: RawBuilder<Selected>,
  limit: number,
): Promise<number> {
  const added = await sql`
    insert into bulk_rows (job_id, position, row_id, title, version)
    select ${id}, row_number() over (order by id), id, title, version from (${selected} limit ${limit}) as selected`.execute(
    db,
  )
  return setTotal(db, id, Number(added.numAffectedRows))
}

/** @returns the number */
export async function setTotal(db: Db, id: string, total: number): Promise<number> {
  await db.updateTable('bulk_jobs').set({ total }).where('id', '=', id).execute()
  return total
}

const runningJob = (db: Db, id: string) =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).where('state', '=', 'running')

export const findRunningJob = (db: Db, id: string) => runningJob(db, id).executeTakeFirst()

/** A running job, locked so that only one worker processes it. */
export const lockRunningJob = (db: Db, id: string) => runningJob(db, id).forUpdate().executeTakeFirst()

export const nextRows = (db: Db, id: string, limit: number) =>
  db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('job_id', '=', id)
    .where('verdict', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Stores the results of rows and updates the counts of the job. */
export async function saveResults(db: Db, id: string, results: readonly RowResult[]): Promise<void> {
  await sql`
    update bulk_rows r
    set verdict = o.verdict, reason = o.reason, detail = o.detail, refusals = o.refusals, version = o.version,
      changes = o.changes, title = coalesce(r.title, o.title)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as o (position int, verdict text, reason text, detail text, refusals jsonb, version int,
        changes jsonb, title text)
    where r.job_id = ${id} and r.position = o.position`.execute(db)
  const done = results.filter(({ verdict }) => verdict === 'done').length
  await db
    .updateTable('bulk_jobs')
    .set(job => ({
      done: job('done', '+', done),
      skipped: job('skipped', '+', results.length - done),
    }))
    .where('id', '=', id)
    .execute()
  await countUndone(db, id, done)
}

/** Counts rows as undone in the job that is undone, as no longer undone in the one that it had undone, and so on. */
const countUndone = (db: Db, id: string, done: number) =>
  sql`
    with recursive chain (id, sign) as (
      select undoes, 1 from bulk_jobs where id = ${id} and undoes is not null
      union all
      select undoes, -sign from chain join bulk_jobs using (id) where undoes is not null
    )
    update bulk_jobs set undone = greatest(undone + sign * ${done}::int, 0) from chain where bulk_jobs.id = chain.id`.execute(
    db,
  )

/** Ends a running job. @returns the job; undefined if it had already ended */
export const endJob = (db: Db, id: string, state: 'finished' | 'cancelled') =>
  db
    .updateTable('bulk_jobs')
    .set({ state, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()

/** Deletes jobs, with their rows, that ended some days ago. */
export const deleteOldJobs = (db: Db, days: number) =>
  db
    .deleteFrom('bulk_jobs')
    .where('finished_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .execute()
