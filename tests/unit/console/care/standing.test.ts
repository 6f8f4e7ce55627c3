import { describe, expect, test } from 'vitest'
import type { CareReason } from '#contract/care/care.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import { currentCareStatus } from '../../../../src/pages/care/current-care-status.ts'

const noon = Date.parse('2026-06-01T12:00Z')
const later = (hours: number) => noon + hours * 3_600_000
const iso = (hours: number) => new Date(later(hours)).toISOString()
const dose = (name: string, due: number, state: Dose['state']): Dose => ({
  name,
  dose: '',
  day: '2026-06-01',
  time: '',
  due_at: iso(due),
  state,
  taken_at: null,
})
const reason = (kind: CareReason['kind']): CareReason => ({
  kind,
  count: 1,
  since: iso(0),
  what: null,
  severity: null,
})

/** Read at noon, when a device had just been heard; it counts as heard for half an hour. */
const read = {
  status: 'well',
  reason: 'checkin',
  known: {
    open_alert_at: null,
    checkin: { at: iso(-1), feeling: 'good' },
    severe_symptoms_at: null,
    missed_dose_at: null,
    diary_at: iso(-1),
    device: { at: iso(0), heard_until: iso(0.5) },
  },
  heard_until: iso(0.5),
  reasons: [reason('missed_dose'), reason('vitals')],
  doses: [
    dose('taken', -1, 'taken'),
    dose('missed', -5, 'missed'),
    dose('late', -2, 'late'),
    dose('next', 3, 'upcoming'),
  ],
} as const satisfies Parameters<typeof currentCareStatus>[0]
const states = (now: number) =>
  Object.fromEntries(currentCareStatus(read, now).doses.map(({ name, state }) => [name, state]))

describe('a loaded care status', () => {
  test('holds while the device reports in time', () => {
    expect(currentCareStatus(read, later(0.4))).toMatchObject({ status: 'well', reasons: read.reasons })
    expect(states(later(0.4))).toEqual({ taken: 'taken', missed: 'missed', late: 'late', next: 'upcoming' })
  })

  test('becomes unknown once it does not, with that as its reason', () => {
    const { status, reason, reasons } = currentCareStatus(read, later(0.6))
    expect([status, reason]).toEqual(['unknown', 'device_silent'])
    expect(reasons.map(({ kind }) => kind)).toEqual(['missed_dose', 'silent', 'vitals'])
    expect(states(later(0.6))).toEqual({
      taken: 'taken',
      missed: 'missed',
      late: 'unknown',
      next: 'upcoming',
    })
  })

  test('lets a dose become due, then unknown, and never missed', () => {
    expect(states(later(3)).next).toBe('due')
    expect(states(later(4.1)).next).toBe('unknown')
    expect(states(later(9)).next).toBe('unknown')
  })
})
