/**
 * `node scripts/test/chdb.mjs`: fetches ClickHouse's engine for tests (550 MB) into a folder of its own, and prints the
 * folder for TEST_CHDB. Only CI and the deep run do; see tests/fixtures/clickhouse.ts.
 */
import { fetchPackage } from './fetch-package.mjs'

/** @returns {string | undefined} the folder, or undefined if it cannot be had here */
export const fetchChdb = () => fetchPackage('chdb', '3.4.0')

if (import.meta.filename === process.argv[1]) {
  const folder = fetchChdb()
  if (folder) process.stdout.write(`${folder}\n`)
  else process.exitCode = 1
}
