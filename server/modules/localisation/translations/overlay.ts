import { createHash } from 'node:crypto'
import type { Language } from '#contract/kit/language.ts'
import type { PublishedTexts } from '#contract/localisation/published-texts.ts'
import { errorsIn } from '#contract/localisation/text-rules.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts, keysOf, placeOf } from './bundled.ts'
import { actsIn, publishedIn } from './queries.ts'
import { isSame, judge } from './texts.ts'

interface Overlay {
  texts: PublishedTexts
  /** Names the contents: the same texts have the same. */
  etag: string
}

/**
 * What stands in for the bundled texts of a language. Left out is what the release says by now, and what would break
 * it: a text that was published for an English with other placeholders.
 */
async function readOverlay(db: Db, language: Language): Promise<Overlay> {
  const bundled = bundledTexts()
  const written = { language, rows: new Map(), english: bundled.en, descriptions: new Map() }
  const texts: PublishedTexts = {}
  for (const [at, forms] of await publishedIn(db, language)) {
    if (!bundled.en.has(at) || isSame(forms, bundled[language].get(at) ?? {})) continue
    if (errorsIn(judge(written, at, forms)).length > 0) continue
    const { namespace, key } = placeOf(at)
    texts[namespace] = { ...texts[namespace], ...Object.fromEntries(keysOf(key, forms)) }
  }
  return { texts, etag: `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"` }
}

export type OverlayOf = (language: Language) => Promise<Overlay>

/** Gives the overlay of a language, read anew when somebody has acted on its texts. */
export function openOverlays(db: Db): OverlayOf {
  const kept = new Map<Language, { acts: number; overlay: Overlay }>()
  return async language => {
    const acts = await actsIn(db, language)
    const known = kept.get(language)
    if (known?.acts === acts) return known.overlay
    const overlay = await readOverlay(db, language)
    kept.set(language, { acts, overlay })
    return overlay
  }
}
