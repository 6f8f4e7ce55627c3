import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '#server/kit/period.ts'
import type { Stretch } from '#server/rollups/source.ts'
import { spansOf } from '#server/rollups/spans.ts'

const HOUR = 3_600_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Chatham',
]
const cutsOf = (zone: string) =>
  Array.from({ length: 9 }, (_, day) => startOfDay(addDays('2026-03-26', day), zone).getTime())

const overlaps = ([a, b]: Stretch, [c, d]: Stretch) => a < d && c < b

describe('the spans of a stretch of time', () => {
  test('cover it once, read no dirty hour from a rollup, and no hour or day in part', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.nat({ max: 8 * 24 * 60 }),
        fc.nat({ max: 8 * 24 * 60 }),
        fc.array(fc.nat({ max: 8 * 24 })),
        (zone, one, other, dirtyHours) => {
          const cuts = cutsOf(zone)
          const [first, last] = [cuts[0] as number, cuts.at(-1) as number]
          const place = (minute: number) => Math.min(first + minute * 60_000, last)
          const [from, to] = [place(Math.min(one, other)), place(Math.max(one, other))]
          const dirty = new Set(dirtyHours.map(n => (Math.floor(first / HOUR) + n) * HOUR))
          const { days, hours, rows } = spansOf([from, to], cuts, dirty)

          const covered = [...days, ...hours, ...rows].sort(([a], [b]) => a - b)
          let reached = from
          for (const [a, b] of covered) {
            expect(a).toBe(reached)
            expect(b).toBeGreaterThan(a)
            reached = b
          }
          if (to > from) expect(reached).toBe(to)
          for (const hour of dirty) {
            for (const rolled of [...days, ...hours])
              expect(overlaps(rolled, [hour, hour + HOUR])).toBe(false)
          }
          for (const ends of days) for (const end of ends) expect(cuts).toContain(end)
          for (const ends of hours) for (const end of ends) expect(end % HOUR).toBe(0)
        },
      ),
    )
  })

  test('are whole days where nothing is dirty, and one stretch where they touch', () => {
    const cuts = cutsOf('Europe/Berlin')
    const whole: Stretch = [cuts[0] as number, cuts.at(-1) as number]
    expect(spansOf(whole, cuts, new Set())).toEqual({ days: [whole], hours: [], rows: [] })
    expect(spansOf(whole, cuts, new Set(), false)).toEqual({ days: [], hours: [whole], rows: [] })
  })
})
