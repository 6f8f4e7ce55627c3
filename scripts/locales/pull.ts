import { readFile, writeFile } from 'node:fs/promises'
import { applyTexts, type PublishedTexts, type TextFile } from '#contract/localisation/published-texts.ts'

/** A text written to the repository. */
export interface Pulled {
  /** `<language>/<namespace>:<key>` */
  key: string
  before: string | undefined
  after: string
}

function textAt(file: TextFile, key: string): string | undefined {
  const value = key
    .split('.')
    .reduce<string | TextFile | undefined>(
      (at, name) => (typeof at === 'object' && Object.hasOwn(at, name) ? at[name] : undefined),
      file,
    )
  return typeof value === 'string' ? value : undefined
}

/**
 * Writes published texts of a language to its files, keeping their order and format.
 * @param folder the folder of all languages
 * @returns the changed texts
 */
export async function pull(folder: URL, language: string, published: PublishedTexts): Promise<Pulled[]> {
  const pulled: Pulled[] = []
  for (const [namespace, texts] of Object.entries(published)) {
    if (!/^[\w-]+$/.test(namespace)) throw new Error(`${namespace} is not the name of a file of texts`)
    const path = new URL(`${language}/${namespace}.json`, folder)
    const file = JSON.parse(await readFile(path, 'utf8')) as TextFile
    const changed = Object.entries(texts).filter(([key, text]) => textAt(file, key) !== text)
    if (changed.length === 0) continue
    await writeFile(path, `${JSON.stringify(applyTexts(file, texts), null, 2)}\n`)
    for (const [key, after] of changed)
      pulled.push({ key: `${language}/${namespace}:${key}`, before: textAt(file, key), after })
  }
  return pulled
}
