import { type RawBuilder, sql } from 'kysely'
import { fieldMeta } from '#contract/kit/fields.ts'
import type { Listing } from '#contract/kit/listing.ts'
import type { Hit } from '#contract/platform/search.ts'

/** What is searched for. */
export interface SearchTerms {
  words: string
  /** Whether the words may be mistyped: then the rows are found whose words resemble them. */
  isFuzzy: boolean
}

/** A hit with the goodness of it: 4 is the very text, from 1 on the words are there as typed, below they resemble. */
export type ScoredHit = Omit<Hit, 'matched'> & { field: string; value: string; score: number }

/** Shorter words are found at the beginning of one only, where an index still helps. */
const shortest = 3
/** What may be a mistyped word. Too many resemble a shorter one, and signs are no part of a trigram. */
const mayBeMistyped = /^[\p{L}\p{N}]{4,}$/u
/** Rows of a field that are ranked: what more of them hold is too vague for the order to matter. */
const ranked = 1_000

const plain = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const wordsOf = ({ words }: SearchTerms) => words.split(/\s+/)

/** Whether any of the words can be taken for a mistyped one. */
export const canBeFuzzy = (words: string) => words.split(/\s+/).some(word => mayBeMistyped.test(word))

function holds(field: RawBuilder<unknown>, word: string, mistyped: boolean): RawBuilder<boolean> {
  if (mistyped && mayBeMistyped.test(word)) return sql`resembles(${field}, ${word})`
  const text = plain(word)
  if (word.length < shortest) return sql`(${field} ilike ${`${text}%`} or ${field} ilike ${`% ${text}%`})`
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
  /** What the caller reaches. */
  within: RawBuilder<unknown>
  /** Whether the caller sees personal fields; if not, they are not looked into. */
  personal: boolean
}

/**
 * The rows with a field that holds all of the words, as a query that answers {@link ScoredHit}s; null where the caller
 * may not even see what the rows are called. Each field is looked up by itself, because an index serves one table.
 */
export function searchQuery(
  { resource, listing, source, within, personal }: Searched,
  wanted: SearchTerms,
  most: number,
): RawBuilder<ScoredHit> | null {
  const visible = (name: string) => personal || !fieldMeta(listing.schema.shape[name]).personal
  const [title] = listing.search
  if (!title || !visible(title)) return null
  const found = listing.search.filter(visible).map(name => {
    const field = sql.ref(name)
    const all = wordsOf(wanted).map(word => holds(field, word, wanted.isFuzzy))
    return sql`(select id, ${sql.ref(title)} as name, ${name}::text as field, ${field} as value,
      ${scoreOf(field, wanted)} as score
      from ${source} where ${within} and ${sql.join(all, sql` and `)} limit ${ranked})`
  })
  return sql`(select ${resource}::text as resource, * from (
      select distinct on (id) * from (${sql.join(found, sql` union all `)}) as found
      order by id, score desc, field = ${title} desc) as hits
    order by score desc, lower(name), id limit ${most})`
}
