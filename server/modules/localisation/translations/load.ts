import type { Language } from '#contract/kit/language.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts } from './bundled.ts'
import { loadCheckContext } from './checks/context.ts'
import { listDescriptions, listPublished, listTexts } from './queries.ts'
import type { LanguageTexts } from './texts.ts'

/** Loads the edited texts of a language, or one of them, with what their checks depend on. */
export async function loadLanguageTexts(db: Db, language: Language, at?: string): Promise<LanguageTexts> {
  // Sequential, because a transaction has one connection.
  const rows = await listTexts(db, language, at)
  const english = new Map([...bundledTexts().en, ...(await listPublished(db, 'en'))])
  const descriptions = await listDescriptions(db)
  const checks = await loadCheckContext(db, language, english, at)
  return { language, rows, english, descriptions, checks }
}
