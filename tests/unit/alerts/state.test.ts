import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertEvent,
  type AlertFields,
  type Command,
  decide,
  evolve,
  initialAlert,
  isClosed,
  replay,
  stateOf,
  statusOf,
} from '#server/modules/alerts/state.ts'

const people = ['olivia', 'oscar', 'carla'] as const
const person = fc.constantFrom(...people)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ act: fc.constant('record_delivery' as const), sent: fc.boolean(), details: fc.constant({}) }),
  fc.record({ act: fc.constant('acknowledge' as const), by: person }),
  fc.record({ act: fc.constant('hand_over' as const), by: person, to: person }),
  fc.record({ act: fc.constant('note' as const), by: person, text: fc.string() }),
  fc.record({ act: fc.constant('locate' as const), by: person, details: fc.constant({}) }),
  fc.constant<Command>({ act: 'rearm' }),
  fc.constant<Command>({ act: 'exhaust' }),
  fc.record({
    act: fc.constant('resolve' as const),
    by: person,
    cause: fc.constantFrom('fall', 'accidental'),
    valid: fc.boolean(),
  }),
  fc.record({ act: fc.constant('cancel' as const), by: person, reason: fc.constant('a mistake') }),
  fc.record({ act: fc.constant('clear' as const), by: person }),
  fc.record({
    act: fc.constant('exclude' as const),
    by: fc.constant('oscar'),
    reason: fc.constant('afraid of them'),
    recipients: fc.constant([
      { kind: 'person' as const, id: 'carla', name: 'Carla', relationship: 'caregiver' as const },
    ]),
  }),
)

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const receivedEvent: AlertEvent = { type: 'received', actor_id: null, details: {}, at: at(0) }

/** What follows of an alert of which all these commands came, in this order. */
function run(commands: readonly Command[]) {
  const events = [receivedEvent]
  const steps: { before: AlertFields; after: AlertFields; command: Command; refused: string | null }[] = []
  let alert = evolve(initialAlert, receivedEvent)
  for (const [index, command] of commands.entries()) {
    const before = alert
    const decided = decide(before, command)
    const facts = 'refused' in decided ? [] : decided.map(fact => ({ ...fact, at: at(index + 1) }))
    events.push(...facts)
    alert = facts.reduce(evolve, before)
    steps.push({ before, after: alert, command, refused: 'refused' in decided ? decided.refused : null })
  }
  return { events, steps, alert }
}

const rounds = process.env.DEEP ? 20_000 : 1_000
const always = (holds: (commands: Command[]) => void) =>
  fc.assert(fc.property(fc.array(command, { maxLength: 30 }), holds), { numRuns: rounds })

describe('an alert, whatever commands arrive in whatever order,', () => {
  test('is what a replay of its events gives', () => {
    always(commands => {
      const { events, alert } = run(commands)
      expect(replay(events)).toEqual(alert)
    })
  })

  test('never reopens, and never loses a fact', () => {
    const facts = [
      'notified_at',
      'acknowledged_at',
      'acknowledged_by',
      'resolved_at',
      'cancelled_at',
      'cleared_at',
    ] as const
    always(commands => {
      for (const { before, after } of run(commands).steps) {
        for (const fact of facts) if (before[fact] !== null) expect(after[fact]).toBe(before[fact])
        if (isClosed(before)) {
          expect([stateOf(after), statusOf(after)]).toEqual([stateOf(before), 'resolved'])
          expect(after.owner_id).toBe(before.owner_id)
        }
        expect(after.resolved_at !== null && after.cancelled_at !== null).toBe(false)
        expect(['pending', 'active', 'resolved'].indexOf(statusOf(after))).toBeGreaterThanOrEqual(
          ['pending', 'active', 'resolved'].indexOf(statusOf(before)),
        )
      }
    })
  })

  test('has one owner, replaced only by a handover or a new round', () => {
    always(commands => {
      for (const { before, after, command, refused } of run(commands).steps) {
        if (before.owner_id && after.owner_id !== before.owner_id)
          expect(['hand_over', 'rearm', 'exclude']).toContain(command.act)
        if (after.owner_id) expect(after.acknowledged_at).not.toBeNull()
        if ((command.act !== 'acknowledge' && command.act !== 'resolve') || isClosed(before)) continue
        const isOthers = before.owner_id !== null && before.owner_id !== command.by
        const isExcluded = before.excluded_ids.includes(command.by)
        expect(refused).toBe(isExcluded ? 'excluded' : isOthers ? 'taken' : null)
      }
    })
  })

  test('takes the same command a second time without effect, except what only adds to the timeline', () => {
    always(commands => {
      const { alert } = run(commands)
      for (const command of commands) {
        if (['record_delivery', 'note', 'locate', 'rearm', 'exhaust'].includes(command.act)) continue
        const first = decide(alert, command)
        if ('refused' in first) continue
        const after = first.map(fact => ({ ...fact, at: at(99) })).reduce(evolve, alert)
        const second = decide(after, command)
        expect('refused' in second ? second.refused : second).toEqual(command.act === 'resolve' ? 'over' : [])
      }
    })
  })
})

describe('an acknowledgement', () => {
  test('of a resolved alert does not un-resolve it', () => {
    const { alert, events } = run([
      { act: 'resolve', by: 'olivia', cause: 'fall', valid: true },
      { act: 'acknowledge', by: 'oscar' },
    ])
    expect(stateOf(alert)).toBe('resolved')
    expect(events.map(({ type }) => type)).toEqual(['received', 'acknowledged', 'resolved'])
    const cancelled = run([
      { act: 'cancel', by: 'olivia', reason: 'a mistake' },
      { act: 'acknowledge', by: 'oscar' },
    ]).alert
    expect([stateOf(cancelled), cancelled.acknowledged_by, cancelled.owner_id]).toEqual([
      'cancelled',
      'oscar',
      null,
    ])
  })

  test('leaves the banner alone, just as clearing leaves the ladder alone', () => {
    expect(run([{ act: 'acknowledge', by: 'olivia' }]).alert.cleared_at).toBeNull()
    expect(stateOf(run([{ act: 'clear', by: 'olivia' }]).alert)).toBe('received')
  })

  test('without a resolution is released by a new round, and stays on record', () => {
    const { alert } = run([{ act: 'acknowledge', by: 'olivia' }, { act: 'rearm' }])
    expect(alert).toMatchObject({ owner_id: null, acknowledged_by: 'olivia', round: 2 })
    expect(statusOf(alert)).toBe('active')
  })
})
