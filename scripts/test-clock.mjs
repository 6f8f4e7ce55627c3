/**
 * `npm run test:clock -- [--all] [path …]`: the tests that depend on the date, with the clock set to the instants at
 * which such code breaks; all of them with --all or DEEP=1, else the few that are part of `npm test`.
 */
import { parseArgs } from 'node:util'
import { instants, testAtInstants } from './test/clock.mjs'
import { summary } from './test/outcome.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: Boolean(process.env.DEEP) } },
})

const chosen = instants.filter(({ quick }) => values.all || quick)
const outcomes = await testAtInstants(chosen, positionals.length > 0 ? positionals : undefined)

process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
