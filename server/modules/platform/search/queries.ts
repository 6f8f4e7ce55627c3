import { sql } from 'kysely'
import { grant } from '#contract/kit/permissions.ts'
import { type Hit, hitsPerResource } from '#contract/platform/search.ts'
import type { UserCall } from '#server/kit/call.ts'
import { canBeFuzzy, type ScoredHit, type SearchTerms } from '#server/kit/table/search.ts'

/**
 * Minimum trigram word similarity of a typo: transposed letters leave `Elas` 0.4 of `Elsa`, and `Zylnider` 0.38 of
 * `Zylinder`. A lower threshold matches too many short words.
 */
const similarityThreshold = (words: string) =>
  words.split(/\s+/).some(({ length }) => length < 6) ? '0.4' : '0.3'
/** Minimum score of a result relative to the best one. */
const relativeCutoff = 0.75

/** Matches in all resources that the caller may list, by the search rules of each table. */
async function scoredHits(call: UserCall, wanted: SearchTerms): Promise<ScoredHit[]> {
  const queries = [...call.request.server.searches.values()].flatMap(({ listedBy, search }) => {
    const granted = grant(call.actor.role, listedBy)
    return (granted && search({ ...call, grant: granted }, wanted, hitsPerResource)) ?? []
  })
  if (queries.length === 0) return []
  const ranked = sql<ScoredHit>`select * from (${sql.join(queries, sql` union all `)}) as hits
    order by score desc, lower(name), id`
  if (!wanted.isFuzzy) return (await ranked.execute(call.db)).rows
  return call.db.transaction().execute(async db => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityThreshold(wanted.words)}, true)`.execute(
      db,
    )
    return (await ranked.execute(db)).rows
  })
}

/** Records that contain the words; only if there are none, records with similar words. */
export async function searchRecords(call: UserCall, words: string): Promise<Hit[]> {
  let scored = await scoredHits(call, { words, isFuzzy: false })
  if (scored.length === 0 && canBeFuzzy(words)) scored = await scoredHits(call, { words, isFuzzy: true })
  const least = Math.min(1, (scored[0]?.score ?? 0) * relativeCutoff)
  return scored
    .filter(({ score }) => score >= least)
    .map(({ resource, id, name, field, value }) => ({
      resource,
      id,
      name,
      matched: value === name ? null : { field, value },
    }))
}
