import { type RawBuilder, sql } from 'kysely'
import { fieldMeta } from '#contract/kit/fields.ts'
import type { Listing } from '#contract/kit/listing.ts'
import type { Hit } from '#contract/platform/search.ts'

/** Words of a global search. */
export interface SearchTerms {
  words: string
  /** Whether similar words match as well, for typing errors. */
  isFuzzy: boolean
}

/** A hit and its score: 4 is the exact text, from 1 on the words occur as typed, below 1 they are similar. */
export type ScoredHit = Omit<Hit, 'matched'> & { field: string; value: string; score: number }

/** Shorter words match only at the beginning of a word, where an index still helps. */
const minWordLength = 3
/** Words that are matched by similarity: shorter ones have too many similar words, and trigrams hold letters and digits. */
const fuzzyWord = /^[\p{L}\p{N}]{4,}$/u
/** Ranked rows per field: with more hits, the order no longer matters. */
const maxRanked = 1_000

const plain = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const wordsOf = ({ words }: SearchTerms) => words.split(/\s+/)

/** Whether any of the words can match by similarity. */
export const canBeFuzzy = (words: string) => words.split(/\s+/).some(word => fuzzyWord.test(word))

function holds(field: RawBuilder<unknown>, word: string, mistyped: boolean): RawBuilder<boolean> {
  if (mistyped && fuzzyWord.test(word)) return sql`resembles(${field}, ${word})`
  const text = plain(word)
  if (word.length < minWordLength)
    return sql`(${field} ilike ${`${text}%`} or ${field} ilike ${`% ${text}%`})`
  return sql`${field} ilike ${`%${text}%`}`
}

function scoreOf(field: RawBuilder<unknown>, { words, isFuzzy }: SearchTerms): RawBuilder<number> {
  if (isFuzzy) return sql`least(likeness(${field}, ${words}), 0.99)`
  const text = plain(words)
  return sql`case when ${field} ilike ${text} then 4 when ${field} ilike ${`${text}%`} then 3
    when ${field} ilike ${`% ${text}%`} then 2 else 1 end`
}

interface Searched {
  resource: string
  listing: Listing
  source: RawBuilder<unknown>
  /** The rows that the caller may see. */
  scope: RawBuilder<unknown>
  /** Whether the caller sees personal fields; if not, they are not searched. */
  personal: boolean
}

/**
 * A query for the rows with a field that contains all words; null if the caller may not see the rows' titles. Each field
 * is searched separately, because an index covers one table.
 */
export function searchQuery(
  { resource, listing, source, scope, personal }: Searched,
  wanted: SearchTerms,
  limit: number,
): RawBuilder<ScoredHit> | null {
  const visible = (name: string) => personal || !fieldMeta(listing.schema.shape[name]).personal
  const [title] = listing.search
  if (!title || !visible(title)) return null
  const perField = listing.search.filter(visible).map(name => {
    const field = sql.ref(name)
    const all = wordsOf(wanted).map(word => holds(field, word, wanted.isFuzzy))
    return sql`(select id, ${sql.ref(title)} as name, ${name}::text as field, ${field} as value,
      ${scoreOf(field, wanted)} as score
      from ${source} where ${scope} and ${sql.join(all, sql` and `)} limit ${maxRanked})`
  })
  return sql`(select ${resource}::text as resource, * from (
      select distinct on (id) * from (${sql.join(perField, sql` union all `)}) as found
      order by id, score desc, field = ${title} desc) as hits
    order by score desc, lower(name), id limit ${limit})`
}
