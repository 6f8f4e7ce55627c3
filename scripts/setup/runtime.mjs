import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'
import { systemEnvironment } from './system-environment.mjs'
import { atLeast } from './version.mjs'

/** Node runs the TypeScript directly, and `crypto.argon2` was added in 24.7. */
const MINIMUM = '24.7'

/**
 * Finds the Node that runs the project by trying it: the one in the dependencies, else the machine's own. npm resolves
 * `node` in scripts in the same order, so a bundled Node that does not run here is unlinked.
 * @param {string} root
 * @returns {Promise<string>} the path of its executable
 * @throws {SetupError} if neither is recent enough
 */
export async function findRuntime(root) {
  const link = join(root, 'node_modules/.bin/node')
  const bundled = existsSync(link) ? await probe(link, process.env) : undefined
  if (bundled && atLeast(bundled.version, MINIMUM)) return bundled.path
  rmSync(link, { force: true })

  const own = await probe('node', systemEnvironment(process.env))
  if (own && atLeast(own.version, MINIMUM)) return own.path

  throw new SetupError(
    `Voicedeck runs on Node ${MINIMUM} or later. No such Node comes with it for this machine ` +
      `(${process.platform} ${process.arch}), and the machine's own is ${own ? own.version : 'not to be found'}. ` +
      'Install Node 24 from https://nodejs.org, then run the same command again.',
  )
}

/**
 * @param {string} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ path: string, version: string } | undefined>} undefined if it does not run
 */
async function probe(command, env) {
  const { ok, stdout } = await run(command, ['-p', 'process.execPath + "\\n" + process.versions.node'], {
    env,
  })
  const [path, version] = stdout.trim().split('\n')
  return ok && path && version ? { path, version } : undefined
}
