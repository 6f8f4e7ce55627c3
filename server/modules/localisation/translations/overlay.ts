import { createHash } from 'node:crypto'
import type { Language } from '#contract/kit/language.ts'
import type { PublishedTexts } from '#contract/localisation/published-texts.ts'
import { isSame } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts, splitTextKey, toI18nextKeys } from './bundled.ts'
import { countRevisions, listPublished } from './queries.ts'
import { breaksRelease } from './texts.ts'

interface Overlay {
  texts: PublishedTexts
  /** Content hash. */
  etag: string
}

/**
 * The published texts that override bundled ones. Omits texts that equal the release, and texts that would break it
 * because they were published for an English text with other placeholders.
 */
async function readOverlay(db: Db, language: Language): Promise<Overlay> {
  const bundled = bundledTexts()
  const texts: PublishedTexts = {}
  for (const [at, forms] of await listPublished(db, language)) {
    if (!bundled.en.has(at) || isSame(forms, bundled[language].get(at) ?? {})) continue
    if (breaksRelease(language, at, forms)) continue
    const { namespace, key } = splitTextKey(at)
    texts[namespace] = { ...texts[namespace], ...Object.fromEntries(toI18nextKeys(key, forms)) }
  }
  return { texts, etag: `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"` }
}

export type GetOverlay = (language: Language) => Promise<Overlay>

/** Caches the overlay of each language until its texts change. */
export function createOverlayCache(db: Db): GetOverlay {
  const cache = new Map<Language, { revisions: number; overlay: Overlay }>()
  return async language => {
    const revisions = await countRevisions(db, language)
    const known = cache.get(language)
    if (known?.revisions === revisions) return known.overlay
    const overlay = await readOverlay(db, language)
    cache.set(language, { revisions, overlay })
    return overlay
  }
}
