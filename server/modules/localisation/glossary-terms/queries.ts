import type { TermRule } from '#contract/localisation/glossary-terms.ts'
import type { Db } from '#server/db/open.ts'

/** The translations in a field with one per line. */
export const linesOf = (value: unknown): string[] =>
  String(value ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** The terms of a language, in alphabetical order. */
export async function listTermRules(db: Db, language: string): Promise<TermRule[]> {
  const rows = await db
    .selectFrom('glossary_terms')
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .select(['id', 'term', 'allowed', 'forbidden', 'note'])
    .orderBy('term')
    .execute()
  return rows.map(({ allowed, forbidden, ...row }) => ({
    ...row,
    allowed: linesOf(allowed),
    forbidden: linesOf(forbidden),
  }))
}
