import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { afinn_translations: lists }: { afinn_translations: Record<string, Record<string, number | null>> } =
  require('afinn-165-multilingual')

export interface PolarWord {
  language: string
  word: string
  /** −5 to 5. */
  value: number
}

/** AFINN-165 (Nielsen, 2011) in the six languages: a few thousand words each with what they are worth. */
export const polarWords: readonly PolarWord[] = ['en', 'es', 'fr', 'de', 'ar', 'ja'].flatMap(language =>
  Object.entries(lists[`afinn_${language}`] ?? {}).flatMap(([word, value]) =>
    word && value ? [{ language, word, value }] : [],
  ),
)
