import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contentHash } from './content-hash.mjs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'
import { systemEnvironment } from './system-environment.mjs'

/**
 * Each option overrides an npm setting that would omit packages.
 *
 * Not `npm ci`: it rejects a lock file without an optional package of another platform, and npm removes those
 * from the lock file whenever it cannot fetch them.
 */
const INSTALL = [
  'install',
  '--no-save',
  '--package-lock',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--bin-links',
  '--no-engine-strict',
  '--no-progress',
  '--loglevel=error',
]

const INTERRUPTED = 'installing'

/**
 * Installs the dependencies if they are missing, incomplete, or differ from package-lock.json.
 * A symlinked node_modules belongs to another checkout and is not changed.
 * @param {string} root
 * @param {import('./lock.mjs').Lock} lock
 * @throws {SetupError} with npm's output and advice
 */
export async function installDependencies(root, lock) {
  const modules = join(root, 'node_modules')
  const step = nextStep(root)
  if (step === 'keep') return
  await phase('installing the dependencies', async () => {
    if (step === 'reinstall') rmSync(modules, { recursive: true, force: true })
    record(root, INTERRUPTED)
    const { ok, output } = await run('npm', INSTALL, { cwd: root, env: systemEnvironment(process.env), lock })
    if (!ok)
      throw new SetupError(
        `The dependencies could not be installed. npm reported:\n\n${output.trim()}\n\n${advice(output)}`,
      )
    record(root, installKey(root))
  })
}

/**
 * What to do about `node_modules`: `keep` it, `update` it in place, or `reinstall` it because an install that
 * was cut off may have left packages of which files are missing, which npm would not notice.
 * @param {string} root
 * @returns {'keep' | 'update' | 'reinstall'}
 */
export function nextStep(root) {
  const modules = join(root, 'node_modules')
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return 'keep'
  const last = recorded(root)
  if (last === installKey(root)) return 'keep'
  const finishedByNpm = existsSync(join(modules, '.package-lock.json'))
  return last === INTERRUPTED || !finishedByNpm ? 'reinstall' : 'update'
}

/**
 * Identifies the packages of this lock file on this platform.
 * @param {string} root
 */
export function installKey(root) {
  return `${process.platform}-${process.arch} ${contentHash(root, ['package-lock.json'])}`
}

/**
 * @param {string} root
 * @param {string} state
 */
export function record(root, state) {
  mkdirSync(dirname(stamp(root)), { recursive: true })
  writeFileSync(stamp(root), state)
}

/** @param {string} root */
function recorded(root) {
  return existsSync(stamp(root)) ? readFileSync(stamp(root), 'utf8') : undefined
}

/** @param {string} root */
function stamp(root) {
  return join(root, 'node_modules/.cache/voicedeck/install')
}

/** @param {string} output what npm printed */
export function advice(output) {
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)\b/.test(output)
  )
    return 'The package registry cannot be reached. Check the network and the proxy settings of npm, then run the same command again.'
  if (/\bENOSPC\b/.test(output)) return 'The disk is full. Free about 2 GB, then run the same command again.'
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output))
    return 'This folder or the npm cache is not writable for you. Correct its owner, then run the same command again.'
  if (/spawn npm ENOENT/.test(output))
    return 'npm is not on the PATH. Install Node with npm from https://nodejs.org, then run the same command again.'
  return 'Fix the problem that npm reports, then run the same command again.'
}
