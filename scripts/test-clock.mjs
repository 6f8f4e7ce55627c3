/**
 * `npm run test:clock -- [--all] [path …]`: the tests that depend on the date, with the clock set to instants at which
 * such code breaks: all of them with --all or DEEP=1, else the one that is part of `npm run test:all`.
 */
import { parseArgs } from 'node:util'
import { testWithClockSet } from './test/clock.mjs'
import { summary } from './test/outcome.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: Boolean(process.env.DEEP) } },
})

const outcomes = await testWithClockSet(values.all, positionals.length > 0 ? positionals : undefined)

process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
