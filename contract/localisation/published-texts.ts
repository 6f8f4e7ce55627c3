// Must not import zod: every screen loads published texts before its first render.

/** Resource name of published texts in live changes; every signed-in user receives these. */
export const publishedTexts = 'published_texts'

/** Published texts of a language by namespace and i18next key. */
export type PublishedTexts = Record<string, Record<string, string>>

export const publishedPath = '/api/translations/published/{language}'

/** A file of `locales/`: nested keys. */
export type TextFile = { [name: string]: string | TextFile }

/** Returns a copy of a file with texts replaced by key; new keys are appended to their branch. */
export function applyTexts(file: TextFile, texts: Record<string, string> = {}): TextFile {
  const copy = structuredClone(file)
  for (const [key, text] of Object.entries(texts)) {
    const path = key.split('.')
    if (path.includes('__proto__')) continue
    const last = path.pop() as string
    let branch = copy
    for (const name of path) {
      const there = Object.hasOwn(branch, name) ? branch[name] : undefined
      const next: TextFile = typeof there === 'object' ? there : {}
      branch[name] = next
      branch = next
    }
    branch[last] = text
  }
  return copy
}
