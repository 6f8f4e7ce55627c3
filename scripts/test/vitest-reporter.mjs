import { writeFileSync } from 'node:fs'
import { firstLine } from './outcome.mjs'

/** Writes the run's outcome to the file that TEST_OUTCOME names. */
export default class OutcomeReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message: string }[]} unhandled errors that belong to no test
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {import('./outcome.mjs').Outcome} */
    const outcome = { passed: 0, skipped: 0, failures: [], unsteady: [] }
    const fail = (/** @type {string} */ where, /** @type {readonly unknown[]} */ errors) => {
      outcome.failures.push({ where, message: firstLine(errors[0]) })
    }
    for (const module of modules) {
      const file = `${module.relativeModuleId} (${module.project.name})`
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0) fail(`${file}, around its tests`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') fail(`${file} › ${test.fullName}`, errors)
        else outcome[state === 'passed' ? 'passed' : 'skipped'] += 1
      }
    }
    for (const error of unhandled) fail('outside any test', [error])
    writeFileSync(process.env.TEST_OUTCOME ?? '/dev/null', JSON.stringify(outcome))
  }
}
