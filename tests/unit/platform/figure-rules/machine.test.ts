import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FigureCondition } from '#contract/platform/figure-conditions.ts'
import {
  initial,
  judge,
  type Memory,
  step,
  type Verdict,
} from '#server/modules/platform/figure-rules/machine.ts'

const condition = (part: object) => FigureCondition.parse({ kind: 'above', value: 10, ...part })
const outcomeOf = (part: object, value: number | null, rows = 5, previous?: number | null, before = rows) =>
  judge(
    condition(part),
    { value, rows, ...(previous !== undefined && { previous: { value: previous, rows: before } }) },
    1,
  ).outcome

/** Runs outcomes through the machine. */
function run(outcomes: readonly Verdict['outcome'][], hold = 1) {
  let memory: Memory = initial
  return outcomes.map(outcome => {
    const next = step(memory, outcome, hold)
    memory = next.memory
    return { state: memory.state, notice: next.notice }
  })
}
const statesOf = (outcomes: readonly Verdict['outcome'][], hold?: number) =>
  run(outcomes, hold).map(({ state }) => state)
const noticesOf = (outcomes: readonly Verdict['outcome'][], hold?: number) =>
  run(outcomes, hold).flatMap(({ notice }) => notice ?? [])

describe('a reading', () => {
  test.for([
    [{ kind: 'above' }, 11, 'breach'],
    [{ kind: 'above' }, 10, 'clear'],
    [{ kind: 'below' }, 9, 'breach'],
    [{ kind: 'below' }, 10, 'clear'],
    [{ kind: 'above', recovery: 5 }, 7, 'between'],
    [{ kind: 'above', recovery: 5 }, 5, 'clear'],
    [{ kind: 'below', recovery: 15 }, 12, 'between'],
    [{ kind: 'below', recovery: 15 }, 15, 'clear'],
  ] as const)('%o of %d is a %s', ([part, value, outcome]) => {
    expect(outcomeOf(part, value)).toBe(outcome)
  })

  test.for([
    [{ kind: 'rises' }, 111, 100, 'breach'],
    [{ kind: 'rises' }, 110, 100, 'clear'],
    [{ kind: 'rises' }, 50, 100, 'clear'],
    [{ kind: 'falls' }, 89, 100, 'breach'],
    [{ kind: 'falls' }, 200, 100, 'clear'],
    [{ kind: 'rises', by: 'absolute' }, 111, 100, 'breach'],
    [{ kind: 'falls', by: 'absolute' }, 95, 100, 'clear'],
    // From a loss to a smaller one.
    [{ kind: 'rises' }, -50, -100, 'breach'],
  ] as const)('%o to %d from %d is a %s', ([part, value, previous, outcome]) => {
    expect(outcomeOf(part, value, 5, previous)).toBe(outcome)
  })

  test('says that there is not enough data rather than fire', () => {
    expect(judge(condition({}), { value: null, rows: 5 }, 0)).toMatchObject({ reason: 'no_value' })
    expect(judge(condition({ kind: 'below' }), { value: 0, rows: 0 }, 1)).toMatchObject({
      outcome: 'no_data',
      reason: 'too_few_rows',
    })
    // Division by zero.
    expect(outcomeOf({ kind: 'rises' }, 5, 5, 0)).toBe('no_data')
    expect(outcomeOf({ kind: 'rises', by: 'absolute', value: 1 }, 5, 5, 0)).toBe('breach')
    expect(outcomeOf({ kind: 'falls' }, 5, 5, null)).toBe('no_data')
    expect(outcomeOf({ kind: 'falls' }, 5, 5, 100, 0)).toBe('no_data')
  })

  test('without rows is what a rule for missing data is about', () => {
    const missing = FigureCondition.parse({ kind: 'missing' })
    expect(judge(missing, { value: 0, rows: 0 }, 100).outcome).toBe('breach')
    expect(judge(missing, { value: null, rows: 1 }, 100).outcome).toBe('clear')
  })

  test('never depends on the size of the numbers', () => {
    const anything = fc.double({ min: -1e12, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(anything, anything, fc.constantFrom('above', 'below'), (value, threshold, kind) => {
        const outcome = judge(condition({ kind, value: threshold }), { value, rows: 1 }, 0).outcome
        expect(outcome).toBe((kind === 'above' ? value > threshold : value < threshold) ? 'breach' : 'clear')
      }),
    )
  })
})

describe('a rule', () => {
  test('fires once the condition has held for long enough', () => {
    const outcomes = ['breach', 'breach', 'clear', 'breach', 'breach', 'breach', 'breach'] as const
    expect(statesOf(outcomes, 3)).toEqual([
      'pending',
      'pending',
      'ok',
      'pending',
      'pending',
      'firing',
      'firing',
    ])
    expect(noticesOf(outcomes, 3)).toEqual(['firing'])
  })

  test('does not flap within its hysteresis', () => {
    const outcomes = ['breach', 'between', 'breach', 'between', 'clear', 'between', 'clear'] as const
    expect(statesOf(outcomes)).toEqual(['firing', 'firing', 'firing', 'firing', 'ok', 'ok', 'ok'])
    expect(noticesOf(outcomes)).toEqual(['firing', 'recovered'])
  })

  test('goes on firing after missing data or an error, without saying so again', () => {
    const outcomes = ['breach', 'no_data', 'breach', 'error', 'error', 'breach', 'no_data', 'clear'] as const
    expect(noticesOf(outcomes)).toEqual(['firing', 'error', 'recovered'])
  })

  test('begins to count anew after missing data', () => {
    expect(statesOf(['breach', 'no_data', 'breach', 'breach'], 2)).toEqual([
      'pending',
      'no_data',
      'pending',
      'firing',
    ])
  })

  const outcome = fc.constantFrom('breach', 'between', 'clear', 'no_data', 'error' as const)
  const history = fc.array(outcome, { maxLength: 60 }) as fc.Arbitrary<Verdict['outcome'][]>

  test('says alternately that it fires and that it recovered', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 5 }), (outcomes, hold) => {
        const told = noticesOf(outcomes, hold).filter(notice => notice !== 'error')
        expect(told).toEqual(told.map((_, at) => (at % 2 === 0 ? 'firing' : 'recovered')))
      }),
    )
  })

  test('fires only after as many breaches in a row as it must wait for, and is never silent about them', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 5 }), (outcomes, hold) => {
        let isFiring = false
        run(outcomes, hold).forEach(({ notice }, at) => {
          const held = at + 1 >= hold && outcomes.slice(at + 1 - hold, at + 1).every(one => one === 'breach')
          expect(notice === 'firing').toBe(held && !isFiring)
          if (notice === 'firing') isFiring = true
          if (notice === 'recovered') isFiring = false
        })
      }),
    )
  })

  test('is in error or without data exactly where its last check was', () => {
    fc.assert(
      fc.property(history, outcomes => {
        run(outcomes).forEach(({ state }, at) => {
          for (const silent of ['error', 'no_data'] as const)
            expect(state === silent).toBe(outcomes[at] === silent)
        })
      }),
    )
  })
})

describe('a condition', () => {
  test.for([
    [{ kind: 'above' }, 'value', 'Enter a threshold'],
    [{ kind: 'rises', value: -1 }, 'value', 'A change must not be negative'],
    [
      { kind: 'above', value: 5, recovery: 6 },
      'recovery',
      'The rule must recover on the other side of its threshold',
    ],
    [
      { kind: 'below', value: 5, recovery: 4 },
      'recovery',
      'The rule must recover on the other side of its threshold',
    ],
  ] as const)('%o is refused at %s', ([given, field, message]) => {
    expect(FigureCondition.safeParse(given).error?.issues).toMatchObject([{ path: [field], message }])
  })
})
