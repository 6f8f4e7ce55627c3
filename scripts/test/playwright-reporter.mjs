import { writeFileSync } from 'node:fs'
import { firstLine } from './outcome.mjs'

/** Writes the run's outcome to the file that TEST_OUTCOME names. */
export default class OutcomeReporter {
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #suite
  /** @type {import('./outcome.mjs').Failure[]} */
  #outsideTests = []

  /**
   * @param {unknown} _config
   * @param {import('@playwright/test/reporter').Suite} suite
   */
  onBegin(_config, suite) {
    this.#suite = suite
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.#outsideTests.push({ where: 'outside any browser test', message: firstLine(error) })
  }

  onEnd() {
    /** @type {import('./outcome.mjs').Outcome} */
    const outcome = { passed: 0, skipped: 0, failures: this.#outsideTests, unsteady: [] }
    for (const test of this.#suite?.allTests() ?? []) {
      const verdict = test.outcome()
      const failure = () => ({
        where: test.titlePath().filter(Boolean).join(' › '),
        message: firstLine(test.results.find(({ error }) => error)?.error),
      })
      if (verdict === 'unexpected') outcome.failures.push(failure())
      else outcome[verdict === 'skipped' ? 'skipped' : 'passed'] += 1
      if (verdict === 'flaky') outcome.unsteady.push(failure())
    }
    writeFileSync(process.env.TEST_OUTCOME ?? '/dev/null', JSON.stringify(outcome))
  }

  printsToStdio() {
    return false
  }
}
