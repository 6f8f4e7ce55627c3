import { expect, test } from 'vitest'
import { noticesOf } from '#server/modules/alerts/on-call/gaps.ts'

const now = Date.parse('2028-02-29T22:30:00Z')
const hour = 3_600_000
const stagesOf = (start: number, at = now) =>
  noticesOf([{ start, end: start + hour }], at).map(notice => [notice.stage, notice.at])

test('a gap is announced within a week, a day before, and on each day that it lasts', () => {
  const start = now + 30 * hour
  expect(stagesOf(start)).toEqual([['week', '2028-03-02T04:30:00.000Z']])
  expect(stagesOf(start, now + hour)).toEqual([['week', '2028-03-02T04:30:00.000Z']])
  expect(stagesOf(start, now + 6 * hour)).toEqual([['day', '2028-03-02T04:30:00.000Z']])
  // Cut off at the present, its start moves: the day tells notices apart.
  expect(stagesOf(now)).toEqual([['now', '2028-02-29T00:00:00.000Z']])
  expect(stagesOf(now + hour, now + hour)).toEqual([['now', '2028-02-29T00:00:00.000Z']])
  expect(stagesOf(now + 2 * hour, now + 2 * hour)).toEqual([['now', '2028-03-01T00:00:00.000Z']])
})
