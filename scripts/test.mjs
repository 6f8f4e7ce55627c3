/**
 * `npm test -- [path …] [-t name]`: runs unit and API tests with Vitest, then browser tests with Playwright, and ends with
 * the failures and one total. Paths below tests/e2e go to Playwright, others to Vitest; `-t` goes to both.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { heldToExitCode, summary } from './test/outcome.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', short: 't' } },
})
const isBrowserTest = (/** @type {string} */ path) => /(^|\/)e2e(\/|$)/.test(path)
const browserPaths = positionals.filter(isBrowserTest)
const otherPaths = positionals.filter(path => !isBrowserTest(path))

const reports = mkdtempSync(join(tmpdir(), 'voicedeck-tests-'))
process.on('exit', () => rmSync(reports, { recursive: true }))

const outcomes = []
if (otherPaths.length || !positionals.length) outcomes.push(await vitest())
if (browserPaths.length || !positionals.length) outcomes.push(await playwright())

process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0

function vitest() {
  const args = ['run', '--reporter=default', '--reporter=./scripts/test/vitest-reporter.mjs', ...otherPaths]
  if (values.name) args.push('-t', values.name, '--passWithNoTests')
  return outcomeOf('vitest', 'node_modules/vitest/vitest.mjs', args)
}

function playwright() {
  const args = ['test', '--reporter=list,./scripts/test/playwright-reporter.mjs', ...browserPaths]
  if (values.name) args.push('-g', values.name, '--pass-with-no-tests')
  return outcomeOf('playwright', 'node_modules/@playwright/test/cli.js', args)
}

/**
 * @param {string} runner
 * @param {string} script
 * @param {string[]} args
 */
async function outcomeOf(runner, script, args) {
  const report = join(reports, `${runner}.json`)
  const { code, lastWords } = await finish(script, args, { TEST_OUTCOME: report })
  return heldToExitCode(runner, read(report), code, lastWords)
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, lastWords: string }>} the exit code (1 if killed) and the end of stderr. A stop
 * signal ends this process as well.
 */
function finish(script, args, env) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  })
  for (const [signal, status] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])) {
    process.once(signal, () => {
      child.once('exit', () => process.exit(status)).kill(signal)
    })
  }
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    process.stderr.write(text)
    lastWords = (lastWords + text).slice(-2_000)
  })
  return new Promise(resolve => child.on('close', code => resolve({ code: code ?? 1, lastWords })))
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
