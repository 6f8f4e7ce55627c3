import { expect, test } from 'vitest'
import type { Findings } from '#contract/alerts/emergency.ts'
import { reportRows } from '#kit/alerts/rehearsal.tsx'

const call = (step: number, minute: number): Findings['calls'][number] => ({
  step,
  minute,
  channel: 'sms',
  recipient_kind: 'contact',
  recipient_id: null,
  recipient: `step ${step}`,
  state: 'rehearsed',
  answer: null,
})

test('a rehearsal lists calls and gaps in the order in which they would happen', () => {
  const rows = reportRows({
    calls: [call(1, 0), call(3, 2), call(3, 4), call(4, 3)],
    gaps: [
      { step: 2, minute: 1, reason: 'not_included' },
      { step: 1, minute: 0, reason: 'not_included' },
    ],
  })
  expect(rows.map(({ kind, step, minute }) => [kind, step, minute])).toEqual([
    ['call', 1, 0],
    ['gap', 1, 0],
    ['gap', 2, 1],
    ['call', 3, 2],
    ['call', 4, 3],
    ['call', 3, 4],
  ])
})
