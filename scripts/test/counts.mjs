/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed tests, and whatever else went wrong: a file that does not load, a runner that dies
 * @property {number} skipped
 */

/**
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
export function addCounts(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/**
 * @typedef {object} VitestReport the part used of what Vitest's JSON reporter writes
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults one for each file
 */

/**
 * @param {VitestReport | undefined} report undefined when Vitest died before it wrote one
 * @param {number} exitCode
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  if (!report) return died
  const unloadable = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: atLeastTheExitCode(report.numFailedTests + unloadable.length, exitCode),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * @typedef {object} PlaywrightReport the part used of what Playwright's JSON reporter writes
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {unknown[]} errors those outside of tests
 */

/**
 * @param {PlaywrightReport | undefined} report undefined when Playwright died before it wrote one
 * @param {number} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  if (!report) return died
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected + flaky,
    failed: atLeastTheExitCode(unexpected + report.errors.length, exitCode),
    skipped,
  }
}

/** @type {Counts} */
const died = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {number} failed
 * @param {number} exitCode
 */
function atLeastTheExitCode(failed, exitCode) {
  return exitCode === 0 ? failed : Math.max(failed, 1)
}
