import { expect, test, vi } from 'vitest'
import { batchLoader } from '#server/kit/batch-loader.ts'

/** A source of answers whose queries end when the test says so. */
function source() {
  const queries: { keys: string[]; end: (error?: Error) => void }[] = []
  const ask = batchLoader(keys => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const answers = new Map(keys.filter(key => key !== 'nobody').map(key => [key, key.toUpperCase()]))
    queries.push({ keys, end: error => (error ? reject(error) : resolve(answers)) })
    return promise
  })
  return { ask, queries }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('keys requested during a query are loaded by the next one, once', async () => {
  const { ask, queries } = source()
  const first = ask('a')
  const later = [ask('a'), ask('b'), ask('b'), ask('nobody')]
  expect(queries.map(({ keys }) => keys)).toEqual([['a']])
  queries[0]?.end()
  expect(await first).toBe('A')
  await turn()
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'nobody']])
  queries[1]?.end()
  expect(await Promise.all(later)).toEqual(['A', 'B', 'B', undefined])
})

test('a query that fails rejects its own callers only', async () => {
  const { ask, queries } = source()
  const first = ask('a')
  const next = ask('b')
  queries[0]?.end(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  queries[1]?.end()
  expect(await next).toBe('B')
})

test('a query that hangs delays later requests only briefly', async () => {
  const { ask, queries } = source()
  const hung = ask('a')
  const next = ask('b')
  await vi.waitFor(() => expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']]))
  queries[1]?.end()
  expect(await next).toBe('B')
  queries[0]?.end()
  expect(await hung).toBe('A')
})
