import { expect, it } from 'vitest'
import { type ListStatus, listStatusOf } from '#kit/resource/list/list-status.ts'
import type { Row } from '#kit/resource/resource.ts'
import { defaultView, type View } from '#kit/resource/view.ts'
import devices from '#resources/devices.tsx'

const one: Row[] = [{ id: '1' }]
const error = new Error('down')

it.each<[ListStatus, Row[] | undefined, Error | null, Partial<View>]>([
  ['loading', undefined, null, {}],
  ['failed', undefined, error, {}],
  ['failed', undefined, error, { q: 'x' }],
  ['empty', [], null, {}],
  ['no match', [], null, { q: 'x' }],
  ['no match', [], null, { filters: { status: { by: 'is', values: ['faulty'] } } }],
  ['past the end', [], null, { page: 9 }],
  ['past the end', [], null, { after: 'cursor', q: 'x' }],
  ['rows', one, null, {}],
  ['rows', one, error, { q: 'x' }],
])('a list looks %s', (look, rows, error, view) => {
  expect(listStatusOf({ rows, query: { error } }, { ...defaultView(devices), ...view })).toBe(look)
})
