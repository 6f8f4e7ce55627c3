import { afterAll, expect, test } from 'vitest'
import { createEngine } from '#server/adapters/engine/engine-process.ts'
import { ServiceFailure } from '#server/adapters/service.ts'

const tired = createEngine(new URL('../../../fixtures/tired-engine.ts', import.meta.url), {
  heap: 64,
  timeoutMs: 3_000,
  idle: 10_000,
  queue: 4,
})
afterAll(tired.close)

const ask = (text: string, signal = new AbortController().signal) =>
  tired.ask(Buffer.from(text), signal).then(
    answer => answer.toString(),
    (error: unknown) => (error instanceof ServiceFailure ? error.kind : error),
  )

test('an engine that ends after a number of answers is restarted for waiting requests', async () => {
  expect(await Promise.all(['one', 'two', 'three'].map(text => ask(text)))).toEqual(['one', 'two', 'three'])
})

test('a hanging request is ended in time, fails alone, and the queue is limited', async () => {
  const asked = ['hang', 'two', 'three', 'four', 'five'].map(text => ask(text))
  expect(await Promise.all(asked)).toEqual(['slow', 'two', 'three', 'four', 'busy'])
}, 30_000)

test('a request that is aborted while waiting is never sent', async () => {
  const gone = new AbortController()
  const [first, second] = [ask('one'), ask('two', gone.signal)]
  gone.abort('gone')
  expect(await Promise.all([first, second])).toEqual(['one', 'gone'])
})
