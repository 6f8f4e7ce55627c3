import { expect, test } from 'vitest'
import { firstLine, heldToExitCode, summary } from '../../../scripts/test/outcome.mjs'

const failure = { where: 'a.test.ts › counts', message: 'expected 1 to be 2' }
const wobble = { where: 'b.spec.ts › waits', message: 'too late' }

test('failures are listed before the summary of all runners', () => {
  const outcomes = [
    { passed: 3, skipped: 1, failures: [failure], unsteady: [] },
    { passed: 4, skipped: 2, failures: [], unsteady: [wobble] },
  ]
  expect(summary(outcomes)).toBe(
    'passed only on the second attempt: b.spec.ts › waits\n  too late\nfailed: a.test.ts › counts\n  expected 1 to be 2\n7 passed, 1 failed, 3 skipped',
  )
})

test('a runner that fails without a failing test, or dies, counts as a failure', () => {
  const clean = { passed: 3, skipped: 0, failures: [], unsteady: [] }
  expect(heldToExitCode('vitest', clean, 0, '')).toEqual(clean)
  expect(heldToExitCode('vitest', clean, 1, 'teardown broke\n').failures).toEqual([
    { where: 'vitest', message: 'ended with 1 without a failed test\nteardown broke' },
  ])
  expect(heldToExitCode('playwright', undefined, 0, '').failures).toEqual([
    { where: 'playwright', message: 'died' },
  ])
})

test('listed failures are not counted twice', () => {
  const outcome = { passed: 0, skipped: 0, failures: [failure], unsteady: [] }
  expect(heldToExitCode('vitest', outcome, 1, '')).toEqual(outcome)
})

test('a message is cut to its first line, without colours', () => {
  expect(firstLine(new Error('\u001b[31mbroken\u001b[39m\nat line 1'))).toBe('broken')
  expect(firstLine('thrown text')).toBe('thrown text')
})
