import { readdir, readFile } from 'node:fs/promises'

const root = new URL('../../', import.meta.url)
const folders = ['contract', 'src', 'resources', 'providers', 'server']

/** Mentions of texts in a source file. */
interface Mentions {
  path: string
  /** All string literals: a key, a key prefix, or something else. */
  literals: Set<string>
  /** Template literals as key patterns; a substitution stands for one segment. */
  patterns: string[]
  code: string
}

async function mentionsIn(path: string): Promise<Mentions> {
  const code = await readFile(new URL(path, root), 'utf8')
  // Each quote character separately, because strings occur inside templates.
  const quoted = [/'((?:\\.|[^'\\\n])*)'/g, /"([^"\n]*)"/g, /`([^`\n]*)`/g]
  const literals = new Set(quoted.flatMap(quote => [...code.matchAll(quote)].map(([, text]) => text ?? '')))
  const templates = code.matchAll(/`([\w:.-]*(?:\$\{[^`{}]*\}[\w:.-]*)+)`/g)
  const patterns = [...templates].flatMap(([, template = '']) => {
    const fixed = template.replace(/\$\{[^}]*\}/g, '*')
    // A template of substitutions only would match any key.
    return /\w/.test(fixed) ? [fixed.replaceAll('.', '\\.').replaceAll('*', '[^.]+')] : []
  })
  return { path, literals, patterns, code }
}

/** Namespaces that the console kit looks up for resources. */
const ofResources: ReadonlySet<string> = new Set(['resources', 'activity-logs', 'device-events'])

/** Whether the server or the contract contains the English text of a refusal. */
const isSaid = (english: string, code: string) =>
  english
    .replace(/ does not exist$/, '')
    .split(/\{\{\w+\}\}/)
    .every(part => code.includes(part))

/** Whether code names a namespace: quoted, or before the colon of a key; the server's namespace is implied. */
const names = ({ path, code }: Mentions, file: string) =>
  file === 'common' || path.startsWith('server/') || code.includes(`'${file}'`) || code.includes(`${file}:`)

/**
 * Returns a predicate for used keys. A key is used if it is quoted, with or without its namespace; if a parent key is
 * quoted by code that reads whole objects (`returnObjects`); or if a template literal in code that names the namespace
 * can produce it. The console kit derives keys of fields and options from their names, so these are used if their last
 * segment occurs in the contract, the server or the resource declarations.
 */
export async function keyUse(): Promise<(file: string, key: string) => boolean> {
  const paths = (
    await Promise.all(
      folders.map(async folder =>
        (await readdir(new URL(`${folder}/`, root), { recursive: true })).map(path => `${folder}/${path}`),
      ),
    )
  ).flat()
  const sources = await Promise.all(paths.filter(path => /\.tsx?$/.test(path)).map(mentionsIn))
  const quoted = new Set(sources.flatMap(({ literals }) => [...literals]))
  const ofWholePrefixes = sources.filter(({ code }) => code.includes('returnObjects'))
  const words = new Set(
    sources
      .filter(({ path }) => /^(contract|resources|server|src\/kit\/resource)\//.test(path))
      .flatMap(({ code }) => code.match(/[\w-]+/g) ?? []),
  )
  const patternsOf = new Map<string, RegExp>()

  const madeIn = (file: string) => {
    const known = patternsOf.get(file)
    if (known) return known
    const all = sources.filter(source => names(source, file)).flatMap(({ patterns }) => patterns)
    const made = new RegExp(`^(?:${file}:)?(?:${['(?!)', ...new Set(all)].join('|')})$`)
    patternsOf.set(file, made)
    return made
  }
  const refusals = JSON.parse(await readFile(new URL('locales/en/refusals.json', root), 'utf8'))
  const saying = sources.filter(({ path }) => /^(contract|server)\//.test(path))
  const serverCode = saying.map(({ code }) => code).join('\n')
  return (file, key) => {
    if (file === 'refusals') {
      const [group = '', name = ''] = key.split('.')
      return isSaid(refusals[group][name] ?? refusals[group][`${name}_other`], serverCode)
    }
    if (quoted.has(key) || quoted.has(`${file}:${key}`)) return true
    if (
      ofResources.has(file) &&
      key
        .split('.')
        .at(-1)
        ?.split(' ')
        .every(word => words.has(word))
    )
      return true
    const prefixes = key.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))
    if (ofWholePrefixes.some(({ literals }) => prefixes.some(prefix => literals.has(prefix)))) return true
    const made = madeIn(file)
    return made.test(key) || made.test(`${file}:${key}`)
  }
}
