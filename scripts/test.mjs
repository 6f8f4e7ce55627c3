/**
 * `npm test -- [--all] [path …] [-t name]`: runs unit and API tests with Vitest, then browser tests with Playwright, and
 * ends with the failures and one total. Paths below tests/e2e go to Playwright, others to Vitest; `-t` goes to both.
 *
 * Without a path or a name it leaves out what takes longest: the API tests tagged `thorough`, and all browser tests but
 * those tagged `@journey`. With --all or DEEP=1 it runs everything, and the date-sensitive tests again with the clock
 * set.
 */
import { parseArgs } from 'node:util'
import { fetchChdb } from './test/chdb.mjs'
import { testWithClockSet } from './test/clock.mjs'
import { summary } from './test/outcome.mjs'
import { playwright, vitest } from './test/run.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', short: 't' },
    all: { type: 'boolean', default: Boolean(process.env.DEEP) },
  },
})
const isBrowserTest = (/** @type {string} */ path) => /(^|\/)e2e(\/|$)/.test(path)
const browserPaths = positionals.filter(isBrowserTest)
const otherPaths = positionals.filter(path => !isBrowserTest(path))
const isWhole = positionals.length === 0
const isQuick = isWhole && !values.name && !values.all

if (process.env.DEEP && !process.env.TEST_CHDB) process.env.TEST_CHDB = fetchChdb() ?? ''

const outcomes = []
if (otherPaths.length || isWhole)
  outcomes.push(
    await vitest([
      ...otherPaths,
      ...(values.name ? ['-t', values.name, '--passWithNoTests'] : []),
      ...(isQuick ? ['--tagsFilter=!thorough'] : []),
    ]),
  )
if (isWhole && !values.name && values.all)
  outcomes.push(...(await testWithClockSet(Boolean(process.env.DEEP))))
if (browserPaths.length || isWhole)
  outcomes.push(
    await playwright([
      ...browserPaths,
      ...(values.name ? ['-g', values.name, '--pass-with-no-tests'] : []),
      ...(isQuick ? ['--grep=@journey'] : []),
    ]),
  )

process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
