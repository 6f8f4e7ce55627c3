import { expect, test } from 'vitest'
import { normalizeTimestamp } from '#server/modules/devices/device-events/timestamp.ts'

const now = new Date('2026-05-01T12:00:00.000Z')

test.for([
  { told: '2026-05-01T11:59:00Z', what: 'a minute ago' },
  { told: '2026-05-01T13:59:00+02:00', what: 'of another time zone' },
  { told: Date.parse('2026-05-01T11:59:00Z'), what: 'in milliseconds' },
  { told: Date.parse('2026-05-01T11:59:00Z') / 1000, what: 'in seconds' },
])('the timestamp $told ($what) is accepted', ({ told }) => {
  expect(normalizeTimestamp(told, now)).toEqual({ ts: new Date('2026-05-01T11:59:00Z'), deviceTs: null })
})

test('an event stored for weeks keeps the time at which it happened', () => {
  expect(normalizeTimestamp('2026-03-01T00:00:00Z', now).ts).toEqual(new Date('2026-03-01T00:00:00Z'))
})

test('a missing timestamp, and one slightly in the future, count as now', () => {
  expect(normalizeTimestamp(undefined, now)).toEqual({ ts: now, deviceTs: null })
  expect(normalizeTimestamp('2026-05-01T12:01:59Z', now)).toEqual({ ts: now, deviceTs: null })
})

test.for(['2026-05-01T12:03:00.000Z', '2031-01-01T00:00:00.000Z', '1970-01-01T00:00:12.000Z'])(
  'the timestamp %s is replaced by now, and kept as the device’s own',
  told => expect(normalizeTimestamp(told, now)).toEqual({ ts: now, deviceTs: new Date(told) }),
)
