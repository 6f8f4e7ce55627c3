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

/** Inside the build, so that both appear in the same instant. */
const STAMP = '.sources'

/**
 * Builds the console into `dist/console`, unless what is there was built from these very sources. The build
 * takes its place by a rename, so that one that is cut off is never served.
 * @param {string} root
 * @param {string} node the executable that runs Vite
 * @throws {SetupError} with Vite's own words
 */
export async function buildConsole(root, node) {
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
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (!ok) throw new SetupError(`The console could not be built. Vite said:\n\n${output.trim()}`)
    writeFileSync(join(built, STAMP), sources)
    replace(join(dist, 'console'), built)
  })
}

/**
 * @param {string} root
 * @returns {string | undefined} the hash of the sources of the build in place
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
