// @module-tag clock

import { describe, expect, test } from 'vitest'
import type { CareReason } from '#contract/care/care.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import {
  assessCareStatus,
  byUrgency,
  type CareSignals,
  type CareStatus,
  findCareReasons,
  usualCheckin,
} from '#server/modules/care/attention.ts'

const HOUR = 3_600_000
/** Noon in Berlin, on the fourth day after the clocks went forward. */
const now = Date.parse('2026-04-01T10:00Z')
const ago = (hours: number) => new Date(now - hours * HOUR).toISOString()
type Entry = CareSignals['diary']['entries'][number]
const noted = (kind: string, hours: number, value: Entry['value']): Entry => ({
  kind,
  value,
  at: now - hours * HOUR,
})

/** A check-in each morning at 8:00 in Berlin: seven o'clock in winter’s UTC, six in summer’s. */
const mornings = ['28', '29', '30', '31'].map(day => ({
  kind: 'checkin',
  value: { feeling: 'good' },
  at: Date.parse(`2026-03-${day}T${day === '28' ? '07' : '06'}:00Z`),
}))
const today = noted('checkin', 4, { feeling: 'good' })

const quiet: CareSignals = {
  alerts: null,
  diary: { zone: 'Europe/Berlin', today: '2026-04-01', entries: [], doses: [], heardUntil: 0 },
  device: null,
  distressedAt: null,
  overdue: null,
}
const diary = (entries: Entry[], doses: Dose[] = []): Partial<CareSignals> => ({
  diary: { ...quiet.diary, entries: entries.toSorted((a, b) => a.at - b.at), doses },
})
const dose = (hours: number, state: Dose['state']): Dose => ({
  name: 'Ramipril',
  dose: '5 mg',
  day: '2026-04-01',
  time: '08:00',
  due_at: ago(hours),
  state,
  taken_at: null,
})
const silent = { at: ago(9), heard_until: ago(6) }
const reason = (kind: CareReason['kind'], values: Partial<CareReason> = {}) => ({
  kind,
  count: 1,
  since: null,
  what: null,
  severity: null,
  ...values,
})

