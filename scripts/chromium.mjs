import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const RECORD = fileURLToPath(new URL('../node_modules/.cache/voicedeck/chromium.json', import.meta.url))

/**
 * @typedef {object} Chromium
 * @property {string} path the executable
 * @property {string[]} args what it needs on this machine, such as `--no-sandbox` for root
 */

/**
 * The Chromium that the set-up of the tests found and tried. Undefined before its first run: Playwright then
 * looks for its own.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  return recordedChromium()?.path
}

/** The arguments without which that Chromium does not start on this machine. */
export function chromiumArgs() {
  return recordedChromium()?.args ?? []
}

/** @returns {Chromium | undefined} */
function recordedChromium() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined
}

/** @param {Chromium} chromium */
export function recordChromium(chromium) {
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, JSON.stringify(chromium))
}
