import { expect, test } from 'vitest'
import { dayBefore, dayWriter, groupByDay } from '../../../src/layout/notifications/days.ts'

const at = (created_at: string, id = created_at) => ({ id, created_at })

test('messages are grouped by the reader’s days, in their order', () => {
  const items = [
    at('2026-11-01T05:30:00Z'),
    at('2026-11-01T03:59:00Z'),
    at('2026-10-31T12:00:00Z'),
    at('2026-10-31T03:00:00Z'),
  ]
  const days = (zone: string) =>
    groupByDay(items, dayWriter(zone)).map(({ day, items }) => [day, items.length])
  expect(days('UTC')).toEqual([
    ['2026-11-01', 2],
    ['2026-10-31', 2],
  ])
  expect(days('America/New_York')).toEqual([
    ['2026-11-01', 1],
    ['2026-10-31', 2],
    ['2026-10-30', 1],
  ])
  expect(days('Asia/Tokyo')).toEqual([
    ['2026-11-01', 2],
    ['2026-10-31', 2],
  ])
})

test('a message that moved to the next page meanwhile is there once', () => {
  const items = [
    at('2026-11-02T10:00:00Z', 'a'),
    at('2026-11-02T09:00:00Z', 'b'),
    at('2026-11-02T09:00:00Z', 'b'),
  ]
  expect(groupByDay(items, dayWriter('UTC'))[0]?.items.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('yesterday is the day before, also where a day has 25 hours, and over ends of months and years', () => {
  // In New York, 1 November 2026 has 25 hours: 24 hours before its last half hour is still the same day.
  const late = dayWriter('America/New_York')('2026-11-02T04:30:00Z')
  expect([late, dayBefore(late)]).toEqual(['2026-11-01', '2026-10-31'])
  expect(dayBefore('2027-01-01')).toBe('2026-12-31')
  expect(dayBefore('2028-03-01')).toBe('2028-02-29')
})
