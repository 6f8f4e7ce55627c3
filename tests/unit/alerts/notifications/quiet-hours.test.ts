// @module-tag clock

import { describe, expect, test } from 'vitest'
import { afterQuietHours, deliveryTime } from '#server/modules/alerts/notifications/notify.ts'

const hours = (from: string, to: string, time_zone = 'Europe/Berlin') => ({
  quiet_hours: { from, to, time_zone },
  muted: [],
})

describe('quiet hours', () => {
  const cases: [name: string, from: string, to: string, now: string, then: string][] = [
    ['hold until the morning', '22:00', '07:00', '2026-01-15T23:30+01:00', '2026-01-16T07:00+01:00'],
    ['hold after midnight', '22:00', '07:00', '2026-01-16T03:00+01:00', '2026-01-16T07:00+01:00'],
    ['hold from their first minute', '22:00', '07:00', '2026-01-15T22:00+01:00', '2026-01-16T07:00+01:00'],
    ['end with their last', '22:00', '07:00', '2026-01-16T07:00+01:00', '2026-01-16T07:00+01:00'],
    ['let the day through', '22:00', '07:00', '2026-01-16T12:00+01:00', '2026-01-16T12:00+01:00'],
    ['hold from noon on', '12:00', '14:00', '2026-01-16T12:00+01:00', '2026-01-16T14:00+01:00'],
    ['hold over noon', '12:00', '14:00', '2026-01-16T13:00+01:00', '2026-01-16T14:00+01:00'],
    [
      'end by the clock when it goes forward',
      '22:00',
      '02:30',
      '2026-03-29T00:30+01:00',
      '2026-03-29T03:00+02:00',
    ],
    [
      'end by the clock when it goes back',
      '22:00',
      '07:00',
      '2026-10-24T23:00+02:00',
      '2026-10-25T07:00+01:00',
    ],
    [
      'that begin and end at once hold nothing',
      '08:00',
      '08:00',
      '2026-01-16T08:00+01:00',
      '2026-01-16T08:00+01:00',
    ],
  ]
  test.for(cases)('%s', ([, from, to, now, then]) => {
    expect(afterQuietHours(hours(from, to), Date.parse(now))).toBe(Date.parse(then))
  })

  test('do not delay a test, and a muted kind is never delivered', () => {
    const night = Date.parse('2026-01-16T03:00+01:00')
    expect(deliveryTime(hours('22:00', '07:00'), 'test', night)).toBe(night)
    expect(deliveryTime({ quiet_hours: null, muted: ['task'] }, 'task', night)).toBeNull()
    expect(deliveryTime({ quiet_hours: null, muted: ['task'] }, 'message', night)).toBe(night)
  })
})
