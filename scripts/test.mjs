/**
 * `npm test -- [path …] [-t name]`: the unit and API tests by Vitest, then the browser tests by Playwright, and
 * one sum of both as the last line. Paths below tests/e2e go to Playwright, others to Vitest; `-t` to both.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addCounts, playwrightCounts, vitestCounts } from './test/counts.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', short: 't' } },
})
const isBrowserTest = (/** @type {string} */ path) => /(^|\/)e2e(\/|$)/.test(path)
const browserPaths = positionals.filter(isBrowserTest)
const otherPaths = positionals.filter(path => !isBrowserTest(path))

const reports = mkdtempSync(join(tmpdir(), 'voicedeck-tests-'))
process.on('exit', () => rmSync(reports, { recursive: true }))

const runs = []
if (otherPaths.length || !positionals.length) runs.push(await vitest())
if (browserPaths.length || !positionals.length) runs.push(await playwright())

const { passed, failed, skipped } = runs.map(({ counts }) => counts).reduce(addCounts)
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exitCode = runs.some(({ code }) => code !== 0) || failed > 0 ? 1 : 0

async function vitest() {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...otherPaths]
  if (values.name) args.push('-t', values.name, '--passWithNoTests')
  const code = await finish('node_modules/vitest/vitest.mjs', args, {})
  return { code, counts: vitestCounts(read(report), code) }
}

async function playwright() {
  const report = join(reports, 'playwright.json')
  const args = ['test', '--reporter=list,json', ...browserPaths]
  if (values.name) args.push('-g', values.name, '--pass-with-no-tests')
  const code = await finish('node_modules/@playwright/test/cli.js', args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return { code, counts: playwrightCounts(read(report), code) }
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>} the exit code; 1 when it was killed. Told to stop, it ends this process with it.
 */
function finish(script, args, env) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
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
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)))
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
