import { expect, test } from 'vitest'
import { brokenBy, type Outcome, tableOf } from '../../../bench/scale-out/report.ts'

/** A round of a fault in which nothing was lost, changed by what a test is about. */
const round = (change: Partial<Outcome> = {}): Outcome => ({
  fault: 'the primary killed',
  at: '2026-11-26T20:00:00.000Z',
  mayRefuse: true,
  calls: 400,
  failed: 100,
  recoveryMs: 10_000,
  writes: 150,
  lostWrites: 0,
  alarms: 10,
  lostAlarms: 0,
  calledAgain: 0,
  alarmMs: 300,
  shownMs: 1_000,
  ...change,
})

test('the rounds of several runs are joined to one row for each fault', () => {
  const rows = tableOf([
    round(),
    round({ fault: 'Redis killed', failed: 0 }),
    round({ recoveryMs: 12_000, calls: 100, calledAgain: 1, shownMs: 3_000 }),
    round({ recoveryMs: 9_000, alarmMs: 700 }),
  ])
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    fault: 'the primary killed',
    rounds: 3,
    writes: 450,
    lost: 0,
    'called again': 1,
    'called after max ms': 700,
    'recovered p50 ms': 10_000,
    'max ms': 12_000,
    'failed %': 33.33,
    'shown after max ms': 3_000,
  })
})

test('a fault that cannot be seen has no time, and one that was not shown says so', () => {
  const unseen = round()
  delete unseen.shownMs
  expect(tableOf([unseen])[0]?.['shown after max ms']).toBe('')
  expect(tableOf([round(), round({ shownMs: null })])[0]?.['shown after max ms']).toBe('1 × not shown')
})

test('rounds without a loss break no promise', () => {
  expect(brokenBy([round(), round({ mayRefuse: false, failed: 0 })])).toEqual([])
})

test.each<[string, Partial<Outcome>, RegExp]>([
  ['a lost write', { lostWrites: 1 }, /1 acknowledged writes lost/],
  ['a lost alarm', { lostAlarms: 2 }, /2 alarms lost/],
  ['a long outage', { recoveryMs: 61_000 }, /calls failed for 61000 ms/],
  ['a refused call where none may be', { mayRefuse: false, failed: 1 }, /1 calls failed/],
  ['a late alarm', { mayRefuse: false, failed: 0, alarmMs: 11_000 }, /called after 11000 ms/],
  ['a fault that is not shown', { shownMs: null }, /not shown/],
  ['a fault that is shown late', { shownMs: 11_000 }, /shown after 11000 ms/],
])('%s is reported with its round', (_, change, message) => {
  const broken = brokenBy([round(), round({ ...change, at: '2026-11-26T21:00:00.000Z' })])
  expect(broken).toEqual([expect.stringMatching(message)])
  expect(broken[0]).toContain('21:00:00')
})
