import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldToExitCode } from './outcome.mjs'

/**
 * Runs Vitest with these arguments.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] on top of this process's own
 */
export const vitest = (args, env) =>
  outcomeOf(
    'vitest',
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=./scripts/test/vitest-reporter.mjs', ...args],
    env,
  )

/**
 * Runs Playwright with these arguments.
 * @param {string[]} args
 */
export const playwright = args =>
  outcomeOf('playwright', 'node_modules/@playwright/test/cli.js', [
    'test',
    '--reporter=list,./scripts/test/playwright-reporter.mjs',
    ...args,
  ])

/**
 * @param {string} runner
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function outcomeOf(runner, script, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'voicedeck-tests-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const report = join(folder, 'outcome.json')
  const { code, lastWords } = await finish(script, args, { ...env, TEST_OUTCOME: report })
  const outcome = heldToExitCode(runner, readJson(report), code, lastWords)
  process.off('exit', remove)
  remove()
  return outcome
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, lastWords: string }>} its exit code, 1 when it was killed, and the end of its
 * error stream. A signal to stop is passed on, and ends this process with it.
 */
function finish(script, args, env) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  })
  const stops = /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]).map(([signal, status]) => {
    const stop = () => {
      child.once('exit', () => process.exit(status)).kill(signal)
    }
    process.once(signal, stop)
    return () => process.off(signal, stop)
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    process.stderr.write(text)
    lastWords = (lastWords + text).slice(-2_000)
  })
  return new Promise(resolve =>
    child.on('close', code => {
      for (const release of stops) release()
      resolve({ code: code ?? 1, lastWords })
    }),
  )
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
