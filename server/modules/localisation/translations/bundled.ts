import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '#contract/kit/language.ts'
import { type FormName, type Forms, formNames } from '#contract/localisation/text-rules.ts'

const folder = new URL('../../../../locales/', import.meta.url)
const ending = new RegExp(`_(${formNames.filter(name => name !== 'text').join('|')})$`)

/** Texts of a language by `<namespace>:<key>`. */
export type Texts = ReadonlyMap<string, Forms>

/** `common:failed.title` → its namespace and its key. */
export function placeOf(id: string): { namespace: string; key: string } {
  const at = id.indexOf(':')
  return { namespace: id.slice(0, at), key: id.slice(at + 1) }
}

/** Names within names that a key has at most; a file that goes deeper is none of ours. */
const deepest = 12

/**
 * The texts of one i18next file with their forms together, as they follow each other in it.
 * @param known texts whose plurals are known: of these, a file may hold some forms only
 */
export function textsIn(namespace: string, json: unknown, known?: Texts): Map<string, Forms> {
  const flat = new Map<string, string>()
  const flatten = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') flat.set(path.join('.'), value)
    else if (typeof value === 'object' && value !== null && path.length < deepest)
      for (const [name, inner] of Object.entries(value)) flatten(inner, [...path, name])
  }
  flatten(json, [])
  const texts = new Map<string, Forms>()
  for (const [path, text] of flat) {
    const base = path.replace(ending, '')
    // A key may end like a plural form without being one, as `reason_other` would.
    const isForm =
      base !== path && (flat.has(`${base}_other`) || known?.get(`${namespace}:${base}`)?.other !== undefined)
    const form = isForm ? (path.slice(base.length + 1) as FormName) : 'text'
    const id = `${namespace}:${isForm ? base : path}`
    texts.set(id, { ...texts.get(id), [form]: text })
  }
  return texts
}

/** The keys that i18next knows a text's forms by. */
export const keysOf = (key: string, forms: Forms): [key: string, text: string][] =>
  formNames.flatMap(form => {
    const text = forms[form]
    return text === undefined ? [] : [[form === 'text' ? key : `${key}_${form}`, text] as [string, string]]
  })

function read(language: Language): Texts {
  const home = new URL(`${language}/`, folder)
  if (!existsSync(home)) return new Map()
  const files = readdirSync(home).filter(name => name.endsWith('.json'))
  return new Map(
    files.sort().flatMap(name => {
      const json: unknown = JSON.parse(readFileSync(new URL(name, home), 'utf8'))
      return [...textsIn(name.replace(/\.json$/, ''), json)]
    }),
  )
}

let known: Record<Language, Texts> | undefined

/** The texts that came with the release, of every language; read when they are first asked for. */
export function bundledTexts(): Record<Language, Texts> {
  known ??= Object.fromEntries(languages.map(language => [language, read(language)])) as Record<
    Language,
    Texts
  >
  return known
}
