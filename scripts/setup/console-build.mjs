import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './content-hash.mjs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'contract',
  'locales',
  'providers',
  'public',
  'resources',
  'src',
]

/** Inside the build folder, so that both are replaced atomically. */
const STAMP = '.sources'

/**
 * Builds the console to `dist/console` unless the existing build is up to date. The build is moved into place by a rename,
 * so that an interrupted build is never served.
 * @param {string} root
 * @param {string} node the executable that runs Vite
 * @param {import('./lock.mjs').Lock} lock
 * @throws {SetupError} with Vite's output
 */
export async function buildConsole(root, node, lock) {
  const sources = contentHash(root, SOURCES)
  if (builtFrom(root) === sources) return
  await phase('building the console', async () => {
    const dist = join(root, 'dist')
    mkdirSync(dist, { recursive: true })
    for (const name of readdirSync(dist)) {
      if (name.startsWith('console.')) rmSync(join(dist, name), { recursive: true })
    }
    const built = join(dist, 'console.new')
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const { ok, output } = await run(
      node,
      [vite, 'build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, lock },
    )
    if (!ok) throw new SetupError(`The console could not be built. Vite reported:\n\n${output.trim()}`)
    writeFileSync(join(built, STAMP), sources)
    replace(join(dist, 'console'), built)
  })
}

/**
 * @param {string} root
 * @returns {string | undefined} the source hash of the existing build
 */
function builtFrom(root) {
  const stamp = join(root, 'dist/console', STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/**
 * @param {string} folder
 * @param {string} successor
 */
function replace(folder, successor) {
  if (existsSync(folder)) renameSync(folder, `${folder}.old`)
  renameSync(successor, folder)
  rmSync(`${folder}.old`, { recursive: true, force: true })
}
