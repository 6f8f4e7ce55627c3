import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkIntervals, checkMinutes } from '#contract/platform/figure-conditions.ts'
import { dateRangeOf } from '#server/kit/period.ts'
import {
  isGap,
  nextCheck,
  periodQuery,
  previewInstants,
} from '#server/modules/platform/figure-rules/timing.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const hours = 3_600_000
const zones = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia')
const instants = fc.integer({ min: at('2010-01-01'), max: at('2040-01-01') })

describe('the next check', () => {
  test('is at full intervals of the clock', () => {
    expect(iso(nextCheck('5m', 'UTC', at('2026-11-23T10:03:20Z')))).toBe('2026-11-23T10:05')
    expect(iso(nextCheck('5m', 'UTC', at('2026-11-23T10:05:00Z')))).toBe('2026-11-23T10:10')
    expect(iso(nextCheck('6h', 'UTC', at('2026-11-23T10:03:20Z')))).toBe('2026-11-23T12:00')
  })

  test('of each day is shortly after midnight in the workspace’s zone, whatever daylight saving does', () => {
    expect(iso(nextCheck('1d', 'Europe/Madrid', at('2026-03-28T12:00:00Z')))).toBe('2026-03-28T23:10')
    expect(iso(nextCheck('1d', 'Europe/Madrid', at('2026-03-29T12:00:00Z')))).toBe('2026-03-29T22:10')
    // America/Sao_Paulo, 4 November 2018: the day began at 01:00.
    expect(iso(nextCheck('1d', 'America/Sao_Paulo', at('2018-11-04T02:00:00Z')))).toBe('2018-11-04T03:10')
  })

  test('comes, and not later than an interval, or than a day of 25 hours', () => {
    fc.assert(
      fc.property(fc.constantFrom(...checkIntervals), zones, instants, (every, zone, after) => {
        const wait = nextCheck(every, zone, after) - after
        expect(wait).toBeGreaterThan(0)
        // Samoa had no 30 December 2011.
        expect(wait).toBeLessThanOrEqual(every === '1d' ? 26 * hours : checkMinutes[every] * 60_000)
      }),
    )
  })
})

test('a check counts as missed once the next one is due', () => {
  const due = at('2026-11-23T10:05:00Z')
  expect(isGap('5m', 'UTC', due, due + 20_000)).toBe(false)
  expect(isGap('5m', 'UTC', due, due + 4 * 60_000)).toBe(false)
  expect(isGap('5m', 'UTC', due, due + 7 * 60_000)).toBe(true)
  expect(isGap('1d', 'UTC', due, due + 30 * hours)).toBe(true)
})

describe('a period', () => {
  const rangeAt = (period: '1h' | '1d' | '7d', now: string, zone: string, previous = false) => {
    const query = periodQuery(period, at(now), zone)
    const { from, to, partial } = dateRangeOf({ ...query, previous } as never, new Date(now), zone)
    return [iso(from.getTime()), iso(to.getTime()), partial]
  }

  test('of days has only days that are over, also just after midnight', () => {
    expect(rangeAt('1d', '2026-11-22T23:00:01Z', 'Europe/Madrid')).toEqual([
      '2026-11-21T23:00',
      '2026-11-22T23:00',
      false,
    ])
    expect(rangeAt('7d', '2026-11-23T15:00:00Z', 'UTC')).toEqual([
      '2026-11-16T00:00',
      '2026-11-23T00:00',
      false,
    ])
  })

  test('of a day of 23 hours is compared with the whole day before', () => {
    expect(rangeAt('1d', '2026-03-30T12:00:00Z', 'Europe/Madrid')).toEqual([
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      false,
    ])
    expect(rangeAt('1d', '2026-03-30T12:00:00Z', 'Europe/Madrid', true)).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      false,
    ])
  })

  test('is never partial, nor is what it is compared with', () => {
    fc.assert(
      fc.property(zones, instants, fc.constantFrom('1d', '7d', '30d' as const), (zone, now, period) => {
        const query = periodQuery(period as '1d', now, zone)
        const read = (previous: boolean) => dateRangeOf({ ...query, previous } as never, new Date(now), zone)
        const [current, before] = [read(false), read(true)]
        expect(current.partial || before.partial).toBe(false)
        expect(current.to.getTime()).toBeLessThanOrEqual(now)
        expect(before.to.getTime()).toBe(current.from.getTime())
      }),
    )
  })
})

test('a preview has one point for each day, in order, also where daylight saving changes', () => {
  const days = previewInstants('1d', 'Europe/Madrid', at('2026-04-10T09:00:00Z'))
  expect(days).toHaveLength(30)
  expect(new Set(days.map(day => periodQuery('1d', day, 'Europe/Madrid').from)).size).toBe(30)
  expect(days).toEqual([...days].sort((one, other) => one - other))
  expect(days.at(-1)).toBeLessThan(at('2026-04-10T09:00:00Z'))
})
