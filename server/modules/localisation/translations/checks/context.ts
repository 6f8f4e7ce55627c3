import type { Language } from '#contract/kit/language.ts'
import { splitterOf } from '#contract/kit/words.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import { listTermRules } from '../../glossary-terms/queries.ts'
import { bundledTexts } from '../bundled.ts'
import { listPublished, revisionToken } from '../queries.ts'
import type { CheckContext } from './findings.ts'
import { loadDismissals, loadSettings } from './queries.ts'
import { indexRelated, type RelatedIndex } from './related.ts'

/** The index of each language until one of its texts or of its sources changes. */
const indexes = new Map<Language, { token: string; index: RelatedIndex }>()

async function loadRelated(
  db: Db,
  language: Language,
  english: ReadonlyMap<string, Forms>,
): Promise<RelatedIndex> {
  const token = `${await revisionToken(db, language)} ${await revisionToken(db, 'en')}`
  const known = indexes.get(language)
  if (known?.token === token) return known.index
  const seen = new Map([...bundledTexts()[language], ...(await listPublished(db, language))])
  const index = indexRelated(
    new Map([...seen].map(([at, forms]) => [at, { source: english.get(at) ?? {}, forms }])),
  )
  indexes.set(language, { token, index })
  return index
}

/** Loads what the checks of a language depend on, with the dismissals of all texts or of one. */
export async function loadCheckContext(
  db: Db,
  language: Language,
  english: ReadonlyMap<string, Forms>,
  at?: string,
): Promise<CheckContext> {
  // Sequential, because a transaction has one connection.
  const settings = await loadSettings(db)
  const dismissals = await loadDismissals(db, language, at)
  const terms = await listTermRules(db, language)
  const related = await loadRelated(db, language, english)
  const split =
    terms.length === 0 ? null : { source: await splitterOf('en'), target: await splitterOf(language) }
  return { settings, dismissals, terms, termsToken: JSON.stringify(terms), split, related }
}
