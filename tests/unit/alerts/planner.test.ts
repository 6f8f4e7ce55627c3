// @module-tag clock

import { describe, expect, test } from 'vitest'
import { LadderStep } from '#contract/alerts/ladders.ts'
import { buildPlan, isOnDuty, type PlannedCall, type Recipient } from '#server/modules/alerts/planner.ts'
import { simulatePlan } from '#server/modules/alerts/simulation.ts'

const startedAt = Date.parse('2026-03-01T12:00:00Z')
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const step = (given: object) =>
  LadderStep.parse({ who: 'contacts', channel: 'sms', wait_seconds: 0, ...given })
const somebody = (name: string, ...addresses: string[]): Recipient => ({
  kind: 'contact',
  id: name,
  name,
  addresses,
  language: 'en',
})
const at = ({ due, recipient }: PlannedCall) => [(due - startedAt) / 1000, recipient.name]

describe('an on-duty window', () => {
  const night = [{ days: everyDay, from: '22:00', to: '06:00' }]
  const day = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }]
  test.for([
    ['by day', day, '2026-03-02T07:59:00+01:00', false],
    ['from its first minute', day, '2026-03-02T08:00:00+01:00', true],
    ['until its last', day, '2026-03-02T16:59:59+01:00', true],
    ['not at its end', day, '2026-03-02T17:00:00+01:00', false],
    ['not on a Sunday', day, '2026-03-01T12:00:00+01:00', false],
    ['over midnight', night, '2026-03-02T03:00:00+01:00', true],
    ['not at noon', night, '2026-03-02T12:00:00+01:00', false],
    // In Berlin, clocks go from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
    ['by the clocks before summer', night, '2026-03-28T21:00:00Z', true],
    ['by the clocks of summer', night, '2026-03-29T20:00:00Z', true],
    ['ending an hour earlier in UTC once it is summer', night, '2026-03-29T04:30:00Z', false],
    [
      'in the hour that comes twice',
      [{ days: everyDay, from: '02:00', to: '03:00' }],
      '2026-10-25T00:30:00Z',
      true,
    ],
    ['in its repetition', [{ days: everyDay, from: '02:00', to: '03:00' }], '2026-10-25T01:30:00Z', true],
    ['not after both', [{ days: everyDay, from: '02:00', to: '03:00' }], '2026-10-25T02:00:00Z', false],
    [
      'never in an hour left out',
      [{ days: everyDay, from: '02:00', to: '03:00' }],
      '2026-03-29T01:00:00Z',
      false,
    ],
  ] as const)('covers %s', ([, windows, instant, expected]) => {
    const given = windows.map(({ days, ...window }) => ({ ...window, days: [...days] }))
    expect(isOnDuty(given, Date.parse(instant), 'Europe/Berlin')).toBe(expected)
  })

  test('over midnight belongs to the day on which it starts', () => {
    const friday = [{ days: [5], from: '22:00', to: '06:00' }]
    expect(isOnDuty(friday, Date.parse('2026-03-07T03:00:00Z'), 'UTC')).toBe(true)
    expect(isOnDuty(friday, Date.parse('2026-03-06T03:00:00Z'), 'UTC')).toBe(false)
  })
})

