import { sql } from 'kysely'
import { grant } from '#contract/kit/permissions.ts'
import { type Hit, hitsOfAKind } from '#contract/platform/search.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { canBeMistyped, type ScoredHit, type Wanted } from '#server/kit/table/search.ts'

/**
 * From which word similarity on a word counts as a mistyped one: two letters in the wrong order leave `Elas` 0.4 of
 * `Elsa`, and `Zylnider` 0.38 of `Zylinder`. Too many resemble a short word by less.
 */
const resemblance = (words: string) => (words.split(/\s+/).some(({ length }) => length < 6) ? '0.4' : '0.3')
/** What part of the best hit's likeness the others must have. */
const nearTheBest = 0.75

/** The hits in all kinds of records: in each by its own table's rules, as far as the caller may list it. */
async function scoredHits(call: SignedInCall, wanted: Wanted): Promise<ScoredHit[]> {
  const queries = [...call.request.server.searches.values()].flatMap(({ listedBy, search }) => {
    const granted = grant(call.actor.role, listedBy)
    return (granted && search({ ...call, grant: granted }, wanted, hitsOfAKind)) ?? []
  })
  if (queries.length === 0) return []
  const found = sql<ScoredHit>`select * from (${sql.join(queries, sql` union all `)}) as hits
    order by score desc, lower(name), id`
  if (!wanted.mistyped) return (await found.execute(call.db)).rows
  return call.db.transaction().execute(async db => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${resemblance(wanted.words)}, true)`.execute(
      db,
    )
    return (await found.execute(db)).rows
  })
}

/** The records that hold the words; only if there are none, those whose words resemble them. */
export async function hitsFor(call: SignedInCall, words: string): Promise<Hit[]> {
  let scored = await scoredHits(call, { words, mistyped: false })
  if (scored.length === 0 && canBeMistyped(words)) scored = await scoredHits(call, { words, mistyped: true })
  const least = Math.min(1, (scored[0]?.score ?? 0) * nearTheBest)
  return scored
    .filter(({ score }) => score >= least)
    .map(({ resource, id, name, field, value }) => ({
      resource,
      id,
      name,
      matched: value === name ? null : { field, value },
    }))
}
