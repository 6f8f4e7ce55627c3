import { existsSync, globSync, readFileSync } from 'node:fs'
import { vitest } from './run.mjs'

/**
 * @typedef {object} Instant
 * @property {string} name
 * @property {string} at when it happens, in UTC
 * @property {string} zone the time zone of the processes
 * @property {boolean} [quick] whether it is part of every `npm run test:all`
 */

/** @type {readonly Instant[]} */
const instants = [
  { name: 'the end of 29 February', at: '2028-03-01T00:00:00Z', zone: 'America/New_York', quick: true },
  { name: "New Year's midnight", at: '2027-01-01T00:00:00Z', zone: 'UTC' },
  { name: 'a Sunday, the last day of a month', at: '2027-02-28T12:00:00Z', zone: 'Asia/Tokyo' },
  { name: 'a Monday, the first day of a month', at: '2027-03-01T12:00:00Z', zone: 'America/New_York' },
  { name: 'summer time begins in Berlin', at: '2027-03-28T01:00:00Z', zone: 'Europe/Berlin' },
  { name: 'summer time ends in Berlin', at: '2027-10-31T01:00:00Z', zone: 'Europe/Berlin' },
  { name: 'summer time begins in New York', at: '2027-03-14T07:00:00Z', zone: 'America/New_York' },
  { name: 'summer time ends in New York', at: '2027-11-07T06:00:00Z', zone: 'America/New_York' },
  { name: 'summer time begins in Sydney', at: '2027-10-02T16:00:00Z', zone: 'Australia/Sydney' },
  { name: 'summer time ends in Sydney', at: '2027-04-03T16:00:00Z', zone: 'Australia/Sydney' },
]

/** How long before its instant a run begins: the first tests run before it, most run after it. */
const LEAD_MS = 12_000

/**
 * The test files that depend on the date, by their tag.
 * @param {boolean} isDeep whether those that take long are among them
 */
const clockTests = isDeep => {
  const tag = isDeep ? /@module-tag clock(-deep)?$/m : /@module-tag clock$/m
  return globSync('tests/{unit,api}/**/*.test.ts').filter(file => tag.test(readFileSync(file, 'utf8')))
}

/** @returns {string | undefined} libfaketime, of Debian's package faketime */
const clockLibrary = () =>
  globSync('/usr/{lib,lib64,lib/*,local/lib}/faketime/libfaketime.so.1').find(file => existsSync(file))

/**
 * The environment in which a process, its children and its PostgreSQL take this instant for the present. Their clock
 * goes on from there; timers are left alone.
 * @param {string} library
 * @param {Pick<Instant, 'at' | 'zone'>} instant
 * @param {number} now
 */
function environmentAt(library, { at, zone }, now) {
  const seconds = (Date.parse(at) - LEAD_MS - now) / 1_000
  return {
    TZ: zone,
    LD_PRELOAD: library,
    // An offset, because each process would start again from an absolute time.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // That one has the real time.
    TEST_DATABASE_URL: undefined,
  }
}

/**
 * Runs test files with the clock set to each instant, one after the other.
 * @param {boolean} isDeep at every instant rather than the one of each `npm run test:all`
 * @param {string[]} [files] those that depend on the date unless named
 * @returns {Promise<import('./outcome.mjs').Outcome[]>} what failed, named with its instant
 */
export async function testWithClockSet(isDeep, files = clockTests(isDeep)) {
  const library = clockLibrary()
  if (!library) {
    process.stdout.write(
      '\nskipped: the tests with the clock set (needs libfaketime: apt-get install faketime)\n',
    )
    return [{ passed: 0, skipped: 1, failures: [], unsteady: [] }]
  }
  const outcomes = []
  for (const instant of instants.filter(({ quick }) => quick || isDeep)) {
    process.stdout.write(`\nwith the clock at ${instant.name}, ${instant.at} in ${instant.zone}\n`)
    const env = environmentAt(library, instant, Date.now())
    const { failures, ...others } = await vitest(['--project', 'unit', '--project', 'api', ...files], env)
    const named = failures.map(({ where, message }) => ({ where: `${where}, at ${instant.name}`, message }))
    outcomes.push({ ...others, failures: named })
  }
  return outcomes
}