describe('a plan', () => {
  test('calls step after step, each as often as configured', () => {
    const { calls, gaps } = buildPlan({
      steps: [step({ times: 2, every_seconds: 60 }), step({ wait_seconds: 90 })],
      recipients: [[somebody('Anna', '1'), somebody('Ben', '2')], [somebody('Carl', '3')]],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls.map(at)).toEqual([
      [0, 'Anna'],
      [0, 'Ben'],
      [60, 'Anna'],
      [60, 'Ben'],
      [90, 'Carl'],
    ])
    expect(gaps).toEqual([])
  })

  test('skips people who are off duty at their turn, and reports it', () => {
    const on_duty = [{ days: everyDay, from: '12:01', to: '13:00' }]
    const { calls, gaps } = buildPlan({
      steps: [step({ on_duty }), step({ on_duty, wait_seconds: 30, times: 2, every_seconds: 60 })],
      recipients: [[somebody('Anna', '1')], [somebody('Ben', '2')]],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls.map(at)).toEqual([[90, 'Ben']])
    expect(gaps).toEqual([{ step: 1, due: startedAt, reason: 'off_duty' }])
  })

  test('reports a step without recipients, and waits for an answer only if somebody was called', () => {
    const { calls, gaps } = buildPlan({
      steps: [60, 600, 60, 60, 60].map(wait_seconds => step({ wait_seconds })),
      recipients: [[], [], [somebody('Ben', '2')], [], [somebody('Carl', '3')]],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls.map(at)).toEqual([
      [60, 'Ben'],
      [180, 'Carl'],
    ])
    expect(gaps).toEqual([
      { step: 1, due: startedAt + 60_000, reason: 'no_recipients' },
      { step: 2, due: startedAt + 60_000, reason: 'no_recipients' },
      { step: 4, due: startedAt + 120_000, reason: 'no_recipients' },
    ])
  })

  const operator = somebody('Olivia', 'olivia')
  const without = (...names: string[]) => new Map(names.map(name => [name, 'category'] as const))

  test('skips the wait after a step whose recipients are all excluded', () => {
    const { calls, gaps, leftOut } = buildPlan({
      steps: [step({}), step({ who: 'operators', wait_seconds: 60 }), step({ wait_seconds: 30 })],
      recipients: [[somebody('Anna', '1')], [operator], [somebody('Ben', '2')]],
      excluded: [without('Anna'), without('Anna'), without('Anna')],
      fallback: [{ channel: 'mail', recipients: [operator] }],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls.map(at)).toEqual([
      [0, 'Olivia'],
      [30, 'Ben'],
    ])
    expect(gaps).toEqual([{ step: 1, due: startedAt, reason: 'excluded' }])
    expect(leftOut).toMatchObject([{ step: 1, recipient: { name: 'Anna' }, reason: 'category' }])
  })

  test('calls the operators where exclusions empty a step and no step calls them', () => {
    const { calls } = buildPlan({
      steps: [step({ wait_seconds: 60 }), step({ wait_seconds: 600 })],
      recipients: [[somebody('Anna', '1')], [somebody('Anna', '1')]],
      excluded: [without('Anna'), without('Anna')],
      fallback: [{ channel: 'push', recipients: [operator] }],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls).toMatchObject([
      { step: 3, channel: 'push', recipient: { name: 'Olivia' }, due: startedAt + 60_000 },
    ])
  })

  test('calls each browser of a person, and someone without an address once', () => {
    const { calls } = buildPlan({
      steps: [step({ times: 3 })],
      recipients: [[somebody('Anna', 'a', 'b'), somebody('Ben')]],
      startedAt,
      timeZone: 'UTC',
    })
    expect(calls.filter(({ recipient }) => recipient.name === 'Anna').map(({ address }) => address)).toEqual([
      'a',
      'b',
      'a',
      'b',
      'a',
      'b',
    ])
    expect(calls.filter(({ recipient }) => recipient.name === 'Ben')).toHaveLength(1)
  })
})

describe('a simulated run', () => {
  const planned = (waits: number[]) =>
    buildPlan({
      steps: waits.map(wait_seconds => step({ wait_seconds, times: 2 })),
      recipients: waits.map((_, index) => [somebody(`P${index + 1}`, `${index + 1}`)]),
      startedAt,
      timeZone: 'UTC',
    })
  const reaching =
    (...names: string[]) =>
    ({ recipient }: PlannedCall) =>
      names.includes(recipient.name)
        ? ({ state: 'rehearsed', answer: null } as const)
        : ({ state: 'failed', answer: 'no' } as const)

  test('waits after a call that reached someone', () => {
    const made = simulatePlan(planned([0, 120]), reaching('P1', 'P2'))
    expect(made.map(at)).toEqual([
      [0, 'P1'],
      [60, 'P1'],
      [120, 'P2'],
      [180, 'P2'],
    ])
  })

  test('continues at once where a step reaches nobody, and moves everything later forward', () => {
    const made = simulatePlan(planned([0, 120, 120]), reaching('P3'))
    expect(made.map(at)).toEqual([
      [0, 'P1'],
      [0, 'P2'],
      [0, 'P3'],
      [60, 'P3'],
    ])
  })

  test('does not overtake a step that is still calling', () => {
    const made = simulatePlan(planned([0, 30, 120]), reaching('P1', 'P3'))
    expect(made.map(at)).toEqual([
      [0, 'P1'],
      [30, 'P2'],
      [60, 'P1'],
      [150, 'P3'],
      [210, 'P3'],
    ])
  })
})
