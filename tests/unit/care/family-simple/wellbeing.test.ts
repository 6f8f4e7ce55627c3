import { describe, expect, test } from 'vitest'
import { type CareFacts, wellbeingOf } from '#contract/care/wellbeing.ts'

const now = Date.parse('2026-06-10T12:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const nothing: CareFacts = {
  open_alert_at: null,
  checkin: null,
  severe_symptoms_at: null,
  missed_dose_at: null,
  diary_at: null,
  device: null,
}
const heard = { at: ago(0.1), heard_until: new Date(now + 1).toISOString() }
const silent = { at: ago(30), heard_until: ago(28) }
const good = (hours: number) => ({ at: ago(hours), feeling: 'good' })

describe('wellbeing', () => {
  const cases: [name: string, known: Partial<CareFacts>, status: string, reason: string][] = [
    ['is unknown where nothing is heard', {}, 'unknown', 'nothing_heard'],
    ['is well by a device that is heard', { device: heard }, 'well', 'device_heard'],
    ['is well by a check-in of today', { checkin: good(3) }, 'well', 'checkin'],
    ['is unknown a day later', { checkin: good(25) }, 'unknown', 'nothing_heard'],
    ['decays to unknown with the device', { device: silent, checkin: good(3) }, 'unknown', 'device_silent'],
    ['asks for help by an open alert', { open_alert_at: ago(1), device: heard }, 'needs_help', 'open_alert'],
    [
      'asks for a look by a poor check-in',
      { checkin: { at: ago(1), feeling: 'poor' }, device: heard },
      'needs_attention',
      'poor_checkin',
    ],
    [
      'asks for a look by a missed dose',
      { missed_dose_at: ago(5), device: heard },
      'needs_attention',
      'missed_dose',
    ],
    [
      'forgets a poor check-in of the day before',
      { checkin: { at: ago(30), feeling: 'poor' }, device: heard },
      'well',
      'device_heard',
    ],
    [
      'asks for a look even in silence',
      { severe_symptoms_at: ago(2), device: silent },
      'needs_attention',
      'severe_symptoms',
    ],
  ]
  test.for(cases)('%s', ([, known, status, reason]) => {
    expect(wellbeingOf({ ...nothing, ...known }, now)).toMatchObject({ status, reason })
  })

  test('includes evidence with its age', () => {
    const { evidence } = wellbeingOf({ ...nothing, device: heard, checkin: good(2) }, now)
    expect(evidence).toEqual([
      { kind: 'checkin', at: ago(2), age_seconds: 7_200 },
      { kind: 'device_heard', at: ago(0.1), age_seconds: 360 },
    ])
  })
})
