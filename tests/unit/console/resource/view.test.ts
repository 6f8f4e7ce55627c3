import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeView, defaultView, encodeView, isFiltered } from '#kit/resource/view.ts'
import activityLogs from '#resources/activity-logs.tsx'
import devices from '#resources/devices.tsx'
import { viewsOf } from './views.ts'

const decode = (search: string) => decodeView(new URLSearchParams(search), devices)

describe.each([devices, activityLogs])('the address of $name', of => {
  it('keeps everything in a view', () => {
    fc.assert(
      fc.property(viewsOf(of), view => {
        const address = encodeView(view, of).toString()
        expect(decodeView(new URLSearchParams(address), of)).toEqual(view)
      }),
    )
  })

  it('is empty for the default view', () => {
    expect(encodeView(defaultView(of), of).toString()).toBe('')
    expect(decodeView(new URLSearchParams(), of)).toEqual(defaultView(of))
  })

  it('is always readable, whatever it contains', () => {
    const names = fc.constantFrom(
      ...of.fields.keys(),
      '_sort',
      '_page',
      '_size',
      '_columns',
      '_widths',
      '_pinned',
      '_after',
      '_where',
      '_group',
      'q',
    )
    const ends = fc.constantFrom('', '_ne', '_gte', '_lte', '_like', '_last')
    const pairs = fc.array(fc.tuple(names, ends, fc.string()))
    fc.assert(
      fc.property(pairs, pairs => {
        const search = new URLSearchParams(pairs.map(([name, end, value]) => [name + end, value]))
        const view = decodeView(search, of)
        expect(decodeView(encodeView(view, of), of)).toEqual(view)
      }),
    )
  })
})

describe('an address', () => {
  it('names filters as the API does', () => {
    expect(decode('status=faulty&status=offline&battery_lte=20&serial_like=VD').filters).toEqual({
      status: { by: 'is', values: ['faulty', 'offline'] },
      battery: { by: 'between', to: '20' },
      serial: { by: 'has', text: 'VD' },
    })
  })

  it('groups by a field of the list, and ignores what it does not have', () => {
    expect(decode('_group=status').groupBy).toEqual({ field: 'status', period: null })
    expect(decode('_group=created_at:month').groupBy).toEqual({ field: 'created_at', period: 'month' })
    for (const wrong of [
      'colour',
      'status:day',
      'created_at',
      'created_at:century',
      'battery',
      'name',
      ':',
      '',
    ])
      expect(decode(`_group=${wrong}`).groupBy).toBe(null)
  })

  it('shows whether anything filters the rows', () => {
    expect(
      ['q=ada', 'status=faulty', '_where={"or":[{"status":["faulty"]}]}'].map(decode).map(isFiltered),
    ).toEqual([true, true, true])
    expect(isFiltered(decode('_sort=name&_page=2'))).toBe(false)
  })

  it('names the conditions of groups as the API does', () => {
    const _where = '{"or":[{"status":["faulty"]},{"and":[{"kind_ne":["hub"]},{"last_seen_at_last":"7d"}]}]}'
    const { groups } = decode(String(new URLSearchParams({ _where })))
    expect(groups).toEqual({
      match: 'any',
      of: [
        { field: 'status', filter: { by: 'is', values: ['faulty'] } },
        {
          match: 'all',
          of: [
            { field: 'kind', filter: { by: 'not', values: ['hub'] } },
            { field: 'last_seen_at', filter: { by: 'last', span: '7d' } },
          ],
        },
      ],
    })
    expect(encodeView({ ...defaultView(devices), groups }, devices).get('_where')).toBe(_where)
  })

  it.each([
    ['status=broken', 'a value the field does not have'],
    ['battery_gte=low', 'a bound that is no number'],
    ['last_seen_at_gte=yesterday', 'a bound that is no moment'],
    ['organization_id=7', 'an id that is none'],
    ['firmware=2', 'a field the API does not filter by'],
    ['last_seen_at_last=9y', 'a span there is not'],
    ['_where={', 'groups that are no JSON'],
    [
      '_where={"or":[{"colour":["red"]},{"and":[{"status":["broken"]}]}]}',
      'groups of conditions there are not',
    ],
    ['_sort=firmware', 'an order the API does not have'],
    ['_page=0&_size=7&_columns=colour&_density=vast', 'pages, columns and heights there are not'],
    ['_widths=colour:90,name:9,status:wide&_pinned=colour', 'widths and columns there are not'],
    ['_after=abc', 'a cursor where pages have numbers'],
  ])('ignores %s: %s', search => {
    expect(decode(search)).toEqual(defaultView(devices))
  })
})
