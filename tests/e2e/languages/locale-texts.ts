import { readdirSync, readFileSync } from 'node:fs'
import type { ResourceKey } from 'i18next'
import { protectedColumns } from '#contract/protected-texts.ts'
import { disguised } from '../../../providers/pseudo.ts'

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
    flat(isPseudo ? disguised(read('en', file), language) : read(language, file))
  return readdirSync(new URL('en/', folder)).flatMap(file =>
    textsOf(file)
      .filter(([key]) => protectedColumns(file.replace('.json', ''), key) !== null)
      .map(([, text]) => patternOf(text)),
  )
}

const patternOf = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{\{[^}]*\}\}/g, '.+')
