const REPORT_EVERY_MS = 10_000

/** @param {string} line */
export function logLine(line) {
  process.stdout.write(`set-up: ${line}\n`)
}

/**
 * Runs a long task and logs its start, progress and duration.
 * @template T
 * @param {string} title such as `installing the dependencies`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(title, work) {
  const begun = Date.now()
  const elapsed = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`
  logLine(`${title}…`)
  const ticker = setInterval(() => logLine(`still ${title} (${elapsed()})`), REPORT_EVERY_MS)
  try {
    const result = await work()
    logLine(`${title}: done in ${elapsed()}`)
    return result
  } finally {
    clearInterval(ticker)
  }
}
