// @module-tag clock

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clockAt, instantAt } from '#kit/resource/day.ts'

it.each([
  ['2026-03-08', '01:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08', '03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-07-01', '09:15', 'Asia/Kolkata', '2026-07-01T03:45:00.000Z'],
  ['2026-01-01', '00:00', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
])('%s %s in %s is one instant', (day, time, zone, instant) => {
  expect(instantAt(day, time, zone).toISOString()).toBe(instant)
  expect(clockAt(instant, zone)).toEqual({ day, time })
})

it('the local time of a minute maps back to it, except for the repeated hour', () => {
  const minute = 60_000
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }).map(at => at - (at % minute)),
      fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'),
      (at, zone) => {
        const { day, time } = clockAt(new Date(at).toISOString(), zone)
        const back = instantAt(day, time, zone)
        expect(clockAt(back.toISOString(), zone)).toEqual({ day, time })
        expect(Math.abs(back.getTime() - at)).toBeLessThanOrEqual(60 * minute)
      },
    ),
  )
})
