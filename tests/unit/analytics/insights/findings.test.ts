import { describe, expect, test } from 'vitest'
import { findInsights, type PersonStatistics } from '#server/modules/analytics/insights/findings.ts'

const usual: PersonStatistics = {
  conversations: 12,
  sentiment: 0.2,
  turns: 40,
  doses: 30,
  missed: 1,
  entries: 50,
  events: 90,
  incidents: 0,
  highest_risk: 0.1,
  alerts: 0,
}
const kinds = (now: Partial<PersonStatistics>, before: Partial<PersonStatistics> = {}) =>
  findInsights({ ...usual, ...now }, { ...usual, ...before }).map(
    ({ kind, severity }) => `${kind} ${severity}`,
  )

describe('care insights', () => {
  test('report nothing for a period like the one before', () => expect(kinds({})).toEqual([]))

  test.for<[string, Partial<PersonStatistics>, Partial<PersonStatistics>, string[]]>([
    ['a third fewer conversations', { conversations: 8 }, {}, ['talks_less medium']],
    ['a third more', { conversations: 16 }, {}, ['talks_more good']],
    ['too few before to tell', { conversations: 9 }, { conversations: 2 }, []],
    ['a worse mood', { sentiment: 0 }, {}, ['mood_falls medium']],
    ['a better mood', { sentiment: 0.4 }, {}, ['mood_rises good']],
    ['no mood before', { sentiment: -1 }, { sentiment: null }, []],
    ['one dose in ten missed', { missed: 3 }, {}, ['medication_missed medium']],
    ['an incident of high risk', { incidents: 1, highest_risk: 0.6 }, {}, ['incidents high']],
    ['reports of devices alone', { turns: 0, events: 50, entries: 50, sentiment: null }, {}, []],
    ['silence', { turns: 0, events: 0, entries: 0, sentiment: null }, {}, ['silent high']],
  ])('of %s', ([, now, before, expected]) => expect(kinds(now, before)).toEqual(expected))

  test('list the most severe first', () =>
    expect(kinds({ conversations: 30, alerts: 2, incidents: 1, highest_risk: 0.9 })).toEqual([
      'incidents high',
      'alerts medium',
      'talks_more good',
    ]))
})
