import { readdirSync, readFileSync } from 'node:fs'
import type { ResourceKey } from 'i18next'
import { protectedColumns } from '#contract/localisation/protected-texts.ts'
import { columnsOf } from '#contract/localisation/text-forms.ts'
import { toPseudoLocale } from '../../../providers/pseudo.ts'

export const pseudoLocales = ['en-XA', 'ar-XB'] as const

const folder = new URL('../../../locales/', import.meta.url)
const read = (language: string, file: string): ResourceKey =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))

const flat = (texts: ResourceKey, path = ''): [key: string, text: string][] =>
  typeof texts === 'string'
    ? [[path, texts]]
    : Object.entries(texts as object).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key))

/** Every key, with and without its file: what a reader sees where a text is missing. */
export const keys: ReadonlySet<string> = new Set(
  readdirSync(new URL('en/', folder)).flatMap(file =>
    flat(read('en', file)).flatMap(([key]) =>
      key.includes('.') ? [key, `${file.replace('.json', '')}:${key}`] : [],
    ),
  ),
)

/** Patterns of the texts that somebody acts upon in an emergency, in a language: they may nowhere be cut off. */
export function protectedTexts(language: string): string[] {
  const isPseudo = pseudoLocales.some(pseudo => pseudo === language)
  const textsOf = (file: string) =>
    flat(isPseudo ? toPseudoLocale(read('en', file), language) : read(language, file))
  return readdirSync(new URL('en/', folder)).flatMap(file =>
    textsOf(file)
      .filter(([key]) => protectedColumns(file.replace('.json', ''), key) !== null)
      .map(([, text]) => patternOf(text)),
  )
}

/** Enough for every place whose room is a button or a line: of words as long as German has them. */
const filling = ' Benachrichtigungen'.repeat(5)

/**
 * The English texts of emergencies that stand on a button or in a line, by their keys, each as long as a translation
 * may be; and patterns of them.
 */
export function longestTexts(): { texts: Record<string, string>; guarded: string[] } {
  const texts: Record<string, string> = {}
  for (const [key, text] of flat(read('en', 'emergency.json'))) {
    const columns = protectedColumns('emergency', key) ?? 0
    if (columns > 50) continue
    let long = text
    for (const letter of filling) if (columnsOf(long) < columns) long += letter
    texts[key] = long.trimEnd()
  }
  return { texts, guarded: Object.values(texts).map(patternOf) }
}

const patternOf = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{\{[^}]*\}\}/g, '.+')
