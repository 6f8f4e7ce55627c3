/**
 * `node scripts/locales.ts`: checks that every language has the keys of English with the same placeholders and its own
 * plural forms (CLDR, by `Intl.PluralRules`), and that every key is used.
 */
import { readdir, readFile } from 'node:fs/promises'
import { keyUse } from './locales/used-keys.ts'

const folder = new URL('../locales/', import.meta.url)
const source = 'en'
const plural = /_(zero|one|two|few|many|other)$/

type Texts = Map<string, string>

function flatten(value: unknown, path: string, into: Texts): Texts {
  if (typeof value === 'string') into.set(path, value)
  else
    for (const [name, inner] of Object.entries(value as object))
      flatten(inner, path ? `${path}.${name}` : name, into)
  return into
}

async function textsOf(language: string): Promise<Texts> {
  const texts: Texts = new Map()
  for (const file of await readdir(new URL(`${language}/`, folder))) {
    const json: unknown = JSON.parse(await readFile(new URL(`${language}/${file}`, folder), 'utf8'))
    for (const [key, text] of flatten(json, '', new Map()))
      texts.set(`${file.replace('.json', '')}:${key}`, text)
  }
  return texts
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`).sort()

/** The keys required of a language: those of the source, with its own plural categories. */
function expected(keys: Iterable<string>, language: string): Set<string> {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return new Set(
    [...keys].flatMap(key => {
      const isPlural = plural.test(key) && key.endsWith('_other')
      if (isPlural) return pluralCategories.map(category => key.replace(plural, `_${category}`))
      return plural.test(key) ? [] : [key]
    }),
  )
}

const entries = await readdir(folder, { withFileTypes: true })
const languages = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
const english = await textsOf(source)
const faults: string[] = []
for (const language of languages) {
  const texts = await textsOf(language)
  const wanted = expected(english.keys(), language)
  for (const key of wanted) if (!texts.has(key)) faults.push(`${language}: ${key} is missing`)
  for (const [key, text] of texts) {
    if (!wanted.has(key))
      faults.push(`${language}: ${key} is not in ${source}, or not a plural form of ${language}`)
    const model = english.get(key) ?? english.get(key.replace(plural, '_other')) ?? text
    const [has, needs] = [placeholders(text), placeholders(model)]
    const mayDropCount = plural.test(key) && !key.endsWith('_other')
    const missing = needs.filter(name => !has.includes(name) && !(mayDropCount && name === 'count'))
    const unknown = has.filter(name => !needs.includes(name))
    for (const name of [...missing, ...unknown])
      faults.push(`${language}: ${key} and ${source} differ in {{${name}}}`)
  }
}
const isUsed = await keyUse()
for (const key of new Set([...english.keys()].map(key => key.replace(plural, '')))) {
  const [file = '', path = ''] = key.split(':')
  if (!isUsed(file, path)) faults.push(`${key} is used by no code`)
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
