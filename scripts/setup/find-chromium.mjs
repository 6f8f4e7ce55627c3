import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordChromium } from '../chromium.mjs'
import { installedChromium, installers } from './install-chromium.mjs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'

const OPEN_PAGE = fileURLToPath(new URL('open-page.mjs', import.meta.url))

const TRIAL_TIMEOUT_MS = 60_000

/** The headless shell comes first: it runs the tests in two thirds of the time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium that can open a page, installing one if necessary, and records it for the tests. If CHROME_PATH is set,
 * only that one is considered.
 * @param {string} root
 * @param {string} node the executable that runs the project
 * @param {import('./lock.mjs').Lock} lock
 * @throws {SetupError} if none is available
 */
export async function findChromium(root, node, lock) {
  const chosen = process.env.CHROME_PATH || undefined
  if (chosen && !(await opensPage(chosen, node)))
    throw new SetupError(`CHROME_PATH names ${chosen}, which cannot open a page.`)
  const path = chosen ?? (await searchChromium(root, node, lock))
  if (!path)
    throw new SetupError(
      'The browser tests need Chromium, and none could be found or installed. ' +
        'Install Chromium or Chrome, or set CHROME_PATH, then run the same command again.',
    )
  recordChromium(path)
}

/**
 * @param {string} root
 * @param {string} node
 * @param {import('./lock.mjs').Lock} lock
 */
async function searchChromium(root, node, lock) {
  const present = await findInstalled(root, node)
  if (present) return present
  for (const { title, install } of installers(root, node, lock)) {
    const problem = await phase(title, install)
    if (problem) process.stderr.write(`${problem.trim()}\n`)
    const installed = await findInstalled(root, node)
    if (installed) return installed
  }
}

/**
 * @param {string} root
 * @param {string} node
 */
async function candidates(root, node) {
  const folders = [...new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'])]
  const playwright = await run(node, ['-p', 'require("playwright-core").chromium.executablePath()'], {
    cwd: root,
  })
  return [
    ...COMMANDS.flatMap(command => folders.map(folder => join(folder, command))),
    ...MAC_APPLICATIONS,
    playwright.stdout.trim(),
    installedChromium(root),
  ].filter(path => path && existsSync(path))
}

/**
 * @param {string} root
 * @param {string} node
 */
async function findInstalled(root, node) {
  for (const path of await candidates(root, node)) {
    if (await opensPage(path, node)) return path
  }
}

/**
 * @param {string} path
 * @param {string} node
 */
async function opensPage(path, node) {
  const { ok } = await run(node, [OPEN_PAGE, path], { timeoutMs: TRIAL_TIMEOUT_MS })
  return ok
}
