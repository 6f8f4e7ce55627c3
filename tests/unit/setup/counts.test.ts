import { expect, test } from 'vitest'
import { addCounts, playwrightCounts, vitestCounts } from '../../../scripts/test/counts.mjs'

const vitestReport = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [{ status: 'failed', assertionResults: [{}] }],
}

const playwrightReport = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] }

test('tests are counted by what became of them', () => {
  expect(vitestCounts(vitestReport, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 })
  expect(playwrightCounts(playwrightReport, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 })
})

test('a file that does not load counts as a failure', () => {
  const report = { ...vitestReport, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(vitestCounts(report, 1).failed).toBe(2)
  expect(playwrightCounts({ ...playwrightReport, errors: [{}] }, 1).failed).toBe(2)
})

test('a runner that fails without a failing test, or dies, counts as a failure', () => {
  const report = { ...vitestReport, numFailedTests: 0, testResults: [] }
  expect(vitestCounts(report, 1).failed).toBe(1)
  expect(vitestCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('counts add up', () => {
  expect(addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  })
})
