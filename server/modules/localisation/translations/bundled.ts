import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '#contract/kit/language.ts'
import { type FormName, type Forms, formNames } from '#contract/localisation/text-forms.ts'

const folder = new URL('../../../../locales/', import.meta.url)
const ending = new RegExp(`_(${formNames.filter(name => name !== 'text').join('|')})$`)

/** Texts of a language by `<namespace>:<key>`. */
export type Texts = ReadonlyMap<string, Forms>

/** `common:failed.title` → its namespace and its key. */
export function splitTextKey(id: string): { namespace: string; key: string } {
  const at = id.indexOf(':')
  return { namespace: id.slice(0, at), key: id.slice(at + 1) }
}

/** Limits recursion on untrusted import files. */
const maxKeyDepth = 12

/**
 * Parses an i18next file and groups plural forms, in file order.
 * @param known texts whose plurals are known; of these, a file may contain only some forms
 */
export function parseTexts(namespace: string, json: unknown, known?: Texts): Map<string, Forms> {
  const flat = new Map<string, string>()
  const flatten = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') flat.set(path.join('.'), value)
    else if (typeof value === 'object' && value !== null && path.length < maxKeyDepth)
      for (const [name, inner] of Object.entries(value)) flatten(inner, [...path, name])
  }
  flatten(json, [])
  const texts = new Map<string, Forms>()
  for (const [path, text] of flat) {
    const base = path.replace(ending, '')
    // A key can end like a plural form without being one, e.g. `reason_other`.
    const isForm =
      base !== path && (flat.has(`${base}_other`) || known?.get(`${namespace}:${base}`)?.other !== undefined)
    const form = isForm ? (path.slice(base.length + 1) as FormName) : 'text'
    const id = `${namespace}:${isForm ? base : path}`
    texts.set(id, { ...texts.get(id), [form]: text })
  }
  return texts
}

/** The i18next keys of a text's forms. */
export const toI18nextKeys = (key: string, forms: Forms): [key: string, text: string][] =>
  formNames.flatMap(form => {
    const text = forms[form]
    return text === undefined ? [] : [[form === 'text' ? key : `${key}_${form}`, text] as [string, string]]
  })

function readTexts(language: Language): Texts {
  const home = new URL(`${language}/`, folder)
  if (!existsSync(home)) return new Map()
  const files = readdirSync(home).filter(name => name.endsWith('.json'))
  return new Map(
    files.sort().flatMap(name => {
      const json: unknown = JSON.parse(readFileSync(new URL(name, home), 'utf8'))
      return [...parseTexts(name.replace(/\.json$/, ''), json)]
    }),
  )
}

let known: Record<Language, Texts> | undefined

/** The texts of the release in all languages; loaded on first use. */
export function bundledTexts(): Record<Language, Texts> {
  known ??= Object.fromEntries(languages.map(language => [language, readTexts(language)])) as Record<
    Language,
    Texts
  >
  return known
}
