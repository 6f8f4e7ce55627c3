import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/kit/language.ts'
import { gistOf, mainForm } from '#contract/localisation/text-memory.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts, splitTextKey } from './bundled.ts'
import { countRevisions, listPublished } from './queries.ts'

let release: string | undefined

/** Identifies the English texts of the release. */
function releaseToken(): string {
  release ??= createHash('sha256')
    .update(JSON.stringify([...bundledTexts().en]))
    .digest('base64url')
  return release
}

const readToken = (db: Db) => db.selectFrom('text_source_states').select('token').executeTakeFirst()

/** Brings the sources in the database in step with the English that readers see. */
export async function syncSources(db: Db): Promise<void> {
  const token = `${releaseToken()}:${await countRevisions(db, 'en' satisfies Language)}`
  if ((await readToken(db))?.token === token) return
  await db.transaction().execute(async db => {
    // One instance at a time; the others find the work done.
    await sql`select pg_advisory_xact_lock(hashtext('text_sources'))`.execute(db)
    if ((await readToken(db))?.token === token) return
    const published = await listPublished(db, 'en')
    const rows = [...bundledTexts().en].map(([at, forms]) => {
      const source = mainForm(published.get(at) ?? forms)
      return { ...splitTextKey(at), source, gist: gistOf(source) }
    })
    const columns = (['namespace', 'key', 'source', 'gist'] as const).map(name => rows.map(row => row[name]))
    const given = sql`unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::text[])
      as given (namespace, key, source, gist)`
    await sql`insert into text_sources select * from ${given}
      on conflict (namespace, key) do update set source = excluded.source, gist = excluded.gist
      where text_sources.source <> excluded.source`.execute(db)
    await sql`delete from text_sources where not exists (
      select from ${given} where (given.namespace, given.key) = (text_sources.namespace, text_sources.key))`.execute(
      db,
    )
    await db
      .insertInto('text_source_states')
      .values({ token })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ token }))
      .execute()
  })
}

/** Least trigram similarity of a suggestion. */
const minSimilarity = 0.5
/** More are read than shown: some have no translation, others have the same. */
const maxSimilar = 60

interface SimilarSource {
  namespace: string
  key: string
  /** In percent; 100 only for the same source. */
  likeness: number
}

/** Texts with the same or a similar source, the most similar first, and those of the given namespace before others. */
export async function findSimilarSources(
  db: Db,
  source: string,
  namespace: string,
): Promise<SimilarSource[]> {
  const gist = gistOf(source)
  return db.transaction().execute(async db => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true)`.execute(db)
    const { rows } = await sql<SimilarSource>`
      select namespace, key, likeness from (
        select namespace, key, 100 as likeness from text_sources where source = ${source}
        union all
        select namespace, key, least(99, round(text_similarity(gist, ${gist}) * 100))::int as likeness
        from text_sources where is_similar_text(gist, ${gist}) and source <> ${source}
      ) as similar_sources
      order by likeness desc, namespace = ${namespace} desc, namespace, key
      limit ${maxSimilar}`.execute(db)
    return rows
  })
}
