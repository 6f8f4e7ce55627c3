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
    this.#outsideTests.push({ where: 'outside of any browser test', message: firstLine(error) })
  }

  onEnd() {
    /** @type {import('./outcome.mjs').Outcome} */
    const outcome = { passed: 0, skipped: 0, failures: this.#outsideTests }
    for (const test of this.#suite?.allTests() ?? []) {
      const verdict = test.outcome()
      if (verdict === 'unexpected')
        outcome.failures.push({
          where: test.titlePath().filter(Boolean).join(' › '),
          message: firstLine(test.results.at(-1)?.error),
        })
      else outcome[verdict === 'skipped' ? 'skipped' : 'passed'] += 1
    }
    writeFileSync(process.env.TEST_OUTCOME ?? '/dev/null', JSON.stringify(outcome))
  }

  printsToStdio() {
    return false
  }
}
