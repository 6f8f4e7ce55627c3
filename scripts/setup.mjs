/**
 * Prepares a checkout for a command: `node scripts/setup.mjs --for start|test|dev|check`.
 * Has no dependencies and runs on old Node versions, because it installs everything else.
 */
import { fileURLToPath } from 'node:url'
import { buildConsole } from './setup/console-build.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { findChromium } from './setup/find-chromium.mjs'
import { acquireLock } from './setup/lock.mjs'
import { logLine } from './setup/phase.mjs'
import { findRuntime } from './setup/runtime.mjs'
import { SetupError } from './setup/setup-error.mjs'
import { atLeast } from './setup/version.mjs'

/** Required by npm 10 and the packages' tools; the project itself runs on the Node in its dependencies. */
const MINIMUM_NODE = '20.19'

const PURPOSES = ['start', 'test', 'dev', 'check']

const root = fileURLToPath(new URL('..', import.meta.url))

for (const [signal, status] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => process.exit(status))
}
endWithParent()

try {
  await setUp(purposeOf(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`\nset-up: ${error.message}\n`)
  process.exitCode = 1
}

/** @param {string} purpose */
async function setUp(purpose) {
  checkMachine()
  const lock = await acquireLock(root, () =>
    logLine('another set-up is running in this folder, waiting for it…'),
  )
  await installDependencies(root, lock)
  const node = await findRuntime(root)
  if (purpose !== 'dev') await buildConsole(root, node, lock)
  if (purpose === 'test') await findChromium(root, node, lock)
}

/** @param {string[]} args */
function purposeOf([option, purpose]) {
  if (option !== '--for' || !purpose || !PURPOSES.includes(purpose))
    throw new SetupError(`usage: node scripts/setup.mjs --for ${PURPOSES.join('|')}`)
  return purpose
}

function checkMachine() {
  if (process.platform === 'win32')
    throw new SetupError('Voicedeck runs on Linux and macOS. On Windows, run it inside WSL 2.')
  if (!atLeast(process.versions.node, MINIMUM_NODE))
    throw new SetupError(
      `Voicedeck needs Node ${MINIMUM_NODE} or later to set itself up; this is Node ${process.versions.node}. ` +
        'Install Node 24 from https://nodejs.org, then run the same command again.',
    )
}

/** npm forwards SIGTERM only to the script's shell, which would leave this process running. */
function endWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(143)
  }, 500).unref()
}
