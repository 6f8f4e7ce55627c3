import { globSync } from 'node:fs'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import { lazySchemas, withLazySchemas } from '../../../vite/lazy-schemas.ts'

const lazy = (source: string) =>
  withLazySchemas(source, 'contract/x.ts').replace(/^import \{ lazySchema \}.*\n/, '')

it('wraps named schemas and those of endpoints, and nothing else', () => {
  expect(lazy("const Mood = z.enum(['good', 'bad'])")).toBe(
    "const Mood = lazySchema(() => (z.enum(['good', 'bad'])))",
  )
  expect(lazy('export const NewAdmin = NewPerson.extend({ role: Role })')).toBe(
    'export const NewAdmin = lazySchema(() => (NewPerson.extend({ role: Role })))',
  )
  expect(
    lazy("const calls = { list: endpoint({ method: 'GET', body: A.pick({ a: true }), reply: B }) }"),
  ).toBe(
    "const calls = { list: endpoint({ method: 'GET', body: lazySchema(() => (A.pick({ a: true }))), reply: B }) }",
  )
  for (const source of [
    'const call = { body: encode(value), query: read(search) }',
    'const total = sum(1, 2)',
    'const Zones = new Map()',
    "const list = listing('admins', Admin, { sort: [] })",
  ])
    expect(withLazySchemas(source, 'contract/x.ts')).toBe(source)
})

let server: ViteDevServer
beforeAll(async () => {
  server = await createServer({
    configFile: false,
    logLevel: 'error',
    plugins: [lazySchemas()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  })
})
afterAll(() => server.close())

/** What screens and forms read from a schema, and how it judges a few values. */
function traitsOf(schema: z.ZodType): unknown {
  const { shape } = schema as z.ZodObject
  const verdicts = [undefined, null, '', 'x', 7, [], {}].map(value => {
    const { error } = schema.safeParse(value)
    return error?.issues.map(({ path, code, message }) => ({ path, code, message }))
  })
  return {
    kind: fieldKind(schema),
    meta: fieldMeta(schema),
    verdicts,
    fields: shape && Object.entries(shape).map(([name, field]) => [name, traitsOf(field as z.ZodType)]),
  }
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** The schemas of a module: exported, and within its endpoints. */
function schemasOf(exports: Record<string, unknown>): [string, z.ZodType][] {
  return Object.entries(exports).flatMap(([name, value]) => {
    if (isSchema(value)) return [[name, value]]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([call, endpoint]) =>
      (['query', 'body', 'reply'] as const).flatMap((part): [string, z.ZodType][] => {
        const schema = (endpoint as Record<string, unknown> | null)?.[part]
        return isSchema(schema) ? [[`${name}.${call}.${part}`, schema]] : []
      }),
    )
  })
}

const files = globSync('contract/*/*.ts').filter(file => !/index\.ts$|contract\/(client|kit)\//.test(file))

it('leaves every schema of the contract as it is', async () => {
  let compared = 0
  for (const file of files) {
    const eager = schemasOf(await import(/* @vite-ignore */ `../../../${file}`))
    const built = new Map(schemasOf(await server.ssrLoadModule(`/${file}`)))
    expect([...built.keys()], file).toEqual(eager.map(([name]) => name))
    for (const [name, schema] of eager) {
      expect(traitsOf(built.get(name) as z.ZodType), `${file}: ${name}`).toEqual(traitsOf(schema))
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(1_000)
})
