import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { systemEnvironment } from './system-environment.mjs'

/** Chromium packaged for npm: needs neither root nor a browser download site, but exists only for Linux x64. */
const PACKAGE = '@sparticuz/chromium@153.0.0'

/**
 * The package's loader unpacks everything into the temporary folder, but missing system libraries only if it detects
 * Amazon Linux.
 */
const UNPACK = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())'

/** Points Chromium to the packaged libraries and fonts if the machine has none. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
if ldd "$here/chromium" | grep -q 'not found'; then export LD_LIBRARY_PATH="$here/al2023/lib"; fi
exec "$here/chromium" "$@"
`

/**
 * Ways to install Chromium on this machine, best first.
 * @param {string} root
 * @param {string} node the executable that runs the project
 * @param {import('./lock.mjs').Lock} lock
 * @returns {{ title: string, install: () => Promise<string | undefined> }[]} `install` resolves to an error message
 */
export function installers(root, node, lock) {
  const ways = []
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    ways.push({ title: 'installing Chromium by apt-get', install: installByApt })
  if (process.platform === 'linux' && process.arch === 'x64')
    ways.push({
      title: `installing Chromium from npm (${PACKAGE})`,
      install: () => installFromNpm(root, node, lock),
    })
  else
    ways.push({ title: "installing Playwright's Chromium", install: () => installByPlaywright(root, node) })
  return ways
}

/**
 * Path of the Chromium from npm, if installed.
 * @param {string} root
 */
export function installedChromium(root) {
  return join(root, '.cache/chromium/launch')
}

async function installByApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update'], { env })
  if (!update.ok) return update.output
  let problem
  // Other Debian versions and Ubuntu do not package the headless shell separately.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { ok, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
    if (ok) return
    problem = output
  }
  return problem
}

/**
 * @param {string} root
 * @param {string} node
 * @param {import('./lock.mjs').Lock} lock
 */
async function installFromNpm(root, node, lock) {
  const folder = join(root, '.cache/chromium')
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }')
  const download = await run(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--no-engine-strict', '--loglevel=error', PACKAGE],
    {
      cwd: unfinished,
      env: systemEnvironment(process.env),
      lock,
    },
  )
  if (!download.ok) return download.output
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const unpacked = await run(node, ['-e', UNPACK], { cwd: unfinished, env, lock })
  if (!unpacked.ok) return unpacked.output
  rmSync(join(unfinished, 'node_modules'), { recursive: true })
  writeFileSync(join(unfinished, 'launch'), LAUNCHER)
  chmodSync(join(unfinished, 'launch'), 0o755)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}

/**
 * @param {string} root
 * @param {string} node
 */
async function installByPlaywright(root, node) {
  const { ok, output } = await run(node, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    cwd: root,
  })
  if (!ok) return output
}
