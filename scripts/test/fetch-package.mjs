import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const limitMs = 300_000

/**
 * Fetches a large package of npm into a cache folder of its own, outside the project's dependencies.
 * @param {string} name
 * @param {string} version
 * @param {Record<string, string>} [overrides] of its dependencies
 * @returns {string | undefined} the folder, or undefined if it cannot be had here
 */
export function fetchPackage(name, version, overrides = {}) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'voicedeck', `${name.split('/').at(-1)}-${version}`)
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${name}@${version}`,
  ]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: limitMs })
  if (status !== 0) return undefined
  writeFileSync(complete, '')
  return folder
}
