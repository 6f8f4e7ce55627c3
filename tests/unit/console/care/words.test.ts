import { describe, expect, test } from 'vitest'
import type { Dose } from '#contract/care/health-quick.ts'
import { type SummarySentence, summarySentences } from '../../../../src/pages/care/summary-sentences.ts'

const dose = (state: Dose['state'], time = '08:00'): Dose => ({
  name: 'Ramipril',
  dose: '5 mg',
  day: '2026-06-01',
  time,
  due_at: `2026-06-01T${time}:00.000Z`,
  state,
  taken_at: null,
})
const at = '2026-06-01T08:00:00.000Z'
const checkedIn = { today: true, last_at: '2026-06-01T09:12:00.000Z', last_feeling: 'good' }
const notYet = { today: false, last_at: '2026-05-31T09:12:00.000Z', last_feeling: 'good' }
const quiet = { status: 'well', help: null, known: null, checkins: checkedIn, doses: [] } as const
type Told = Parameters<typeof summarySentences>[0]

describe('the summary of a day', () => {
  const cases: [name: string, told: Partial<Told>, words: SummarySentence[]][] = [
    ['a check-in', {}, [{ key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' }]],
    [
      'a check-in and all that was due',
      { doses: [dose('taken'), dose('upcoming', '20:00')] },
      [
        { key: 'checkedInAndTook', at: checkedIn.last_at, feeling: 'good' },
        { key: 'next', at: '2026-06-01T20:00:00.000Z', what: 'Ramipril' },
      ],
    ],
    [
      'medicine without a check-in',
      { checkins: notYet, doses: [dose('taken')] },
      [{ key: 'notCheckedIn' }, { key: 'tookAll' }],
    ],
    [
      'a poor check-in with a missed dose, of which not all is taken',
      { checkins: { ...checkedIn, last_feeling: 'poor' }, doses: [dose('taken', '07:00'), dose('missed')] },
      [
        { key: 'checkedIn', at: checkedIn.last_at, feeling: 'poor' },
        { key: 'missed', at, what: 'Ramipril' },
      ],
    ],
    [
      'each of two missed doses',
      { doses: [dose('missed'), { ...dose('missed'), name: 'Apixaban' }] },
      [
        { key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' },
        { key: 'missed', at, what: 'Ramipril' },
        { key: 'missed', at, what: 'Apixaban' },
      ],
    ],
    [
      'a late dose and one that is due',
      { doses: [dose('late'), dose('due', '11:00')] },
      [
        { key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' },
        { key: 'late', at, what: 'Ramipril' },
        { key: 'due', at: '2026-06-01T11:00:00.000Z', what: 'Ramipril' },
      ],
    ],
    [
      'silence, and what is not known because of it',
      {
        status: 'unknown',
        checkins: notYet,
        doses: [dose('unknown')],
        known: {
          open_alert_at: null,
          checkin: null,
          severe_symptoms_at: null,
          missed_dose_at: null,
          diary_at: null,
          device: { at, heard_until: at },
        },
      },
      [{ key: 'notCheckedIn' }, { key: 'doseUnknown', at, what: 'Ramipril' }, { key: 'silent', at }],
    ],
    [
      'nothing, where nothing was ever heard',
      { status: 'unknown', checkins: { today: false, last_at: null, last_feeling: null } },
      [{ key: 'notCheckedIn' }, { key: 'nothingHeard' }],
    ],
    [
      'an alert before anything else',
      { status: 'needs_help' },
      [{ key: 'needsHelp' }, { key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' }],
    ],
    [
      'plainly, that no one was notified of an alert',
      {
        status: 'needs_help',
        help: {
          open_alerts: 58,
          since: at,
          notified: [],
          unreached: 0,
          responders: [],
          unowned: true,
          contacts: 0,
          next_attempt_at: null,
        },
      },
      [
        { key: 'needsHelp' },
        { key: 'openAlerts', count: 58, at },
        { key: 'noneNotified' },
        { key: 'noContacts' },
        { key: 'noneResponded' },
        { key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' },
      ],
    ],
    [
      'who was notified, by what, and who took over',
      {
        status: 'needs_help',
        help: {
          open_alerts: 1,
          since: at,
          notified: [
            { recipient: 'Anna', channel: 'webhook', state: 'delivered', at },
            { recipient: 'Jonas', channel: 'sms', state: 'sent', at },
          ],
          unreached: 1,
          responders: [{ name: 'Anna', since: at }],
          unowned: false,
          contacts: 2,
          next_attempt_at: at,
        },
      },
      [
        { key: 'needsHelp' },
        { key: 'openAlerts', count: 1, at },
        { key: 'responder', who: 'Anna', at },
        { key: 'notified', who: 'Anna', channel: 'webhook', at },
        { key: 'messageSent', who: 'Jonas', channel: 'sms', at },
        { key: 'unreached', count: 1 },
        { key: 'checkedIn', at: checkedIn.last_at, feeling: 'good' },
      ],
    ],
  ]
  test.for(cases)('%s', ([, told, words]) => {
    expect(summarySentences({ ...quiet, ...told } as Told)).toEqual(words)
  })
})
