/**
 * `npm test -- [path …] [-t name]`: runs unit and API tests with Vitest, the date-sensitive ones again with the clock set,
 * then browser tests with Playwright, and ends with the failures and one total. Paths below tests/e2e go to Playwright,
 * others to Vitest; `-t` goes to both.
 */
import { parseArgs } from 'node:util'
import { testWithClockSet } from './test/clock.mjs'
import { summary } from './test/outcome.mjs'
import { playwright, vitest } from './test/run.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', short: 't' } },
})
const isBrowserTest = (/** @type {string} */ path) => /(^|\/)e2e(\/|$)/.test(path)
const browserPaths = positionals.filter(isBrowserTest)
const otherPaths = positionals.filter(path => !isBrowserTest(path))
const isWhole = positionals.length === 0

const outcomes = []
if (otherPaths.length || isWhole)
  outcomes.push(
    await vitest([...otherPaths, ...(values.name ? ['-t', values.name, '--passWithNoTests'] : [])]),
  )
if (isWhole && !values.name) outcomes.push(...(await testWithClockSet(Boolean(process.env.DEEP))))
if (browserPaths.length || isWhole)
  outcomes.push(
    await playwright([...browserPaths, ...(values.name ? ['-g', values.name, '--pass-with-no-tests'] : [])]),
  )

process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
