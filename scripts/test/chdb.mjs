/**
 * `node scripts/test/chdb.mjs`: fetches ClickHouse's engine for tests (550 MB) into a folder of its own, and prints the
 * folder for TEST_CHDB. Only CI and the deep run do; see tests/fixtures/clickhouse.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const version = '3.4.0'
const limitMs = 300_000

/** @returns {string | undefined} the folder, or undefined if it cannot be had here */
export function fetchChdb() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'voicedeck', `chdb-${version}`)
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `chdb@${version}`,
  ]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: limitMs })
  if (status !== 0) return undefined
  writeFileSync(complete, '')
  return folder
}

if (import.meta.filename === process.argv[1]) {
  const folder = fetchChdb()
  if (folder) process.stdout.write(`${folder}\n`)
  else process.exitCode = 1
}
