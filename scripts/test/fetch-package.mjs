import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const limitMs = 300_000

/**
 * Fetches a package that is too large to be a dependency into a folder of its own, once.
 * @param {string} name
 * @param {string} version
 * @returns {string | undefined} the folder, or undefined if it cannot be had here
 */
export function fetchPackage(name, version) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'voicedeck', `${name.split('/').at(-1)}-${version}`)
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`]
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: limitMs,
  })
  if (status !== 0) return undefined
  writeFileSync(complete, '')
  return folder
}
