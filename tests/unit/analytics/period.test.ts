// @module-tag clock

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysQuery, isValidRange, rangeQuery } from '#contract/kit/period.ts'
import { addDays, dateRangeOf, dayOf, daysOf, lastDays, startOfDay } from '#server/kit/period.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland']
const now = new Date('2026-11-20T09:30:00Z')
const iso = (span: { from: Date; to: Date }) => [span.from.toISOString(), span.to.toISOString()]

describe('a day', () => {
  test.each([
    // Days of 23 and 25 hours, after the IANA time zone database.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', 23],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', 25],
    // The clocks go forward at midnight, so that there is none.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    // The clocks go back from one to midnight, so that it comes twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    // The clocks go forward in the evening before.
    ['America/Nuuk', '2026-03-29', '2026-03-29T01:00:00.000Z', 24],
    // The clocks go back from midnight to the evening before, which then has 25 hours.
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ])('in %s, %s begins at %s and has %i hours', (zone, day, start, hours) => {
    const from = startOfDay(day, zone)
    expect(from.toISOString()).toBe(start)
    expect((startOfDay(addDays(day, 1), zone).getTime() - from.getTime()) / 3_600_000).toBe(hours)
  })

  test.each(zones)('in %s begins at its first instant, whatever the clocks do', zone => {
    const instants = fc.date({
      min: new Date('2015-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, instant => {
        const day = dayOf(instant, zone)
        const start = startOfDay(day, zone)
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime())
        expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(instant.getTime())
        expect(dayOf(start, zone)).toBe(day)
        expect(dayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
      }),
    )
  })
})

describe('a span', () => {
  test('of days includes today, up to now', () => {
    const span = dateRangeOf({ time_range: '7d' }, now, 'UTC')
    expect(iso(span)).toEqual(['2026-11-14T00:00:00.000Z', '2026-11-20T09:30:00.000Z'])
    expect(span.partial).toBe(true)
    expect(daysOf(span)).toHaveLength(7)
    expect(iso(dateRangeOf({ days: 7 }, now, 'UTC'))).toEqual(iso(span))
  })

  test('before a running one ends after the same share of time', () => {
    expect(iso(dateRangeOf({ time_range: '7d', previous: true }, now, 'UTC'))).toEqual([
      '2026-11-07T00:00:00.000Z',
      '2026-11-13T09:30:00.000Z',
    ])
  })

  test('of months starts on the day after the same date', () => {
    expect(iso(dateRangeOf({ time_range: '12m' }, now, 'UTC'))[0]).toBe('2025-11-21T00:00:00.000Z')
    expect(iso(dateRangeOf({ time_range: '12m', previous: true }, now, 'UTC'))).toEqual([
      '2024-11-21T00:00:00.000Z',
      '2025-11-20T09:30:00.000Z',
    ])
    const leap = new Date('2028-02-29T12:00:00Z')
    expect(iso(dateRangeOf({ time_range: '12m' }, leap, 'UTC'))[0]).toBe('2027-03-01T00:00:00.000Z')
  })

  test('of hours is rolling', () => {
    const day = dateRangeOf({ time_range: '24h' }, now, 'Europe/Berlin')
    expect(iso(day)).toEqual(['2026-11-19T09:30:00.000Z', '2026-11-20T09:30:00.000Z'])
    expect(day.partial).toBe(false)
    expect(iso(dateRangeOf({ time_range: '24h', previous: true }, now, 'UTC'))).toEqual([
      '2026-11-18T09:30:00.000Z',
      '2026-11-19T09:30:00.000Z',
    ])
  })

  test('with dates ends with the last day, and the one before it ends where it begins', () => {
    const asked = { from: '2026-10-20', to: '2026-10-30' }
    const span = dateRangeOf(asked, now, 'Europe/Berlin')
    expect(iso(span)).toEqual(['2026-10-19T22:00:00.000Z', '2026-10-30T23:00:00.000Z'])
    expect(span.partial).toBe(false)
    expect(daysOf(span)).toHaveLength(11)
    const before = dateRangeOf({ ...asked, previous: true }, now, 'Europe/Berlin')
    expect(before.to).toEqual(span.from)
    expect(daysOf(before)).toHaveLength(11)
  })

  test('in the future is empty', () => {
    const { from, to } = dateRangeOf({ from: '2027-01-01', to: '2027-01-02' }, now, 'UTC')
    expect(to).toEqual(from)
  })

  test('has its last 30 days', () => {
    const month = lastDays(dateRangeOf({ time_range: '7d' }, now, 'UTC'), 30)
    expect(iso(month)).toEqual(['2026-10-22T00:00:00.000Z', '2026-11-20T09:30:00.000Z'])
  })
})

describe('the query of a period', () => {
  const query = rangeQuery(['7d', '30d'], '30d')
  test('has the screen’s own default and names', () => {
    expect(query.parse({})).toEqual({ time_range: '30d' })
    expect(query.safeParse({ time_range: '1h' }).success).toBe(false)
    expect(daysQuery(90).parse({ previous: 'true' })).toEqual({ days: 90, previous: true })
  })

  test.each([
    { from: '2026-01-01' },
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '1999-01-01', to: '2026-01-01' },
    { from: 'yesterday', to: 'today' },
    { from: '%', to: '1970-01-01' },
    { from: '2010-01-01', to: '2026-01-01' },
  ])('refuses %o', asked => expect(query.safeParse(asked).success).toBe(false))

  test('covers ten years at most', () => {
    expect(isValidRange('2016-01-01', '2026-01-07')).toBe(true)
    expect(isValidRange('2016-01-01', '2026-01-08')).toBe(false)
    expect(isValidRange('2026-02-30', '2026-03-01')).toBe(false)
  })
})
