import { describe, expect, it } from 'vitest'
import { rowGroups } from '#contract/platform/row-groups.ts'
import { groupFields } from '#kit/resource/group-by.ts'
import { conditionOf, endOfPeriod } from '#kit/resource/grouped/group-queries.ts'
import type { Resource } from '#kit/resource/resource.ts'
import { defaultView } from '#kit/resource/view.ts'
import devices from '#resources/devices.tsx'

const listBy = (field: string, period: 'day' | 'week' | 'month' | null, zone = 'Europe/Madrid') => ({
  of: devices,
  view: { ...defaultView(devices), groupBy: { field, period } },
  zone,
})

describe('the rows of a group', () => {
  it('have its value, or none', () => {
    expect(conditionOf(listBy('status', null), 'faulty')).toEqual({ status: ['faulty'] })
    expect(conditionOf(listBy('person_id', null), null)).toEqual({ person_id_null: 'true' })
    expect(conditionOf(listBy('last_seen_at', 'day'), null)).toEqual({ last_seen_at_null: 'true' })
  })

  it.each([
    // The clocks change on these days: they have 23 and 25 hours.
    ['2026-03-29', 'day', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'day', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-12-28', 'week', '2026-12-27T23:00:00.000Z', '2027-01-03T22:59:59.999Z'],
    ['2028-02-01', 'month', '2028-01-31T23:00:00.000Z', '2028-02-29T22:59:59.999Z'],
  ] as const)('of the period of %s are those of the %s in the time zone', (value, period, from, to) => {
    expect(conditionOf(listBy('last_seen_at', period), value)).toEqual({
      last_seen_at_gte: from,
      last_seen_at_lte: to,
    })
  })

  it('end where the next period begins', () => {
    expect(endOfPeriod('2026-12-31', 'day')).toBe('2027-01-01')
    expect(endOfPeriod('2026-12-28', 'week')).toBe('2027-01-04')
    expect(endOfPeriod('2026-12-01', 'month')).toBe('2027-01-01')
  })
})

const declarations = import.meta.glob<Resource>('../../../../resources/*.tsx', {
  eager: true,
  import: 'default',
})

describe('every list', () => {
  it.each(Object.values(declarations).map(of => [of.name, of] as const))(
    'can be grouped by what the server groups: %s',
    (name, of) => {
      const endpoint = rowGroups[name]
      expect(endpoint?.source).toBe(of.api.list)
      for (const { name: _by } of groupFields(of))
        expect(endpoint?.query.safeParse({ _by }).error?.issues, _by).toBe(undefined)
    },
  )
})
