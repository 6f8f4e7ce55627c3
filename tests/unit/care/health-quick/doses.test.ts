// @module-tag clock

import { describe, expect, test } from 'vitest'
import { doseStateAt } from '#contract/care/dose-state.ts'
import type { DoseState } from '#contract/care/health-quick.ts'
import {
  dosesBetween,
  evaluateDoses,
  type IntakeReport,
  type Schedule,
} from '#server/modules/care/health-quick/doses.ts'

const at = (instant: string) => Date.parse(instant)
const [ever, forever] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
const once = <Value>(value: Value) => [{ from: ever, to: forever, value }]
const pill = (...times: string[]) => [{ name: 'Ramipril', dose: '5 mg', times }]

/** A stay in one zone and then in another, from an instant on. */
const travelling = (first: string, then: string, when: string) => [
  { from: ever, to: at(when), value: first },
  { from: at(when), to: forever, value: then },
]

describe('when a dose is due', () => {
  const berlin = once('Europe/Berlin')
  const cases: [name: string, zones: Schedule['zones'], times: string[], day: string, due: string[]][] = [
    ['in winter', berlin, ['08:00'], '2026-01-15', ['2026-01-15T07:00Z']],
    ['in summer', berlin, ['08:00', '20:00'], '2026-07-15', ['2026-07-15T06:00Z', '2026-07-15T18:00Z']],
    ['at a time the clocks skip: when they do', berlin, ['02:30'], '2026-03-29', ['2026-03-29T01:00Z']],
    ['after the clocks went forward', berlin, ['03:30'], '2026-03-29', ['2026-03-29T01:30Z']],
    ['at a time that comes twice: the first time', berlin, ['02:30'], '2026-10-25', ['2026-10-25T00:30Z']],
    ['after the clocks went back', berlin, ['08:00'], '2026-10-25', ['2026-10-25T07:00Z']],
    [
      'by half an hour of summer',
      once('Australia/Lord_Howe'),
      ['02:15'],
      '2026-10-04',
      ['2026-10-03T15:30Z'],
    ],
    ['at the same time twice: once', berlin, ['08:00', '08:00'], '2026-01-15', ['2026-01-15T07:00Z']],
    [
      'after a flight west: not again that day',
      travelling('Asia/Tokyo', 'America/Los_Angeles', '2026-05-01T01:00Z'),
      ['08:00'],
      '2026-05-01',
      ['2026-04-30T23:00Z'],
    ],
    [
      'during a flight east that skips it: on arrival',
      travelling('Europe/London', 'Asia/Tokyo', '2026-01-10T12:30Z'),
      ['20:00'],
      '2026-01-10',
      ['2026-01-10T12:30Z'],
    ],
    [
      'after an arrival that does not skip it: where one is',
      travelling('Europe/London', 'America/New_York', '2026-01-10T15:00Z'),
      ['20:00'],
      '2026-01-10',
      ['2026-01-11T01:00Z'],
    ],
  ]
  test.for(cases)('%s', ([, zones, times, day, due]) => {
    const schedule = { zones, medications: once(pill(...times)) }
    const found = dosesBetween(schedule, at(`${day}T00:00Z`) - 86_400_000, at(`${day}T00:00Z`) + 172_800_000)
    expect(found.filter(dose => dose.day === day).map(dose => new Date(dose.due).toISOString())).toEqual(
      due.map(instant => new Date(instant).toISOString()),
    )
  })

  describe('after a flight west, with a prescription for a time that had passed before the flight', () => {
    const zones = travelling('UTC', 'Etc/GMT+2', '2026-05-01T14:00Z')
    const prescribed = (...plans: [from: number, times: string[]][]) =>
      plans.map(([from, times], index) => ({
        from,
        to: plans[index + 1]?.[0] ?? forever,
        value: pill(...times),
      }))
    const dueOn = (medications: Schedule['medications']) =>
      dosesBetween({ zones, medications }, at('2026-05-01T00:00Z'), at('2026-05-02T00:00Z')).map(({ due }) =>
        new Date(due).toISOString().slice(11, 16),
      )

    test('a new one is due where the person is now', () => {
      expect(dueOn(prescribed([at('2026-05-01T14:00Z'), ['12:30']]))).toEqual(['14:30'])
      expect(dueOn(prescribed([ever, []], [at('2026-05-01T14:10Z'), ['12:30']]))).toEqual(['14:30'])
    })

    test('one whose time has passed there as well waits until tomorrow', () => {
      expect(dueOn(prescribed([at('2026-05-01T14:00Z'), ['11:30']]))).toEqual([])
    })

    test('one that was due before is not due again, even if the prescription is edited', () => {
      expect(dueOn(prescribed([ever, ['12:30']], [at('2026-05-01T14:10Z'), ['12:30', '20:00']]))).toEqual([
        '12:30',
        '22:00',
      ])
    })
  })

  test('a schedule applies only while it is valid', () => {
    const schedule = {
      zones: once('UTC'),
      medications: [
        { from: at('2026-02-01T00:00Z'), to: at('2026-02-03T12:00Z'), value: pill('20:00', '08:00') },
        { from: at('2026-02-03T12:00Z'), to: forever, value: pill('09:00') },
      ],
    }
    const due = dosesBetween(schedule, at('2026-01-01T00:00Z'), at('2026-02-05T00:00Z')).map(
      ({ day, time }) => `${day} ${time}`,
    )
    expect(due).toEqual([
      '2026-02-01 08:00',
      '2026-02-01 20:00',
      '2026-02-02 08:00',
      '2026-02-02 20:00',
      '2026-02-03 08:00',
      '2026-02-04 09:00',
    ])
  })

  test('each day of a year has its doses, in every zone', () => {
    for (const zone of [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'Africa/Cairo',
    ]) {
      const schedule = { zones: once(zone), medications: once(pill('00:00', '12:00', '23:59')) }
      const doses = dosesBetween(schedule, at('2026-01-02T00:00Z'), at('2026-12-30T00:00Z'))
      const inner = doses.filter(({ day }) => day > '2026-01-02' && day < '2026-12-29')
      expect(new Set(inner.map(({ day }) => day)).size, zone).toBe(360)
      expect(inner, zone).toHaveLength(1080)
    }
  })
})

