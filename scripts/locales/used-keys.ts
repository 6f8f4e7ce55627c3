import { readdir, readFile } from 'node:fs/promises'

const root = new URL('../../', import.meta.url)
const folders = ['contract', 'src', 'resources', 'providers', 'server']

/** What a file of code says of texts. */
interface Mentions {
  path: string
  /** Every quoted text: a key, the place of several keys, or something else. */
  literals: Set<string>
  /** Template literals as patterns of keys; what is filled in is one segment. */
  patterns: string[]
  code: string
}

async function mentionsIn(path: string): Promise<Mentions> {
  const code = await readFile(new URL(path, root), 'utf8')
  // Each kind of quote by itself, because quoted texts lie in templates.
  const quoted = [/'((?:\\.|[^'\\\n])*)'/g, /"([^"\n]*)"/g, /`([^`\n]*)`/g]
  const literals = new Set(quoted.flatMap(quote => [...code.matchAll(quote)].map(([, text]) => text ?? '')))
  const templates = code.matchAll(/`([\w:.-]*(?:\$\{[^`{}]*\}[\w:.-]*)+)`/g)
  const patterns = [...templates].flatMap(([, template = '']) => {
    const fixed = template.replace(/\$\{[^}]*\}/g, '*')
    // Of segments that are all filled in, any key could be made.
    return /\w/.test(fixed) ? [fixed.replaceAll('.', '\\.').replaceAll('*', '[^.]+')] : []
  })
  return { path, literals, patterns, code }
}

/** Files of texts that the kit looks up for resources: one for all, and those of fields with many choices. */
const ofResources: ReadonlySet<string> = new Set(['resources', 'activity-logs', 'device-events'])

/** Whether the server or the contract says, part by part, what a text of refusals says in English. */
const isSaid = (english: string, code: string) =>
  english
    .replace(/ does not exist$/, '')
    .split(/\{\{\w+\}\}/)
    .every(part => code.includes(part))

/** Whether code names a file of texts: quoted, or before the colon of a key; the server's is handed what it writes with. */
const names = ({ path, code }: Mentions, file: string) =>
  file === 'common' || path.startsWith('server/') || code.includes(`'${file}'`) || code.includes(`${file}:`)

/**
 * Tells whether some code uses a text. A key is used where it is quoted, with or without its file; where the place that
 * it lies in is quoted by code that reads whole places (`returnObjects`); or where a template literal of code that
 * names its file can become it. The kit looks up what a resource's fields and choices are called by their names, so
 * those are used where their last part is a word of the contract, of the server or of the declarations.
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
  const ofWholePlaces = sources.filter(({ code }) => code.includes('returnObjects'))
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
  const said = saying.map(({ code }) => code).join('\n')
  return (file, key) => {
    if (file === 'refusals') {
      const [group = '', name = ''] = key.split('.')
      return isSaid(refusals[group][name] ?? refusals[group][`${name}_other`], said)
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
    const places = key.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))
    if (ofWholePlaces.some(({ literals }) => places.some(place => literals.has(place)))) return true
    const made = madeIn(file)
    return made.test(key) || made.test(`${file}:${key}`)
  }
}
