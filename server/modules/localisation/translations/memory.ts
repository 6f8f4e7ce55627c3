import type { TextSuggestion } from '#contract/localisation/interface-texts.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import type { Db } from '#server/db/open.ts'
import { notFound } from '#server/kit/problem.ts'
import { splitTextKey } from './bundled.ts'
import { findSimilarSources, syncSources } from './memory-queries.ts'
import { getTextAt, loadLanguageTexts, resolveTextId } from './texts.ts'

const maxSuggestions = 5

/** Translations of texts whose source is similar to that of a text, without those of a changed source. */
export async function suggestTranslations(db: Db, id: string): Promise<TextSuggestion[]> {
  const resolved = resolveTextId(id)
  if (!resolved) throw notFound('This text')
  const { language, at } = resolved
  // English is the source of all others.
  if (language === 'en') return []
  await syncSources(db)
  const written = await loadLanguageTexts(db, language)
  const source = mainForm(getTextAt(written, at).source)
  const similar = await findSimilarSources(db, source, splitTextKey(at).namespace)
  const seen = new Set<string>()
  const suggestions: TextSuggestion[] = []
  for (const { namespace, key, likeness } of similar) {
    const place = `${namespace}:${key}`
    if (place === at || suggestions.length === maxSuggestions) continue
    const text = getTextAt(written, place)
    const forms = text.published ?? text.bundled
    if (!forms || text.is_outdated) continue
    const content = JSON.stringify([text.source, forms])
    if (seen.has(content)) continue
    seen.add(content)
    suggestions.push({ id: text.id, namespace, key, likeness, source: text.source, forms })
  }
  return suggestions
}
