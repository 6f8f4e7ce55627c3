import { afterEach, expect, test, vi } from 'vitest'
import { defaultWidgets, readWidgets, saveWidgets } from '#kit/widgets.ts'

function keep(text: string | null) {
  const items = new Map(text === null ? [] : [['dashboardWidgetSettings', text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
}
afterEach(() => vi.unstubAllGlobals())

test('all twelve widgets are shown at first', () => {
  keep(null)
  expect(Object.values(readWidgets())).toEqual(Array(12).fill(true))
})

test('stored settings override the defaults', () => {
  keep('{"latencyMetrics":false}')
  expect(readWidgets()).toEqual({ ...defaultWidgets, latencyMetrics: false })
  saveWidgets({ ...defaultWidgets, systemHealth: false })
  expect(readWidgets()).toEqual({ ...defaultWidgets, systemHealth: false })
})

test.each(['not json', 'null', '[]', '3', '{"latencyMetrics":"no","other":false}'])('%s is ignored', text => {
  keep(text)
  expect(readWidgets()).toEqual(defaultWidgets)
})
