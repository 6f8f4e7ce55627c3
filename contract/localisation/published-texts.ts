// Free of zod: every screen asks for published texts before it is shown.

/** What live changes call the texts that readers see: anybody who is signed in is told that they changed. */
export const publishedTexts = 'published_texts'

/** Published texts of a language by namespace and i18next key. */
export type PublishedTexts = Record<string, Record<string, string>>

/** Where the published texts of a language are read. */
export const publishedPath = '/api/translations/published/{language}'

/** A file of `locales/`: texts by names within names. */
export type TextFile = { [name: string]: string | TextFile }

/** A copy of a file with texts laid over it by their keys, those that it lacks at the end of where they belong. */
export function laidOver(file: TextFile, texts: Record<string, string> = {}): TextFile {
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