describe('the state of a dose due at 08:00', () => {
  const due = at('2026-06-01T08:00Z')
  const taken = (time: string): IntakeReport => ({
    name: 'Ramipril',
    taken: true,
    at: at(`2026-06-01T${time}Z`),
    dose_at: null,
  })
  const skipped = { ...taken('08:05'), taken: false }
  const cases: [
    name: string,
    now: string,
    heard: string,
    word: IntakeReport | undefined,
    state: DoseState,
  ][] = [
    ['is upcoming long before', '06:59', '06:59', undefined, 'upcoming'],
    ['is due an hour before', '07:00', '07:00', undefined, 'due'],
    ['is due within the hour after', '09:00', '09:00', undefined, 'due'],
    ['is due then even in silence', '09:00', '03:00', undefined, 'due'],
    ['is late afterwards', '09:01', '09:01', undefined, 'late'],
    ['is unknown where nothing is heard then', '09:01', '09:00', undefined, 'unknown'],
    ['is late up to four hours after', '12:00', '12:00', undefined, 'late'],
    ['is missed then', '12:01', '12:01', undefined, 'missed'],
    ['stays missed when silence comes later', '23:00', '12:00', undefined, 'missed'],
    ['is unknown when silence came before', '23:00', '11:59', undefined, 'unknown'],
    ['is missed once the silent one is heard again', '23:00', '22:00', undefined, 'missed'],
    ['is taken when that is said', '08:10', '08:10', taken('08:05'), 'taken'],
    ['is taken when that is delivered late', '23:00', '03:00', taken('08:05'), 'taken'],
    ['is taken however late', '12:30', '12:30', taken('11:59'), 'taken'],
    ['is missed when that is said', '08:10', '08:10', skipped, 'missed'],
  ]
  test.for(cases)('%s', ([, now, heard, word, state]) => {
    const known = { now: at(`2026-06-01T${now}Z`), heardUntil: at(`2026-06-01T${heard}Z`) }
    expect(doseStateAt(due, word, known)).toBe(state)
  })
})

describe('an intake report', () => {
  const schedule = { zones: once('UTC'), medications: once(pill('08:00', '11:00', '20:00')) }
  const [from, to] = [at('2026-06-01T00:00Z'), at('2026-06-02T00:00Z')]
  const states = (...said: IntakeReport[]) =>
    evaluateDoses(schedule, said, { from, to, now: to, heardUntil: to }).map(({ state }) => state)
  const word = (time: string, more: Partial<IntakeReport> = {}): IntakeReport => ({
    name: 'Ramipril',
    taken: true,
    at: at(`2026-06-01T${time}Z`),
    dose_at: null,
    ...more,
  })

  test('counts for the nearest dose', () => {
    expect(states(word('10:45'))).toEqual(['missed', 'taken', 'late'])
  })
  test('twice in a row counts for two doses', () => {
    expect(states(word('09:00'), word('09:01')).slice(0, 2)).toEqual(['taken', 'taken'])
  })
  test('of a named dose counts for that one, and the last report wins', () => {
    const dose_at = at('2026-06-01T08:00Z')
    expect(states(word('10:45', { dose_at }))[0]).toBe('taken')
    expect(states(word('10:45', { dose_at }), word('10:50', { dose_at, taken: false }))[0]).toBe('missed')
  })
  test('of another medicine, or far from any dose, counts for none', () => {
    expect(states(word('08:00', { name: 'Aspirin' }), word('03:59'))[0]).toBe('missed')
  })
})
