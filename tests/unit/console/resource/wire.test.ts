import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Filter } from '#kit/resource/filter.ts'
import type { FilterGroups } from '#kit/resource/filter-groups.ts'
import { exportQueryOf, listQueryOf, listRequestOf } from '#kit/resource/list-query.ts'
import { defaultView, type View } from '#kit/resource/view.ts'
import activityLogs from '#resources/activity-logs.tsx'
import devices from '#resources/devices.tsx'
import { viewsOf } from './views.ts'

const ask = (part: Partial<View>, zone = 'UTC') =>
  listQueryOf(
    listRequestOf({ ...defaultView(devices), ...part }, devices.filterFields, zone),
    devices.listing,
  )
const filtered = (field: string, filter: Filter, zone?: string) => ask({ filters: { [field]: filter } }, zone)

describe.each([devices, activityLogs])('the request for $name', of => {
  it('is accepted by its contract, for every view and as CSV', () => {
    fc.assert(
      fc.property(viewsOf(of), view => {
        const page = listQueryOf(listRequestOf(view, of.filterFields, 'Asia/Tokyo'), of.listing)
        for (const query of [
          page,
          exportQueryOf(view, ['id'], of, 'Asia/Tokyo', { format: 'csv', language: 'es' }),
        ]) {
          expect(of.api.list.query.safeParse(query).error).toBeUndefined()
        }
      }),
    )
  })
})

describe('a filter', () => {
  it.each<[string, Filter, Record<string, unknown>]>([
    ['status', { by: 'is', values: ['faulty', 'offline'] }, { status: ['faulty', 'offline'] }],
    ['kind', { by: 'not', values: ['hub'] }, { kind_ne: ['hub'] }],
    ['battery', { by: 'between', from: '5', to: '20' }, { battery_gte: '5', battery_lte: '20' }],
    ['serial', { by: 'has', text: 'VD' }, { serial_like: 'VD' }],
    ['last_seen_at', { by: 'last', span: '24h' }, { last_seen_at_gte: '-24h' }],
    ['last_seen_at', { by: 'before', span: '2h' }, { last_seen_at_lte: '-2h' }],
    ['state', { by: 'is', values: ['silent'] }, { state: ['silent'] }],
  ])('on %s uses simple-rest’s names', (field, filter, query) => {
    expect(filtered(field, filter)).toMatchObject(query)
  })

  it('covers a whole day in the person’s zone, also when the clocks change', () => {
    const march8 = { by: 'between', from: '2026-03-08', to: '2026-03-08' } as const
    expect(filtered('last_seen_at', march8, 'America/New_York')).toMatchObject({
      last_seen_at_gte: '2026-03-08T05:00:00.000Z',
      last_seen_at_lte: '2026-03-09T03:59:59.999Z',
    })
    expect(filtered('last_seen_at', march8, 'Asia/Kolkata')).toMatchObject({
      last_seen_at_gte: '2026-03-07T18:30:00.000Z',
      last_seen_at_lte: '2026-03-08T18:29:59.999Z',
    })
  })

  it('uses an instant as it is', () => {
    const from = '2026-03-08T01:02:03.004Z'
    expect(filtered('last_seen_at', { by: 'between', from }, 'Asia/Tokyo')).toMatchObject({
      last_seen_at_gte: from,
    })
  })
})

describe('a list query', () => {
  it('pages by position', () => {
    expect(ask({ page: 3, size: 50 })).toMatchObject({ _start: 100, _end: 150 })
  })

  it('pages by cursor in append-only lists', () => {
    const view = { ...defaultView(activityLogs), after: 'cursor', size: 50 as const }
    const query = listQueryOf(listRequestOf(view, activityLogs.fields, 'UTC'), activityLogs.listing)
    expect(query).toMatchObject({ _start: 0, _end: 50, _after: 'cursor', _sort: 'timestamp', _order: 'desc' })
  })

  it('sorts by several fields', () => {
    const sort = [
      { field: 'status', descending: false },
      { field: 'battery', descending: true },
    ]
    expect(ask({ sort })).toMatchObject({ _sort: 'status,battery', _order: 'asc,desc' })
  })

  it('has no pages when exporting', () => {
    const query = exportQueryOf(
      { ...defaultView(devices), q: 'hub', page: 4 },
      ['name', 'battery'],
      devices,
      'UTC',
      { format: 'xlsx' },
    )
    expect(query).toEqual({
      q: 'hub',
      _sort: 'name',
      _order: 'asc',
      _format: 'xlsx',
      _columns: 'name,battery',
    })
  })

  it('nests conditions no deeper than needed', () => {
    const faulty = { field: 'status', filter: { by: 'is', values: ['faulty'] } } as const
    const low = { field: 'battery', filter: { by: 'between', from: '0', to: '20' } } as const
    const named = (text: string) => ({ field: 'name', filter: { by: 'has', text } }) as const
    const where = (groups: FilterGroups) => JSON.parse(String(ask({ groups })._where))
    const range = { battery_gte: '0', battery_lte: '20' }
    expect(where({ match: 'any', of: [faulty, low] })).toEqual({ or: [{ status: ['faulty'] }, range] })
    expect(where({ match: 'any', of: [named('a'), { match: 'all', of: [faulty, low] }] })).toEqual({
      or: [{ name_like: 'a' }, { and: [{ status: ['faulty'] }, range] }],
    })
    expect(where({ match: 'all', of: [named('a'), named('b')] })).toEqual({
      and: [{ name_like: 'a' }, { name_like: 'b' }],
    })
    expect(where({ match: 'any', of: [{ match: 'all', of: [low] }] })).toEqual(range)
  })

  it('refuses operators that the API does not have', () => {
    const within = { field: 'name', operator: 'startswith', value: 'a' } as const
    expect(() => listQueryOf({ filters: [within] }, {})).toThrow('no filter operator "startswith"')
  })
})
