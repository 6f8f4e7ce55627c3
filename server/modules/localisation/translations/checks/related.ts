import type { RelatedTexts } from '#contract/localisation/checks/consistency.ts'
import { likenessKey } from '#contract/localisation/checks/consistency.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'

/** Texts that are listed at most as related. */
const maxRelated = 5

interface Seen {
  source: Forms
  /** What readers see. */
  forms: Forms
}

/** Finds texts by their source and by their translation. */
export interface RelatedIndex {
  find: (language: string, at: string, source: Forms, forms: Forms) => RelatedTexts
}

const groupBy = (texts: ReadonlyMap<string, Seen>, keyOf: (seen: Seen) => string) => {
  const groups = new Map<string, string[]>()
  for (const [at, seen] of texts) {
    const key = keyOf(seen)
    const group = groups.get(key)
    if (group) group.push(at)
    else groups.set(key, [at])
  }
  return groups
}

/** @param texts those of a language, by `<namespace>:<key>` */
export function indexRelated(texts: ReadonlyMap<string, Seen>): RelatedIndex {
  const bySource = groupBy(texts, ({ source }) => mainForm(source))
  const byTranslation = groupBy(texts, ({ forms }) => likenessKey(mainForm(forms)))
  const seenAt = (at: string) => texts.get(at) as Seen
  return {
    find: (language, at, source, forms) => {
      const [original, text] = [mainForm(source), mainForm(forms)]
      const others = (group: readonly string[] = []) => group.filter(other => other !== at)
      const sourceKey = likenessKey(original)
      return {
        same_source: others(bySource.get(original))
          .slice(0, maxRelated)
          .map(other => ({ id: `${language}:${other}`, forms: seenAt(other).forms })),
        same_translation: (text === '' ? [] : others(byTranslation.get(likenessKey(text))))
          .filter(other => likenessKey(mainForm(seenAt(other).source)) !== sourceKey)
          .slice(0, maxRelated)
          .map(other => ({ id: `${language}:${other}`, source: seenAt(other).source })),
      }
    },
  }
}
