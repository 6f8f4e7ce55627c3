/**
 * `node scripts/words.ts`: fails where an identifier or a file name contains a word that `docs/glossary.md` lists under
 * "avoid". An entry such as `inForce` matches `peopleInForce` and `in-force.ts`; `tell` matches `tellOwner`, not `teller`.
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

/** The entries of the glossary's last column, each with the term to use instead. */
export function avoidedWords(glossary: string): Map<string, string> {
  const rows = glossary.split('\n').flatMap(line => {
    const cells = line.split('|').map(cell => cell.trim())
    return cells.length === 5 && cells[1]?.startsWith('**') ? [cells] : []
  })
  return new Map(
    rows.flatMap(([, term = '', , avoid = '']) =>
      [...avoid.matchAll(/`([^`]+)`/g)].map(([, word = '']) => [wordsOf(word), term.replaceAll('*', '')]),
    ),
  )
}

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

/** What breaks the rule in one file, a line each. */
export function findViolations(file: string, source: string, avoided: ReadonlyMap<string, string>): string[] {
  const names = [...identifiersIn(source, file), (file.split('/').at(-1) ?? '').replace(/\..*$/, '')]
  return names.flatMap(name =>
    [...avoided].flatMap(([word, term]) =>
      ` ${wordsOf(name)} `.includes(` ${word} `) ? [`${file}: ${name} – the glossary says "${term}"`] : [],
    ),
  )
}

if (import.meta.main) {
  const avoided = avoidedWords(readFileSync('docs/glossary.md', 'utf8'))
  const files = globSync(folders.map(folder => `${folder}/**/*.{ts,tsx,mjs}`))
  const violations = files.flatMap(file => findViolations(file, readFileSync(file, 'utf8'), avoided))
  for (const line of violations.sort()) process.stderr.write(`${line}\n`)
  process.exitCode = violations.length > 0 || avoided.size === 0 ? 1 : 0
}
