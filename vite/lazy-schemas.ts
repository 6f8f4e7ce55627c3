import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** The schemas of an endpoint. */
const parts = new Set(['query', 'body', 'reply'])

/** The identifier with which a chain of calls starts: `z` in `z.string().min(1)`. */
function rootOf(node: ESTree.Node): string | undefined {
  if (node.type === 'CallExpression') return rootOf(node.callee)
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return rootOf(node.expression)
  return node.type === 'Identifier' ? node.name : undefined
}

const isCall = (node: ESTree.Node): boolean =>
  node.type === 'CallExpression' ||
  ((node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') && isCall(node.expression))

/**
 * Wraps the schemas of a contract file so that each is built on its first use: those with a name, and the query, body
 * and reply of each endpoint.
 */
export function withLazySchemas(source: string, file: string): string {
  const { program } = parseSync(file, source)
  const schemas: ESTree.Node[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !init || !isCall(init)) return
      const isSchema = rootOf(init) === 'z' || /^[A-Z][a-z]/.test(id.name)
      if (isSchema) schemas.push(init)
    },
    CallExpression({ callee, arguments: [definition] }) {
      const isEndpoint = callee.type === 'Identifier' && /^(endpoint|stream)$/.test(callee.name)
      if (!isEndpoint || definition?.type !== 'ObjectExpression') return
      for (const part of definition.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier')
          if (parts.has(part.key.name) && isCall(part.value)) schemas.push(part.value)
    },
  }).visit(program)
  if (schemas.length === 0) return source
  const inserts = schemas.flatMap(({ start, end }) => [
    { at: start, text: 'lazySchema(() => (' },
    { at: end, text: '))' },
  ])
  let result = ''
  let from = 0
  for (const { at, text } of inserts.toSorted((one, other) => one.at - other.at)) {
    result += source.slice(from, at) + text
    from = at
  }
  return `import { lazySchema } from '#kit/lazy-schema.ts'\n${result}${source.slice(from)}`
}

/**
 * Lets the console build only the schemas that a screen uses. The first screen needs a few of more than a thousand;
 * building all of them would take a third of the time in which its code is evaluated.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'lazy-schemas',
    // Before the types are removed: positions are those of the source.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\/.+\.ts$/, code: /from 'zod'/ },
      handler: (source, file) => ({ code: withLazySchemas(source, file), map: null }),
    },
  }
}
