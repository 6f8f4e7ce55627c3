// Imports nothing that screens load as well: the bundler would cut their chunks smaller, and every screen grow by that.
import type { i18n, ResourceKey } from 'i18next'
import {
  laidOver,
  type PublishedTexts,
  publishedPath,
  type TextFile,
} from '#contract/localisation/published-texts.ts'
import { onPublishing } from '#kit/publishing.ts'

/** Files of `locales/` as they came with the release, by language and namespace. */
const bundled = new Map<string, Map<string, TextFile>>()
/** What stands in for them. */
const published = new Map<string, PublishedTexts>()
/** Who is told that texts have changed. */
let speaker: i18n | undefined

const storageKey = (language: string) => `published-texts-${language}`

/** What was published when this browser last looked: shown until the server has answered. */
function remembered(language: string): PublishedTexts {
  try {
    return JSON.parse(localStorage.getItem(storageKey(language)) ?? '{}') as PublishedTexts
  } catch {
    return {}
  }
}

/** The texts of a file as readers see them; what is published by now is laid over them as soon as it is there. */
export function asPublished(
  i18next: i18n,
  language: string,
  namespace: string,
  file: ResourceKey,
): ResourceKey {
  // Pseudo-locales, which are named after a region, are made of English: nothing is published in them.
  if (typeof file === 'string' || language.includes('-')) return file
  speaker = i18next
  const files = bundled.get(language) ?? new Map<string, TextFile>()
  files.set(namespace, file as TextFile)
  bundled.set(language, files)
  if (!published.has(language)) {
    published.set(language, remembered(language))
    void refresh(language)
  }
  return laidOver(file as TextFile, published.get(language)?.[namespace])
}

/** Reads what is published in a language, and shows it wherever it differs from what was. */
async function refresh(language: string): Promise<void> {
  // The browser asks by the tag of what it has, so that nothing is sent twice.
  const answer = await fetch(publishedPath.replace('{language}', language)).catch(() => null)
  if (!answer?.ok) return
  const { texts } = (await answer.json()) as { texts: PublishedTexts }
  const before = published.get(language) ?? {}
  if (JSON.stringify(texts) === JSON.stringify(before)) return
  published.set(language, texts)
  localStorage.setItem(storageKey(language), JSON.stringify(texts))
  for (const namespace of new Set([...Object.keys(before), ...Object.keys(texts)])) {
    const file = bundled.get(language)?.get(namespace)
    if (file) speaker?.addResourceBundle(language, namespace, laidOver(file, texts[namespace]), false, true)
  }
  // What every part that shows texts listens for.
  speaker?.emit('languageChanged', speaker.language)
}

/** Reads anew what is published in every language that was spoken in this tab. */
export const readPublished = () => {
  for (const language of published.keys()) void refresh(language)
}

onPublishing(readPublished)
