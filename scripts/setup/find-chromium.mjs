import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { recordChromium } from '../chromium.mjs'
import { installedChromium, installers } from './install-chromium.mjs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'

const START_TIMEOUT_MS = 30_000

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium that really opens a page here, installing one where there is none, and records it for the
 * tests. CHROME_PATH, when set, is the only one considered.
 * @param {string} root
 * @param {string} node the executable that runs the project
 * @throws {SetupError} when none can be had
 */
export async function findChromium(root, node) {
  const chosen = process.env.CHROME_PATH
  const found = chosen ? await tryChromium(chosen) : await searchChromium(root, node)
  if (!found)
    throw new SetupError(
      chosen
        ? `CHROME_PATH names ${chosen}, which does not open a page.`
        : 'The browser tests need Chromium, and none could be found or installed. ' +
            'Install Chromium or Chrome, or name one by CHROME_PATH, then run the same command again.',
    )
  recordChromium(found)
}

/**
 * @param {string} root
 * @param {string} node
 */
async function searchChromium(root, node) {
  const present = await firstThatRuns(await candidates(root, node))
  if (present) return present
  for (const { title, install } of installers(root, node)) {
    const problem = await phase(title, install)
    if (problem) process.stderr.write(`${problem.trim()}\n`)
    const installed = await firstThatRuns(await candidates(root, node))
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

/** @param {string[]} paths */
async function firstThatRuns(paths) {
  for (const path of paths) {
    const chromium = await tryChromium(path)
    if (chromium) return chromium
  }
}

/**
 * Prefers Chromium's own sandbox, which root cannot use and some containers forbid.
 * @param {string} path
 * @returns {Promise<import('../chromium.mjs').Chromium | undefined>}
 */
async function tryChromium(path) {
  const isRoot = process.getuid?.() === 0
  for (const args of isRoot ? [['--no-sandbox']] : [[], ['--no-sandbox']]) {
    if (await opensPage(path, args)) return { path, args }
  }
}

/**
 * @param {string} path
 * @param {string[]} args
 */
async function opensPage(path, args) {
  const profile = mkdtempSync(join(tmpdir(), 'voicedeck-chromium-'))
  try {
    const { ok, stdout } = await run(
      path,
      [...args, '--headless', '--no-first-run', `--user-data-dir=${profile}`, '--dump-dom', 'about:blank'],
      { timeoutMs: START_TIMEOUT_MS },
    )
    return ok && stdout.includes('<body>')
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}
