import { describe, expect, test } from 'vitest'
import { ReportSchedule, type ReportSchedule as Schedule } from '#contract/platform/report-schedule.ts'
import { nextDue } from '#server/modules/platform/reports/due.ts'

const schedule = (part: Partial<Schedule>): Schedule => ({
  repeat: 'daily',
  weekdays: [],
  month_day: null,
  time: '08:00',
  ...part,
})

/** The next times after an instant. */
function times(given: Partial<Schedule>, zone: string, after: string, count: number): string[] {
  const found: string[] = []
  for (let at = Date.parse(after); found.length < count; at = Date.parse(found.at(-1) as string))
    found.push(new Date(nextDue(schedule(given), zone, at)).toISOString().slice(0, 16))
  return found
}

describe('a report is due', () => {
  test('every day, by the clock of its zone', () => {
    expect(times({}, 'Asia/Tokyo', '2026-01-01T00:00:00Z', 2)).toEqual([
      '2026-01-01T23:00',
      '2026-01-02T23:00',
    ])
  })

  test('after its time, not at it again', () => {
    expect(times({}, 'UTC', '2026-01-01T08:00:00Z', 1)).toEqual(['2026-01-02T08:00'])
    expect(times({}, 'UTC', '2026-01-01T07:59:59Z', 1)).toEqual(['2026-01-01T08:00'])
  })

  test('from Monday to Friday', () => {
    expect(times({ repeat: 'weekdays' }, 'UTC', '2026-11-26T09:00:00Z', 3)).toEqual([
      '2026-11-27T08:00',
      '2026-11-30T08:00',
      '2026-12-01T08:00',
    ])
  })

  test('on chosen days of the week', () => {
    expect(times({ repeat: 'weekly', weekdays: [7, 1] }, 'UTC', '2026-11-23T09:00:00Z', 3)).toEqual([
      '2026-11-29T08:00',
      '2026-11-30T08:00',
      '2026-12-06T08:00',
    ])
  })

  test('on a day of the month', () => {
    expect(times({ repeat: 'monthly', month_day: 28 }, 'UTC', '2027-01-28T09:00:00Z', 2)).toEqual([
      '2027-02-28T08:00',
      '2027-03-28T08:00',
    ])
  })

  test('on the last day of each month, also on 29 February', () => {
    expect(times({ repeat: 'monthly' }, 'UTC', '2028-01-30T00:00:00Z', 4)).toEqual([
      '2028-01-31T08:00',
      '2028-02-29T08:00',
      '2028-03-31T08:00',
      '2028-04-30T08:00',
    ])
    expect(times({ repeat: 'monthly' }, 'UTC', '2100-02-01T00:00:00Z', 1)).toEqual(['2100-02-28T08:00'])
  })

  test('at the moment of the change where daylight saving skips its time', () => {
    // Europe/Madrid, 29 March 2026: 01:59 CET, then 03:00 CEST.
    expect(times({ time: '02:30' }, 'Europe/Madrid', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
    // America/Sao_Paulo, 4 November 2018: midnight did not exist.
    expect(times({ time: '00:00' }, 'America/Sao_Paulo', '2018-11-03T04:00:00Z', 2)).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
  })

  test('once where its time occurs twice', () => {
    // Europe/Madrid, 25 October 2026: 02:00 to 02:59 twice.
    expect(times({ time: '02:30' }, 'Europe/Madrid', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
    // America/Sao_Paulo, 17 February 2019: 23:00 to 23:59 of the 16th twice.
    expect(times({ time: '23:30' }, 'America/Sao_Paulo', '2019-02-16T12:00:00Z', 2)).toEqual([
      '2019-02-17T01:30',
      '2019-02-18T02:30',
    ])
  })

  test('once, not for each time that was missed', () => {
    const missed = Date.parse('2026-01-01T08:00:00Z')
    const now = missed + 7 * 86_400_000 + 60_000
    expect(new Date(nextDue(schedule({}), 'UTC', now)).toISOString()).toBe('2026-01-09T08:00:00.000Z')
  })
})

describe('a schedule', () => {
  test('of a week needs a day', () => {
    const given = { repeat: 'weekly', time: '08:00' }
    expect(ReportSchedule.safeParse(given).error?.issues).toMatchObject([
      { path: ['weekdays'], message: 'Choose at least one day of the week' },
    ])
    expect(ReportSchedule.safeParse({ ...given, weekdays: [1] }).success).toBe(true)
  })

  test.for([
    { repeat: 'monthly', month_day: 29, time: '08:00' },
    { repeat: 'weekly', weekdays: [0], time: '08:00' },
    { repeat: 'daily', time: '24:00' },
    { repeat: 'hourly', time: '08:00' },
  ])('refuses %o', given => {
    expect(ReportSchedule.safeParse(given).success).toBe(false)
  })
})
