import { expect, test } from 'vitest'
import { holdSecondsOf, maxHoldSeconds } from '#server/modules/platform/event-webhooks/worker.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.for<[status: number, retryAfter: string | null, seconds: number | null]>([
  [429, '120', 120],
  [503, ' 7 ', 7],
  [503, 'Sun, 01 Mar 2026 12:02:00 GMT', 120],
  [429, '999999', maxHoldSeconds],
  [429, 'Tue, 01 Jan 2036 00:00:00 GMT', maxHoldSeconds],
  [429, 'Sun, 01 Mar 2026 11:00:00 GMT', null],
  [429, '0', null],
  [429, '-5', null],
  [429, 'soon', null],
  [429, '', null],
  [429, null, null],
  [500, '120', null],
  [200, '120', null],
])('a %d with Retry-After %s holds back for %s seconds', ([status, retryAfter, seconds]) => {
  expect(holdSecondsOf({ status, retryAfter }, now)).toBe(seconds)
})
