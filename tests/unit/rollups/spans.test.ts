// @module-tag clock

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '#server/kit/period.ts'
import type { Interval } from '#server/rollups/source.ts'
import { FIVE_MINUTES, planReads, runningTotalsFor, splitAt, wholeMonths } from '#server/rollups/spans.ts'

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

const overlaps = ([a, b]: Interval, [c, d]: Interval) => a < d && c < b

describe('the spans of an interval', () => {
  test('cover it once, read no invalidated time from a rollup, and no rollup bucket partially', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.nat({ max: 8 * 24 * 60 }),
        fc.nat({ max: 8 * 24 * 60 }),
        fc.array(fc.nat({ max: 8 * 24 * 12 })),
        fc.nat({ max: 9 }),
        (zone, one, other, dirtySlots, slotDay) => {
          const cuts = cutsOf(zone)
          const [first, last] = [cuts[0] as number, cuts.at(-1) as number]
          const place = (minute: number) => Math.min(first + minute * 60_000, last)
          const [from, to] = [place(Math.min(one, other)), place(Math.max(one, other))]
          const dirty = dirtySlots.map(n => first + n * FIVE_MINUTES)
          const slotted = new Set([cuts[slotDay] ?? 0, cuts[slotDay - 1] ?? 0])
          const kept = { dirty, days: slotDay % 2 === 0, slotted }
          const { days, slots, hours, rows } = planReads([from, to], cuts, kept)

          const covered = [...days, ...slots, ...hours, ...rows].sort(([a], [b]) => a - b)
          let reached = from
          for (const [a, b] of covered) {
            expect(a).toBe(reached)
            expect(b).toBeGreaterThan(a)
            reached = b
          }
          if (to > from) expect(reached).toBe(to)
          for (const slot of dirty) {
            for (const rolled of [...days, ...slots, ...hours])
              expect(overlaps(rolled, [slot, slot + FIVE_MINUTES])).toBe(false)
          }
          for (const ends of days) for (const end of ends) expect(cuts).toContain(end)
          for (const ends of hours) for (const end of ends) expect(end % HOUR).toBe(0)
          for (const ends of slots) {
            for (const end of ends) expect(end % FIVE_MINUTES).toBe(0)
            for (const [a] of splitAt(ends, cuts)) expect(slotted).toContain(cuts.findLast(cut => cut <= a))
          }
        },
      ),
    )
  })

  test('are whole days where nothing is invalidated, merged where they touch', () => {
    const cuts = cutsOf('Europe/Berlin')
    const whole: Interval = [cuts[0] as number, cuts.at(-1) as number]
    const none = { slots: [], hours: [], rows: [] }
    const kept = { dirty: [], days: true, slotted: new Set<number>() }
    expect(planReads(whole, cuts, kept)).toEqual({ ...none, days: [whole] })
    expect(planReads(whole, cuts, { ...kept, days: false })).toEqual({ ...none, days: [], hours: [whole] })
    const slotted = new Set(cuts)
    expect(planReads(whole, cuts, { ...kept, days: false, slotted })).toEqual({
      ...none,
      days: [],
      hours: [whole],
    })
  })

  test('by the hour are whole hours, with five-minute slots at the ends and around invalidated time', () => {
    const [start, end] = cutsOf('UTC') as [number, number]
    const at = (minutes: number) => start + minutes * 60_000
    const kept = { dirty: [at(125)], days: false, slotted: new Set([start]) }
    expect(planReads([at(7), at(4 * 60 + 22)], [start, end], kept)).toEqual({
      days: [],
      slots: [
        [at(10), at(60)],
        [at(120), at(125)],
        [at(130), at(180)],
        [at(240), at(260)],
      ],
      hours: [
        [at(60), at(120)],
        [at(180), at(240)],
      ],
      rows: [
        [at(7), at(10)],
        [at(125), at(130)],
        [at(260), at(262)],
      ],
    })
  })
})

describe('many invalidations', () => {
  const cuts = cutsOf('UTC')
  const whole: Interval = [cuts[0] as number, cuts[1] as number]
  const kept = { days: true, slotted: new Set(cuts) }
  const everyOther = (from: number, to: number, step: number) =>
    Array.from({ length: (to - from) / step }, (_, at) => from + at * step)

  test('in some hours leave the other hours rolled up', () => {
    const [start] = whole
    const dirty = everyOther(start, start + 9 * HOUR, 2 * FIVE_MINUTES)
    const spans = planReads(whole, cuts, { ...kept, dirty })
    expect(spans).toEqual({
      days: [],
      slots: [],
      hours: [[start + 9 * HOUR, whole[1]]],
      rows: [[start, start + 9 * HOUR]],
    })
  })

  test('in every other hour of many days make the whole interval read from rows', () => {
    const dirty = everyOther(cuts[0] as number, cuts[4] as number, 2 * HOUR)
    const asked: Interval = [cuts[0] as number, cuts[4] as number]
    const { days, slots, hours, rows } = planReads(asked, cuts, { ...kept, dirty })
    expect([days, slots, hours, rows]).toEqual([[], [], [], [asked]])
  })
})

describe('whole months', () => {
  const [october, november, december] = ['2026-10-01', '2026-11-01', '2026-12-01'].map(day =>
    Date.parse(day),
  ) as [number, number, number]
  const day = 24 * HOUR

  test('are those that the days fill; the other days stay', () => {
    expect(wholeMonths([[october - 2 * day, november + day]], [october, november, december])).toEqual({
      months: [[october, november]],
      days: [
        [october - 2 * day, october],
        [november, november + day],
      ],
    })
  })

  test('follow each other as one interval, unless a day is missing', () => {
    const months = [october, november, december]
    expect(wholeMonths([[october, december]], months)).toEqual({ months: [[october, december]], days: [] })
    const gap: [number, number][] = [
      [october, november - day],
      [november, december],
    ]
    expect(wholeMonths(gap, months)).toEqual({ months: [[november, december]], days: [gap[0]] })
  })
})

describe('running totals', () => {
  test('add up to an interval, each instant counted once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 99 }),
        fc.nat({ max: 99 }),
        (later, one, other) => {
          const starts = [0, ...later.sort((a, b) => a - b)]
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const counted = new Array<number>(100).fill(0)
          for (const total of runningTotalsFor([from, to], starts)) {
            expect(starts).toContain(total.from)
            expect(starts.some(start => start > total.from && start < total.to)).toBe(false)
            for (let at = total.from; at < total.to; at++) counted[at] = (counted[at] ?? 0) + total.sign
          }
          expect(counted).toEqual(counted.map((_, at) => (at >= from && at < to ? 1 : 0)))
        },
      ),
    )
  })

  test('need two reads within one month, and three across a month boundary', () => {
    const months = ['2026-10-01', '2026-11-01'].map(day => Date.parse(day))
    const [october, november] = months as [number, number]
    const [from, to] = [Date.parse('2026-10-22'), Date.parse('2026-11-21')]
    expect(runningTotalsFor([from, to], months)).toEqual([
      { from: october, to: november, sign: 1 },
      { from: october, to: from, sign: -1 },
      { from: november, to, sign: 1 },
    ])
    expect(runningTotalsFor([november, to], [november])).toEqual([{ from: november, to, sign: 1 }])
  })
})
