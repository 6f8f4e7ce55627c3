import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type Namespace, type ResourceLanguage, type TFunction } from 'i18next'
import type { FindText } from '#contract/kit/labels.ts'
import { type Language, languages } from '#contract/kit/language.ts'

const folder = new URL('../../locales/', import.meta.url)

function filesOf(language: string): ResourceLanguage {
  const inside = new URL(`${language}/`, folder)
  const contentOf = (file: string) => JSON.parse(readFileSync(new URL(file, inside), 'utf8'))
  return Object.fromEntries(readdirSync(inside).map(file => [file.replace('.json', ''), contentOf(file)]))
}

const texts = createInstance({
  fallbackLng: 'en',
  resources: Object.fromEntries(languages.map(language => [language, filesOf(language)])),
  interpolation: { escapeValue: false },
  initAsync: false,
})
void texts.init()

/** The first supported language of a list of language tags, ignoring regions; English by default. */
export function matchLanguage(...wishes: (string | null | undefined)[]): Language {
  const known = wishes.map(wish => languages.find(language => language === wish?.split('-')[0]))
  return known.find(language => language !== undefined) ?? 'en'
}

/** Formats texts of a file in `locales/`, like the console: `textsIn('ja', 'mail')('join.subject', { … })`. */
export const translator = <File extends Namespace & string>(
  language: Language,
  file: File,
): TFunction<File> => texts.getFixedT(language, file)

/** All unformatted texts of a file in `locales/` in a language. */
export const textBundle = (language: Language, file: Namespace & string): Readonly<Record<string, unknown>> =>
  texts.getResourceBundle(language, file) as Record<string, unknown>

/** Looks up the texts of resources in a language, for exports, imports and e-mails. */
export function textFinder(language: Language): FindText {
  const textAt = (key: string): string | undefined => {
    const [path = '', file = 'resources'] = key.split(':').reverse()
    const text: unknown = texts.getResource(language, file, path)
    return typeof text === 'string' ? text : undefined
  }
  return keys => keys.map(textAt).find(text => text !== undefined)
}
