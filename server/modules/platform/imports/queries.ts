import { type Kysely, sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Language } from '#contract/kit/language.ts'
import type { Import, ImportRow } from '#contract/platform/imports.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Actor } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import type { Mapping } from './mapping.ts'
import type { FileRows } from './read-file.ts'

export type Verdict = Pick<ImportRow, 'verdict' | 'reason' | 'refusals' | 'record_id'> & {
  digest: Buffer | null
}
export type JudgedRow = Verdict & { position: number }
type State = Import['state']

/** Rows per statement. */
const batchSize = 1_000

export async function keepFile(
  db: Db,
  actor: Actor,
  file: { resource: string; name: string; language: Language; mapping: Mapping },
  { headings, rows }: FileRows,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('imports')
    .values({
      id,
      person_id: actor.id,
      session_id: actor.sessionId,
      resource: file.resource,
      file_name: file.name,
      language: file.language,
      headings: JSON.stringify(headings),
      mapping: JSON.stringify(file.mapping),
      rows: rows.length,
    })
    .execute()
  for (let start = 0; start < rows.length; start += batchSize) {
    const values = rows
      .slice(start, start + batchSize)
      .map((cells, index) => ({ import_id: id, position: start + index + 2, cells }))
    await db.insertInto('import_rows').values(values).execute()
  }
  return id
}

/** An import of the caller. @throws Problem 404 if there is none, or it belongs to another person. */
export async function findImport(
  db: Db,
  { id: personId }: Actor,
  id: string,
): Promise<Import & { language: Language }> {
  if (!isUuid(id)) throw notFound('This import')
  const row = await db
    .selectFrom('imports')
    .select([
      'id',
      'resource',
      'file_name',
      'language',
      'state',
      'headings',
      'mapping',
      'rows',
      'judged',
      'created_at',
    ])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!row) throw notFound('This import')
  const counts = await db
    .selectFrom('import_rows')
    .select(['verdict', db.fn.countAll<number>().as('count')])
    .where('import_id', '=', row.id)
    .where('verdict', 'is not', null)
    .groupBy('verdict')
    .execute()
  const countOf = (verdict: string) => counts.find(row => row.verdict === verdict)?.count ?? 0
  return { ...row, counts: { new: countOf('new'), known: countOf('known'), rejected: countOf('rejected') } }
}

export async function pageOfRows(
  db: Db,
  id: string,
  { verdict, _start, _end }: { verdict?: ImportRow['verdict'] | undefined; _start: number; _end: number },
) {
  const selection = db
    .selectFrom('import_rows')
    .where('import_id', '=', id)
    .$if(Boolean(verdict), query => query.where('verdict', '=', verdict ?? null))
  const rows = await selection
    .select(['position', 'cells', 'verdict', 'reason', 'refusals', 'record_id'])
    .orderBy('position')
    .offset(_start)
    .limit(_end - _start)
    .execute()
  const { count } = await selection.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { rows, total: count }
}

/** Starts a job and discards previous verdicts. @returns false if another job is running. */
export async function begin(
  db: Db,
  id: string,
  from: readonly State[],
  state: State,
  { sessionId, hasRecentStepUp }: Actor,
  mapping?: Mapping,
) {
  const begun = await db
    .updateTable('imports')

    .set({
      state,
      judged: 0,
      session_id: sessionId,
      has_step_up: hasRecentStepUp,
      ...(mapping && { mapping: JSON.stringify(mapping) }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  if (!begun) return false
  await db
    .updateTable('import_rows')
    .set({ verdict: null, reason: null, refusals: '[]', record_id: null, digest: null })
    .where('import_id', '=', id)
    .where('verdict', 'is not', null)
    .execute()
  return true
}

export const cancel = (db: Db, id: string) =>
  db
    .updateTable('imports')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'applying'])
    .execute()

/** An import in the given state. @param lock prevents concurrent changes, including cancellation. */
export const importAtWork = (db: Db, id: string, state: State, lock = false) =>
  db
    .selectFrom('imports')
    .select(['id', 'resource', 'session_id', 'has_step_up', 'mapping', 'language', 'rows', 'file_name'])
    .where('id', '=', id)
    .where('state', '=', state)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()

/** Updates the progress. @returns false if the job was cancelled. */
export async function progress(db: Db, id: string, state: State, judged: number): Promise<boolean> {
  const updated = await db
    .updateTable('imports')
    .set({ judged })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export const finish = (db: Db, id: string, from: State, state: State) =>
  db.updateTable('imports').set({ state }).where('id', '=', id).where('state', '=', from).execute()

/** The next rows without a verdict, in file order. */
export const rowsToJudge = (db: Db, id: string, after: number, limit: number) =>
  db
    .selectFrom('import_rows')
    .select(['position', 'cells'])
    .where('import_id', '=', id)
    .where('position', '>', after)
    .where('verdict', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

export async function keepVerdicts(db: Db, id: string, rows: readonly JudgedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const part = rows.slice(start, start + batchSize)
    await sql`
      update import_rows set verdict = judged.verdict, reason = judged.reason, refusals = judged.refusals,
        record_id = judged.record_id, digest = decode(judged.digest, 'hex')
      from jsonb_to_recordset(${JSON.stringify(
        part.map(row => ({ ...row, digest: row.digest?.toString('hex') ?? null })),
      )}::jsonb) as judged (position int, verdict text, reason text, refusals jsonb, record_id uuid, digest text)
      where import_id = ${id} and import_rows.position = judged.position`.execute(db)
  }
}

/** Number of occurrences of each digest (hexadecimal) in the rows processed so far. */
export async function digestsMet(db: Db, id: string): Promise<Map<string, number>> {
  const met = await db
    .selectFrom('import_rows')
    .select(['digest', db.fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .where('digest', 'is not', null)
    .groupBy('digest')
    .execute()
  return new Map(met.map(({ digest, count }) => [digest?.toString('hex') ?? '', count]))
}

interface ImportedKey {
  organization_id: string
  resource: string
  digest: Buffer
  occurrence: number
}

/**
 * Claims a row among all rows ever imported; a concurrent import of the same row waits here.
 * @returns the record that was created from it before, if any.
 */
export async function claim(db: Db, key: ImportedKey): Promise<string | null> {
  const taken = await db
    .insertInto('imported_rows')
    .values({ ...key, record_id: null })
    .onConflict(conflict =>
      conflict
        .columns(['organization_id', 'resource', 'digest', 'occurrence'])
        .doUpdateSet({ occurrence: key.occurrence }),
    )
    .returning('record_id')
    .executeTakeFirstOrThrow()
  return taken.record_id
}

export const keepClaim = (db: Db, key: ImportedKey, record_id: string) =>
  db
    .updateTable('imported_rows')
    .set({ record_id })
    .where('organization_id', '=', key.organization_id)
    .where('resource', '=', key.resource)
    .where('digest', '=', key.digest)
    .where('occurrence', '=', key.occurrence)
    .execute()

/** All rejected rows in file order, in batches. */
export async function* rejectedRows(db: Db, id: string) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['position', 'cells', 'reason'])
      .where('import_id', '=', id)
      .where('verdict', '=', 'rejected')
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.position ?? 0
    if (rows.length < batchSize) return
  }
}

/** Deletes files older than a week; the created records stay known. */
export const dropOldImports = (db: Kysely<Tables>) =>
  db.deleteFrom('imports').where('created_at', '<', sql<string>`now() - interval '7 days'`).execute()
