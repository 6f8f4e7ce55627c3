import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OnCallLayer } from '#contract/alerts/on-call.ts'
import {
  gapsWithin,
  onCallAt,
  type PersonSpan,
  type Rota,
  shiftsOfLayer,
  shiftsWithin,
  subtract,
  withinWindows,
} from '#server/modules/alerts/on-call/rota.ts'

const people = ['anna', 'ben', 'cleo']
const hour = 3_600_000
const day = 24 * hour
const at = (text: string) => Date.parse(text)

const layer = (rest: Partial<OnCallLayer> = {}): OnCallLayer => ({
  name: 'Main',
  person_ids: people,
  rotation: 'daily',
  every: 1,
  starts_on: '2026-01-05',
  handover_at: '09:00',
  windows: [],
  ...rest,
})
const rota = (rest: Partial<Rota> = {}): Rota => ({
  timeZone: 'Europe/Berlin',
  layers: [layer()],
  absences: [],
  overrides: [],
  available: new Set(people),
  ...rest,
})
const span = (start: string, end: string) => ({ start: at(start), end: at(end) })
const written = (shifts: readonly PersonSpan[]) =>
  shifts.map(({ person, start, end }) => [
    person,
    new Date(start).toISOString().slice(0, 16),
    new Date(end).toISOString().slice(0, 16),
  ])

describe('a layer', () => {
  test('hands over daily at a wall-clock time, on days of 23 and 25 hours too', () => {
    const spring = shiftsWithin(rota(), span('2026-03-27T08:00Z', '2026-03-30T07:00Z')).final
    expect(written(spring)).toEqual([
      ['anna', '2026-03-27T08:00', '2026-03-28T08:00'],
      ['ben', '2026-03-28T08:00', '2026-03-29T07:00'],
      ['cleo', '2026-03-29T07:00', '2026-03-30T07:00'],
    ])
    const autumn = shiftsWithin(rota(), span('2026-10-24T07:00Z', '2026-10-26T08:00Z')).final
    expect(autumn.map(({ start, end }) => (end - start) / hour)).toEqual([25, 24])
  })

  test('hands over weekly, on the weekday it started', () => {
    const weekly = rota({ layers: [layer({ rotation: 'weekly', every: 2 })] })
    expect(written(shiftsWithin(weekly, span('2026-01-01T00:00Z', '2026-02-10T00:00Z')).final)).toEqual([
      ['anna', '2026-01-05T08:00', '2026-01-19T08:00'],
      ['ben', '2026-01-19T08:00', '2026-02-02T08:00'],
      ['cleo', '2026-02-02T08:00', '2026-02-10T00:00'],
    ])
  })

  test('hands over once where the hour repeats, and at the change where it is skipped', () => {
    const nightly = rota({ layers: [layer({ handover_at: '02:30' })] })
    const spring = shiftsWithin(nightly, span('2026-03-28T12:00Z', '2026-03-30T12:00Z')).final
    expect(spring.slice(1).map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    const autumn = shiftsWithin(nightly, span('2026-10-24T12:00Z', '2026-10-26T12:00Z')).final
    expect(autumn.slice(1).map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('can be limited to hours of the week, also past midnight', () => {
    const windows = [{ days: [5], from: '22:00', to: '06:00' }]
    const nights = rota({ timeZone: 'UTC', layers: [layer({ windows, rotation: 'weekly' })] })
    const { final } = shiftsWithin(nights, span('2026-01-05T00:00Z', '2026-01-19T00:00Z'))
    expect(written(final)).toEqual([
      ['anna', '2026-01-09T22:00', '2026-01-10T06:00'],
      ['ben', '2026-01-16T22:00', '2026-01-17T06:00'],
    ])
  })

  test('is empty before it starts', () => {
    expect(onCallAt(rota(), at('2026-01-05T07:59:59Z'))).toBeNull()
    expect(onCallAt(rota(), at('2026-01-05T08:00:00Z'))).toBe('anna')
  })
})

describe('the final schedule', () => {
  const noon = at('2026-01-06T12:00Z')

  test('passes the turn of an absent person to the next, for as long as they are absent', () => {
    const absences = [{ person: 'ben', ...span('2026-01-06T12:00Z', '2026-01-06T15:00Z') }]
    const { final } = shiftsWithin(rota({ absences }), span('2026-01-06T08:00Z', '2026-01-07T08:00Z'))
    expect(written(final)).toEqual([
      ['ben', '2026-01-06T08:00', '2026-01-06T12:00'],
      ['cleo', '2026-01-06T12:00', '2026-01-06T15:00'],
      ['ben', '2026-01-06T15:00', '2026-01-07T08:00'],
    ])
  })

  test('passes the turn of a person who cannot be called, and ignores overrides by them', () => {
    const overrides = [{ person: 'ben', start: noon, end: noon + hour }]
    expect(onCallAt(rota({ available: new Set(['anna', 'cleo']), overrides }), noon)).toBe('cleo')
  })

  test('puts later layers above earlier ones, and the latest override above all', () => {
    const above = layer({
      person_ids: ['cleo'],
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '14:00' }],
    })
    const layers = [layer({ person_ids: ['anna'] }), above]
    const overrides = [
      { person: 'ben', start: noon, end: noon + hour },
      { person: 'anna', start: noon + hour / 2, end: noon + 2 * hour },
    ]
    const { final } = shiftsWithin(
      rota({ timeZone: 'UTC', layers, overrides }),
      span('2026-01-06T11:00Z', '2026-01-06T15:00Z'),
    )
    expect(written(final)).toEqual([
      ['anna', '2026-01-06T11:00', '2026-01-06T12:00'],
      ['ben', '2026-01-06T12:00', '2026-01-06T12:30'],
      ['anna', '2026-01-06T12:30', '2026-01-06T14:00'],
      ['anna', '2026-01-06T14:00', '2026-01-06T15:00'],
    ])
  })

  test('has gaps only where someone has to be on call', () => {
    const absences = people.map(person => ({ person, ...span('2026-01-06T12:00Z', '2026-01-06T15:00Z') }))
    const week = span('2026-01-06T00:00Z', '2026-01-07T00:00Z')
    expect(gapsWithin(rota({ absences }), [], week)).toEqual([span('2026-01-06T12:00Z', '2026-01-06T15:00Z')])
    const afternoons = [{ days: [2], from: '15:00', to: '18:00' }]
    expect(gapsWithin(rota({ absences }), afternoons, week)).toEqual([
      span('2026-01-06T14:00Z', '2026-01-06T15:00Z'),
    ])
  })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
]
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
const windows = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: clock,
    to: clock,
  }),
  { maxLength: 3 },
)
const start = at('2026-01-05T00:00Z')
const moment = fc.integer({ min: 0, max: 400 * 24 * 60 }).map(minute => start + minute * 60_000)
const absence = fc
  .tuple(fc.constantFrom(...people), moment, fc.integer({ min: 1, max: 20 * day }))
  .map(([person, from, length]) => ({ person, start: from, end: from + length }))
