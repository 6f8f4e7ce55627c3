import { describe, expect, it } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import {
  emptySelection,
  extendSelection,
  pageState,
  toggleAllOnPage,
  toggleRow,
} from '#kit/resource/bulk/selection.ts'
import { bulkTarget } from '#kit/resource/bulk/submit-job.ts'
import { defaultView } from '#kit/resource/view.ts'
import of from '../../../../resources/devices.tsx'

const page = ['a', 'b', 'c', 'd'].map(id => ({ id }))
const all = { all: true, ids: new Set<string>() }
const some = (...ids: string[]) => ({ all: false, ids: new Set(ids) })

describe('a selection', () => {
  it('gains and loses single rows', () => {
    expect(toggleRow(emptySelection, page, 'b')).toEqual(some('b'))
    expect(toggleRow(some('a', 'b'), page, 'b')).toEqual(some('a'))
  })

  it('grows by a range in either direction, and keeps the rows of other pages', () => {
    expect(extendSelection(some('z'), page, 2, 0)).toEqual(some('z', 'a', 'b', 'c'))
    expect(extendSelection(some('b'), page, 1, 99)).toEqual(some('b', 'c', 'd'))
  })

  it('adds or removes a whole page', () => {
    expect(toggleAllOnPage(some('z', 'a'), page)).toEqual(some('z', 'a', 'b', 'c', 'd'))
    expect(toggleAllOnPage(some('z', 'a', 'b', 'c', 'd'), page)).toEqual(some('z'))
    expect(toggleAllOnPage(all, page)).toEqual(emptySelection)
  })

  it('of everything becomes the page’s other rows when a row is removed', () => {
    expect(toggleRow(all, page, 'c')).toEqual(some('a', 'b', 'd'))
    expect(extendSelection(all, page, 0, 1)).toBe(all)
  })

  it('reports how much of a page it contains', () => {
    expect(pageState(some('z'), page)).toBe('none')
    expect(pageState(some('a'), page)).toBe('some')
    expect(pageState(some('a', 'b', 'c', 'd'), page)).toBe('whole')
    expect(pageState(all, page)).toBe('whole')
    expect(pageState(all, [])).toBe('none')
  })
})

describe('the target of a bulk job', () => {
  const view = {
    ...defaultView(of),
    q: 'hall',
    page: 3,
    filters: {
      status: { by: 'is', values: ['online'] },
      kind: { by: 'not', values: ['hub', 'tablet'] },
      battery: { by: 'between', to: '20' },
    },
  } as const

  it('is the selected ids, or everything that the list’s query matches, whatever the page', () => {
    expect(bulkTarget(some('a', 'z'), view, of, 'UTC')).toEqual({ ids: ['a', 'z'] })
    const { query } = bulkTarget(all, view, of, 'UTC')
    expect(query).toEqual({ q: 'hall', status: 'online', kind_ne: ['hub', 'tablet'], battery_lte: '20' })
    const order = { query, count: 1, patch: { status: 'retired' } }
    expect(devices.updateMany.body.parse(order)).toMatchObject({
      query: { status: ['online'], battery_lte: 20 },
    })
  })
})
