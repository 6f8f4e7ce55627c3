import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const RECORD = fileURLToPath(new URL('../node_modules/.cache/voicedeck/chromium.json', import.meta.url))

/**
 * The Chromium executable found by the test setup. Undefined before its first run: Playwright then uses its own.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')).path : undefined
}

/** @param {string} path */
export function recordChromium(path) {
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, JSON.stringify({ path }))
}