const anyLayer = fc.record({
  name: fc.constant('Layer'),
  person_ids: fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 4 }),
  rotation: fc.constantFrom('daily' as const, 'weekly' as const),
  every: fc.integer({ min: 1, max: 3 }),
  starts_on: fc.constant('2026-01-01'),
  handover_at: clock,
  windows,
})
const anyRota = fc.record({
  timeZone: fc.constantFrom(...zones),
  layers: fc.array(anyLayer, { minLength: 1, maxLength: 3 }),
  absences: fc.array(absence, { maxLength: 3 }),
  overrides: fc.array(absence, { maxLength: 3 }),
  available: fc.constant(new Set(people)),
})
const runs = { numRuns: process.env.DEEP ? 2_000 : 120 }

describe('for all schedules', () => {
  test('no one shares a layer or the final schedule at an instant', () => {
    fc.assert(
      fc.property(anyRota, moment, (any, from) => {
        const { layers, final } = shiftsWithin(any, { start: from, end: from + 8 * day })
        for (const shifts of [...layers, final])
          for (const [index, shift] of shifts.entries()) {
            expect(shift.end).toBeGreaterThan(shift.start)
            expect(shift.start).toBeGreaterThanOrEqual(shifts[index - 1]?.end ?? from)
            expect(shift.end).toBeLessThanOrEqual(from + 8 * day)
          }
      }),
      runs,
    )
  })

  test('a layer without windows and absences has no gaps', () => {
    fc.assert(
      fc.property(anyRota, moment, (any, from) => {
        const full = { ...any, layers: any.layers.map(one => ({ ...one, windows: [] })), absences: [] }
        const within = { start: from, end: from + 40 * day }
        for (const position of full.layers.keys())
          expect(subtract(within, shiftsOfLayer(full, position, within))).toEqual([])
      }),
      runs,
    )
  })

  test('who is on call at an instant is who has the shift', () => {
    fc.assert(
      fc.property(anyRota, moment, fc.integer({ min: 0, max: 8 * day - 1 }), (any, from, later) => {
        const { final } = shiftsWithin(any, { start: from, end: from + 8 * day })
        const shift = final.find(one => one.start <= from + later && from + later < one.end)
        expect(onCallAt(any, from + later)).toBe(shift?.person ?? null)
      }),
      runs,
    )
  })

  test('no one has a shift of a layer while absent, and no shift is outside the windows', () => {
    fc.assert(
      fc.property(anyRota, moment, (any, from) => {
        const within = { start: from, end: from + 8 * day }
        for (const [position, one] of any.layers.entries())
          for (const shift of shiftsOfLayer(any, position, within)) {
            const own = any.absences.filter(({ person }) => person === shift.person)
            expect(subtract(shift, own)).toEqual([shift])
            expect(subtract(shift, withinWindows(one.windows, within, any.timeZone))).toEqual([])
          }
      }),
      runs,
    )
  })
})
