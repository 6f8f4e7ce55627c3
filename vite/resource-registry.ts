import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'

const id = 'virtual:resources'
const resolved = `\0${id}`

/** The properties of a declaration that the entry chunk needs. */
const needed = ['name', 'path', 'group', 'area']
const optional = ['alias']

type Literal = string | number | boolean | null | { [key: string]: Literal }

function literal(node: ESTree.Node, where: string): Literal {
  if (node.type === 'Literal' && !(node.value instanceof RegExp) && typeof node.value !== 'bigint') {
    return node.value as Literal
  }
  if (node.type === 'ObjectExpression') return Object.fromEntries(entries(node, where))
  throw new Error(`${where} must be a literal, because it is read without running the file`)
}

function* entries(object: ESTree.ObjectExpression, where: string): Generator<[string, Literal]> {
  for (const [key, value] of properties(object)) yield [key, literal(value, `${where}.${key}`)]
}

function* properties(object: ESTree.ObjectExpression): Generator<[string, ESTree.Node]> {
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier') {
      yield [property.key.name, property.value]
    }
  }
}

/**
 * Reads the head of a declaration, `export default resource({ name: 'devices', … })`, from its syntax tree.
 * @throws when the call is missing, or a property of the head is missing or computed
 */
export function headIn(source: string, file: string): Record<string, Literal> {
  const all = new Map(properties(declarationIn(source, file)))
  const missing = needed.filter(key => !all.has(key))
  if (missing.length) throw new Error(`${file} lacks ${missing.join(', ')}`)
  return Object.fromEntries(
    [...needed, ...optional].flatMap(key => {
      const value = all.get(key)
      return value ? [[key, literal(value, `${basename(file)}: ${key}`)]] : []
    }),
  )
}

function declarationIn(source: string, file: string): ESTree.ObjectExpression {
  const { program } = parseSync(file, source)
  const exported = program.body.find(node => node.type === 'ExportDefaultDeclaration')?.declaration
  const declaration =
    exported?.type === 'CallExpression' &&
    exported.callee.type === 'Identifier' &&
    exported.callee.name === 'resource'
      ? exported.arguments[0]
      : undefined
  if (declaration?.type !== 'ObjectExpression') {
    throw new Error(`${file} must hold "export default resource({ … })"`)
  }
  return declaration
}

/** The name of an expression such as `devices` or `fleet.coverage`, as its parts. */
function nameIn(node: ESTree.Node | undefined): string[] {
  if (node?.type === 'Identifier') return [node.name]
  if (node?.type !== 'MemberExpression' || node.property.type !== 'Identifier') return []
  return [...nameIn(node.object), node.property.name]
}

/** Where the declaration of a list names its endpoint, and its initial order. */
export interface ListSource {
  /** Path of the contract file from the root. */
  file: string
  /** The exported value and its property: `['devices', 'list']`. */
  endpoint: [value: string, name: string]
  sort: string
}

/**
 * Reads the list of a declaration: `api: devices` or `api: { list: fleet.coverage }`, and `list: { sort: 'name' }`.
 * @throws where they are written in another way
 */
export function listIn(source: string, file: string): ListSource {
  const all = new Map(properties(declarationIn(source, file)))
  const [api, list] = [all.get('api'), all.get('list')]
  const [value, name = 'list'] = nameIn(
    api?.type === 'ObjectExpression' ? new Map(properties(api)).get('list') : api,
  )
  const sort = list?.type === 'ObjectExpression' && new Map(properties(list)).get('sort')
  const imported = parseSync(file, source).program.body.find(
    node => node.type === 'ImportDeclaration' && node.specifiers.some(({ local }) => local.name === value),
  )
  const from = imported?.type === 'ImportDeclaration' ? imported.source.value : ''
  if (!value || !sort || !from.startsWith('#contract/'))
    throw new Error(`${file} must name its list endpoint and its initial order`)
  return {
    file: from.slice(1),
    endpoint: [value, name],
    sort: String(literal(sort, `${basename(file)}: list.sort`)),
  }
}

interface Head {
  file: string
  name: string
  path: string
  alias?: { path: string }
}

/** The heads of all declarations, with their files. */
export const readHeads = (folder: string) =>
  readdirSync(folder)
    .filter(file => file.endsWith('.tsx'))
    .sort()
    .map(file => ({ file, ...headIn(readFileSync(join(folder, file), 'utf8'), file) }) as Head)

/** Generates the registry module: heads inline, each declaration by a lazy import. */
export function registryOf(folder: string): string {
  const heads = readHeads(folder).map(({ file, ...head }) => {
    const path = JSON.stringify(join(folder, file))
    return `{ ...${JSON.stringify(head)}, load: () => import(${path}).then(file => file.default) }`
  })
  return `export const heads = [\n${heads.join(',\n')}\n]\n`
}

/**
 * Provides `virtual:resources`: every file in `resources/` is discovered here, and its routes and navigation entry
 * follow. The heads are read from syntax trees rather than by `import.meta.glob({ eager: true })`, because an eager
 * import would pull every declaration, its contract and zod into the entry chunk.
 */
export function resourceRegistry(): Plugin {
  let folder = ''
  let served = ''
  return {
    name: 'resource-registry',
    configResolved(config) {
      folder = join(config.root, 'resources')
    },
    resolveId: { filter: { id: /^virtual:resources$/ }, handler: () => resolved },
    load: {
      filter: { id: /^\0virtual:resources$/ },
      handler() {
        served = registryOf(folder)
        return served
      },
    },
    hotUpdate({ file }) {
      const registry = this.environment.moduleGraph.getModuleById(resolved)
      if (dirname(file) !== folder || !registry || registryOf(folder) === served) return
      this.environment.moduleGraph.invalidateModule(registry)
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
  }
}
