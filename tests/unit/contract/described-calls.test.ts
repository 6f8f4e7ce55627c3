import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { describedCalls } from '#tests/fixtures/described-calls.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

/** Calls that are still to come; one that is there must not stand here. */
const notYet: readonly string[] = []

interface Content {
  schema?: object
  example?: unknown
}
interface Operation {
  summary?: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

const { paths } = JSON.parse(
  await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> }

/** A path with its parameters unnamed: what they are called is for the contract to say. */
const shape = (path: string) => path.replace(/\{\w+\}/g, '{}')
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${shape(path)}`, { path, operation }] as const,
    ),
  ),
)

function find(call: string) {
  const [methods = '', path = ''] = call.split(' ')
  return methods.split('|').flatMap(method => operations.get(`${method} ${shape(path)}`) ?? [])
}

describe('every call of the product’s description', () => {
  test('exists, or is known to be missing', () => {
    expect(describedCalls.length).toBeGreaterThan(180)
    expect(describedCalls.filter(call => find(call).length === 0)).toEqual(notYet)
  })

  const built = describedCalls.filter(call => find(call).length > 0)
  test.for(built)('%s is documented', call => {
    for (const { path, operation } of find(call)) {
      expect(operation.summary?.length, 'summary').toBeGreaterThan(5)
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      const inPath = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(named)
      if (path.startsWith('/api/mobile/v1/'))
        expect(operation.parameters?.map(({ name }) => name)).toContain('user_id')

      const answers = Object.entries(operation.responses)
      const refusals = answers.filter(([status]) => status.startsWith('4'))
      expect(refusals.length, 'error answers').toBeGreaterThan(0)
      for (const [, { content }] of refusals) expect(content).toHaveProperty('application/problem+json')

      const told = [operation.requestBody?.content, ...answers.map(([, { content }]) => content)]
      for (const { schema, example } of told.flatMap(content => content?.['application/json'] ?? []))
        if (schema) expect(example, 'example').toBeDefined()
    }
  })
})

describe('the example of a request body', () => {
  test('is accepted by its call', async () => {
    const described = new Set(describedCalls.flatMap(find).map(({ path }) => path))
    for (const [name, { method, path, body, consumes }] of await everyEndpoint()) {
      if (!described.has(path)) continue
      const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']
      if (consumes || !content || !('example' in content)) continue
      const { success, error } = body.safeParse(content.example)
      expect.soft(success, `${name}: ${error?.message}`).toBe(true)
    }
  })
})