describe('an attention reason', () => {
  const cases: [name: string, facts: Partial<CareSignals>, reasons: CareReason[]][] = [
    ['is none where nothing is known', {}, []],
    [
      'is an open alert',
      { alerts: { count: 2, type: 'fall', severity: 'critical', since: ago(1) } },
      [reason('open_alert', { count: 2, what: 'fall', severity: 'critical', since: ago(1) })],
    ],
    [
      'is a missed dose of the last day',
      diary([], [dose(30, 'missed'), dose(6, 'missed'), dose(5, 'taken'), dose(1, 'late')]),
      [reason('missed_dose', { what: 'Ramipril', since: ago(6) })],
    ],
    ['is no dose that is not known', diary([], [dose(6, 'unknown')]), []],
    ['is a device gone silent', { device: silent }, [reason('silent', { since: ago(6) })]],
    ['is no device that is heard', { device: { ...silent, heard_until: ago(-1) } }, []],
    ['is a device never heard', { device: { at: null, heard_until: null } }, [reason('silent')]],
    [
      'is a check-in missed an hour after the usual time, over the change of clocks',
      diary(mornings),
      [reason('no_checkin', { since: '2026-04-01T06:00:00.000Z' })],
    ],
    ['is no check-in that was made', diary([...mornings, today]), []],
    ['is no habit of three days', diary(mornings.slice(1)), []],
    [
      'is distress, told by what came last',
      { ...diary([noted('mood', 5, { mood: 'low', score: 2 })]), distressedAt: ago(3) },
      [reason('distress', { count: 2, what: 'conversation', since: ago(3) })],
    ],
    [
      'is a poor check-in',
      diary([noted('checkin', 2, { feeling: 'poor' })]),
      [reason('distress', { what: 'checkin', since: ago(2) })],
    ],
    [
      'is a severe symptom, whatever milder one came after it',
      diary([noted('symptoms', 2, { severity: 'severe' }), noted('symptoms', 1, { severity: 'mild' })]),
      [reason('distress', { what: 'symptoms', since: ago(2) })],
    ],
    [
      'is neither a mild symptom nor a severe one of the day before',
      diary([noted('symptoms', 25, { severity: 'severe' }), noted('symptoms', 1, { severity: 'mild' })]),
      [],
    ],
    [
      'is no mood that has risen since',
      diary([noted('mood', 5, { mood: 'low' }), noted('mood', 1, { mood: 'good' })]),
      [],
    ],
    [
      'is a vital sign whose last reading is out of range',
      diary([noted('vitals', 4, { pulse: 70, oxygen_percent: 88 }), noted('vitals', 3, { pulse: 130 })]),
      [reason('vitals', { count: 2, what: 'pulse', since: ago(3) })],
    ],
    [
      'is no reading that was right again',
      diary([noted('vitals', 4, { pulse: 130 }), noted('vitals', 3, { pulse: 70 })]),
      [],
    ],
    [
      'is a task overdue',
      { overdue: { count: 3, since: ago(20), title: 'Shop' } },
      [reason('overdue_tasks', { count: 3, what: 'Shop', since: ago(20) })],
    ],
  ]
  test.for(cases)('%s', ([, facts, reasons]) => {
    const found = findCareReasons({ ...quiet, ...facts }, now)
    expect(found.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(reasons)
    expect(found).toHaveLength(reasons.length)
  })

  test('comes before less urgent ones', () => {
    const facts: CareSignals = {
      ...quiet,
      ...diary(
        [...mornings, noted('vitals', 3, { pulse: 130 }), noted('mood', 3, { mood: 'low' })],
        [dose(6, 'missed')],
      ),
      alerts: { count: 1, type: 'fall', severity: 'high', since: ago(1) },
      device: silent,
      overdue: { count: 1, since: ago(2), title: 'Shop' },
    }
    expect(findCareReasons(facts, now).map(({ kind }) => kind)).toEqual([
      'open_alert',
      'missed_dose',
      'silent',
      'no_checkin',
      'distress',
      'vitals',
      'overdue_tasks',
    ])
  })
})

describe('the order of people', () => {
  const who = (name: string, ...reasons: CareReason[]): CareStatus => ({ name, status: 'well', reasons })
  const order: CareStatus[] = [
    who('a critical alert', reason('open_alert', { severity: 'critical', since: ago(1) })),
    who('an older alert that is less grave', reason('open_alert', { severity: 'low', since: ago(9) })),
    who('a younger one', reason('open_alert', { severity: 'low', since: ago(8) })),
    who('a missed dose and more', reason('missed_dose', { since: ago(5) }), reason('vitals')),
    who('a missed dose alone', reason('missed_dose', { since: ago(5) })),
    who('a silent device', reason('silent', { since: ago(90) })),
    who('a device never heard', reason('silent')),
    who('no check-in', reason('no_checkin', { since: ago(2) })),
    who('distress', reason('distress', { since: ago(2) })),
    who('a vital sign', reason('vitals', { since: ago(2) })),
    who('a task', reason('overdue_tasks', { since: ago(2) })),
    { name: 'Zoe, of whom nothing is known', status: 'unknown', reasons: [] },
    who('Ada'),
    who('Bea'),
  ]
  test('follows the most severe reason, whatever the previous order', () => {
    const shuffled = [...order.filter((_, index) => index % 2), ...order.filter((_, index) => !(index % 2))]
    expect(shuffled.sort(byUrgency).map(({ name }) => name)).toEqual(order.map(({ name }) => name))
  })
})

describe('the usual time of a check-in', () => {
  const at = (entries: Entry[]) => usualCheckin({ entries, zone: 'Europe/Berlin', today: '2026-04-01' })
  test('is the local time, also across a clock change', () => {
    expect(at(mornings)).toBe('08:00')
  })
  test('is that of the first one of each day, excluding today’s', () => {
    const evenings = mornings.map(entry => ({ ...entry, at: entry.at + 10 * HOUR }))
    expect(at([...mornings, ...evenings, today].sort((a, b) => a.at - b.at))).toBe('08:00')
  })
})

test('severe symptoms affect the status, mild ones do not', () => {
  const reasonOf = (severity: string) =>
    assessCareStatus({ ...quiet, ...diary([today, noted('symptoms', 2, { severity })]) }, now).reason
  expect(reasonOf('severe')).toBe('severe_symptoms')
  expect(reasonOf('mild')).not.toBe('severe_symptoms')
})

test('a status is unknown once the device is silent, whatever was reported before', () => {
  const standing = assessCareStatus({ ...quiet, ...diary([today]), device: silent }, now)
  expect(standing).toMatchObject({ status: 'unknown', reason: 'device_silent' })
})
