// Must not import modules that screens import too: the bundler would split shared chunks further.
import type { i18n, ResourceKey } from 'i18next'
import {
  applyTexts,
  type PublishedTexts,
  publishedPath,
  type TextFile,
} from '#contract/localisation/published-texts.ts'
import { takeEarlyResponse } from '#kit/early-responses.ts'
import { onTextsPublished } from '#kit/publishing.ts'

/** Bundled texts by language and namespace. */
const bundled = new Map<string, Map<string, TextFile>>()
/** Published overrides by language. */
const published = new Map<string, PublishedTexts>()
/** Notified when texts change. */
let i18nInstance: i18n | undefined

const storageKey = (language: string) => `published-texts-${language}`

/** Overrides cached by this browser, shown until the server answers. */
function readCached(language: string): PublishedTexts {
  try {
    return JSON.parse(localStorage.getItem(storageKey(language)) ?? '{}') as PublishedTexts
  } catch {
    return {}
  }
}

/** Applies published overrides to a bundled file; a fetch in the background updates them. */
export function withPublishedTexts(
  i18next: i18n,
  language: string,
  namespace: string,
  file: ResourceKey,
): ResourceKey {
  // Pseudo-locales (with a region) derive from English and have no published texts.
  if (typeof file === 'string' || language.includes('-')) return file
  i18nInstance = i18next
  const files = bundled.get(language) ?? new Map<string, TextFile>()
  files.set(namespace, file as TextFile)
  bundled.set(language, files)
  if (!published.has(language)) {
    published.set(language, readCached(language))
    void refresh(language)
  }
  return applyTexts(file as TextFile, published.get(language)?.[namespace])
}

/** Milliseconds until another attempt, doubled each time. */
const retryMs = 2_000
const maxAttempts = 5

/** Number of requests so far. */
let requests = 0
/** The latest request by language whose response was applied. */
const applied = new Map<string, number>()

/**
 * Fetches the published texts of a language and applies what changed. Responses may overtake each other: one that was
 * requested before the response last applied is older and is ignored.
 */
async function refresh(language: string, attempt = 1): Promise<void> {
  requests += 1
  const request = requests
  // Revalidated by ETag, so an unchanged answer costs no body.
  const url = publishedPath.replace('{language}', language)
  const response = (await takeEarlyResponse(url, null)) ?? (await fetch(url).catch(() => null))
  if (!response?.ok) {
    if (attempt < maxAttempts) setTimeout(refresh, retryMs * 2 ** (attempt - 1), language, attempt + 1)
    return
  }
  const { texts } = (await response.json()) as { texts: PublishedTexts }
  if (request < (applied.get(language) ?? 0)) return
  applied.set(language, request)
  const before = published.get(language) ?? {}
  if (JSON.stringify(texts) === JSON.stringify(before)) return
  published.set(language, texts)
  localStorage.setItem(storageKey(language), JSON.stringify(texts))
  for (const namespace of new Set([...Object.keys(before), ...Object.keys(texts)])) {
    const file = bundled.get(language)?.get(namespace)
    if (file)
      i18nInstance?.addResourceBundle(language, namespace, applyTexts(file, texts[namespace]), false, true)
  }
  // Every component with texts listens to this event.
  i18nInstance?.emit('languageChanged', i18nInstance.language)
}

/** Refetches the published texts of every language used in this tab. */
export const refreshPublishedTexts = () => {
  for (const language of published.keys()) void refresh(language)
}

onTextsPublished(refreshPublishedTexts)
