import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Answer = (texts: Record<string, string> | null) => Promise<void>

/** Requests that wait for their answer, in the order in which they were sent. */
let waiting: Answer[] = []

beforeEach(() => {
  waiting = []
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    waiting.push(async texts => {
      resolve(texts ? Response.json({ texts: { common: texts } }) : new Response(null, { status: 503 }))
      await vi.advanceTimersByTimeAsync(1)
    })
    return promise
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A console that shows one English text, whose first request was answered. */
async function start() {
  const { withPublishedTexts, refreshPublishedTexts } = await import('#providers/published-texts.ts')
  const i18next = createInstance()
  await i18next.init({ lng: 'en', resources: {}, ns: 'common', defaultNS: 'common' })
  i18next.addResourceBundle('en', 'common', withPublishedTexts(i18next, 'en', 'common', { reset: 'Reset' }))
  await vi.advanceTimersByTimeAsync(1)
  await waiting.shift()?.({})
  const refresh = async () => {
    refreshPublishedTexts()
    await vi.advanceTimersByTimeAsync(1)
    return waiting.pop() as Answer
  }
  return { refresh, shown: () => i18next.getResource('en', 'common', 'reset') }
}

test('a response that is overtaken by a later one does not bring back what it replaced', async () => {
  const { refresh, shown } = await start()
  const first = await refresh()
  const second = await refresh()
  await second({})
  await first({ reset: 'Start over' })
  expect(shown()).toBe('Reset')
  const third = await refresh()
  const fourth = await refresh()
  await third({ reset: 'Start over' })
  expect(shown()).toBe('Start over')
  await fourth({ reset: 'Start again' })
  expect(shown()).toBe('Start again')
})

test('a failed request is repeated, at growing intervals and not for ever', async () => {
  const { refresh, shown } = await start()
  const failing = await refresh()
  await failing(null)
  expect(waiting).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(waiting).toHaveLength(1)
  await waiting.pop()?.({ reset: 'Start over' })
  expect(shown()).toBe('Start over')
  await (await refresh())(null)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await vi.advanceTimersByTimeAsync(60_000)
    await waiting.pop()?.(null)
  }
  expect(waiting).toHaveLength(0)
})
