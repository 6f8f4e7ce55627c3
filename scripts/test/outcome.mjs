/**
 * @typedef {object} Failure
 * @property {string} where the test, hook or file that failed
 * @property {string} message its first line
 */

/**
 * @typedef {object} Outcome what a runner has to say in the end
 * @property {number} passed
 * @property {number} skipped
 * @property {Failure[]} failures failed tests, and whatever else went wrong: a hook, a file that does not load
 * @property {Failure[]} unsteady tests that passed only when repeated; each has a cause to be found
 */

/**
 * A runner that ended badly without naming a failure, or died before it wrote its outcome, has failed all the same.
 * @param {string} runner
 * @param {Outcome | undefined} outcome
 * @param {number} exitCode
 * @param {string} lastWords the end of what it said on its error stream
 * @returns {Outcome}
 */
export function heldToExitCode(runner, outcome, exitCode, lastWords) {
  const { failures, ...others } = outcome ?? { passed: 0, skipped: 0, failures: [], unsteady: [] }
  if (failures.length > 0 || (outcome && exitCode === 0)) return { ...others, failures }
  const message = outcome ? `ended with ${exitCode} without a failed test` : 'died'
  return { ...others, failures: [{ where: runner, message: `${message}\n${lastWords}`.trim() }] }
}

/**
 * @param {Outcome[]} outcomes
 * @returns {string} the failures and the unsteady by name, and one sum as the last line
 */
export function summary(outcomes) {
  const failures = outcomes.flatMap(outcome => outcome.failures)
  const unsteady = outcomes.flatMap(outcome => outcome.unsteady)
  const sum = (/** @type {'passed' | 'skipped'} */ key) => outcomes.reduce((all, one) => all + one[key], 0)
  return [
    ...unsteady.map(({ where, message }) => `passed only on the second attempt: ${where}\n  ${message}`),
    ...failures.map(({ where, message }) => `failed: ${where}\n  ${message}`),
    `${sum('passed')} passed, ${failures.length} failed, ${sum('skipped')} skipped`,
  ].join('\n')
}

/** @param {unknown} error whatever was thrown */
export function firstLine(error) {
  const message = /** @type {{ message?: string } | undefined} */ (error)?.message ?? String(error)
  return message.replaceAll(ANSI_COLOUR, '').trim().split('\n', 1)[0] ?? ''
}

const ANSI_COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
