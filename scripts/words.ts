/**
 * `node scripts/words.ts`: fails where an identifier, a file name or a locale key contains a word that
 * `docs/glossary.md` lists in backticks under "avoid", or an English text or document contains one that it lists in
 * quotation marks. `inForce` matches `peopleInForce` and `in-force.ts`; `tell` matches `tellOwner`, not `teller`.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

const folders = ['contract', 'server', 'src', 'resources', 'providers', 'scripts', 'bench', 'vite']

/** `peopleInForce` and `people-in-force` as `people in force`. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()

const entriesOf = (glossary: string, pattern: RegExp): [word: string, term: string][] => {
  const rows = glossary.split('\n').flatMap(line => {
    const cells = line.split('|').map(cell => cell.trim())
    return cells.length === 5 && cells[1]?.startsWith('**') ? [cells] : []
  })
  return rows.flatMap(([, term = '', , avoid = '']) =>
    [...avoid.matchAll(pattern)].map(([, word = '']): [string, string] => [word, term.replaceAll('*', '')]),
  )
}

/** The words that names must not contain, each with the term to use instead. */
export const avoidedWords = (glossary: string): Map<string, string> =>
  new Map(entriesOf(glossary, /`([^`]+)`/g).map(([word, term]) => [wordsOf(word), term]))

/** The phrases that texts must not contain, each with the term to use instead. */
export const avoidedPhrases = (glossary: string): Map<string, string> =>
  new Map(entriesOf(glossary, /"([^"]+)"/g))

/** Every identifier of a source file; strings, comments and texts of JSX do not count. */
export function identifiersIn(source: string, file: string): Set<string> {
  const identifiers = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (typeof node === 'object' && node !== null) {
      const { type, name } = node as { type?: string; name?: unknown }
      if (type === 'Identifier' && typeof name === 'string') identifiers.add(name)
      Object.values(node).forEach(visit)
    }
  }
  visit(parseSync(file, source).program)
  return identifiers
}

const violationsIn = (
  file: string,
  names: Iterable<string>,
  avoided: ReadonlyMap<string, string>,
): string[] =>
  [...names].flatMap(name =>
    [...avoided].flatMap(([word, term]) =>
      ` ${wordsOf(name)} `.includes(` ${word} `) ? [`${file}: ${name} – the glossary says "${term}"`] : [],
    ),
  )

/** What breaks the rule in the names of a source file, a line each. */
export const findViolations = (
  file: string,
  source: string,
  avoided: ReadonlyMap<string, string>,
): string[] =>
  violationsIn(
    file,
    [...identifiersIn(source, file), (file.split('/').at(-1) ?? '').replace(/\..*$/, '')],
    avoided,
  )

/** What breaks the rule in the keys of a locale file. */
export function findKeyViolations(
  file: string,
  json: string,
  avoided: ReadonlyMap<string, string>,
): string[] {
  const keys = new Set<string>()
  JSON.parse(json, (key, value) => {
    keys.add(key)
    return value
  })
  return violationsIn(file, keys, avoided)
}

/** What breaks the rule in an English text or document. */
export const findPhrases = (file: string, text: string, avoided: ReadonlyMap<string, string>): string[] =>
  [...avoided].flatMap(([phrase, term]) =>
    new RegExp(`(?<![\\w-])${phrase}(?![\\w-])`, 'i').test(text)
      ? [`${file}: "${phrase}" – the glossary says "${term}"`]
      : [],
  )

if (import.meta.main) {
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const [avoided, phrases] = [avoidedWords(glossary), avoidedPhrases(glossary)]
  const each = (patterns: string[], find: (file: string, text: string) => string[]) =>
    globSync(patterns).flatMap(file => find(file, readFileSync(file, 'utf8')))
  const documents = [
    '*.md',
    'docs/**/*.md',
    'server/**/README.md',
    'contract/**/*.{md,ts}',
    'locales/en/*.json',
  ]
  const violations = [
    ...each(
      folders.map(folder => `${folder}/**/*.{ts,tsx,mjs}`),
      (file, text) => findViolations(file, text, avoided),
    ),
    ...each(['locales/en/*.json'], (file, text) => findKeyViolations(file, text, avoided)),
    ...each(documents, (file, text) =>
      file.endsWith('glossary.md') ? [] : findPhrases(file, text, phrases),
    ),
  ]
  for (const line of violations.sort()) process.stderr.write(`${line}\n`)
  process.exitCode = violations.length > 0 || avoided.size === 0 || phrases.size === 0 ? 1 : 0
}
