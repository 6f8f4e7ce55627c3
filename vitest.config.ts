import { defineConfig } from 'vitest/config'
import { resourceRegistry } from './vite/resource-registry.ts'

const shared = {
  setupFiles: ['tests/setup.ts'],
  tags: [
    { name: 'clock', description: 'depends on the date: `npm run test:clock` runs it with the clock set' },
    { name: 'thorough', description: 'takes long: `npm test` leaves it to `npm run test:all`' },
    { name: 'clock-deep', description: 'the same, but takes so long that only the deep run does' },
  ],
}

/**
 * Each file opens a database of its own, which on a loaded machine takes seconds; the server's modules are read once
 * for all files of a process, as nothing that tests write lives in them.
 */
const api = {
  ...shared,
  isolate: false,
  pool: 'forks' as const,
  globalSetup: ['tests/fixtures/postgres.ts'],
  // The first test of a file opens its database, and some fill it with demo data.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/** About our own PostgreSQL, whatever other there is. */
const aboutEmbedded = ['tests/api/db/**', 'tests/api/server/{crash,peers,process}.test.ts']

/** About nothing that a database decides: another one would answer no differently. */
const aboutNoDatabase = [
  'tests/api/analytics/live-metrics/hub.test.ts',
  'tests/api/security/{browser-policy,connections}.test.ts',
  'tests/api/conversations/speech/speech.test.ts',
]

/**
 * Where another PostgreSQL is at hand, API tests run on it rather than on ours, which the browser tests use; with DEEP
 * they run on both.
 */
const onOurs =
  process.env.TEST_DATABASE_URL && !process.env.DEEP
    ? [...aboutEmbedded, ...aboutNoDatabase]
    : ['tests/api/**/*.test.ts']

/** The API tests on a PostgreSQL that is not ours; where there is none, one skipped test says so by name. */
const external = process.env.TEST_DATABASE_URL
  ? { include: ['tests/api/**/*.test.ts'], exclude: [...aboutEmbedded, ...aboutNoDatabase] }
  : { include: ['tests/fixtures/no-external-postgres.ts'], globalSetup: [] }

export default defineConfig({
  test: {
    // One more than the cores that we count on: half of the time a test waits for a database, a server or a clock.
    maxWorkers: 3,
    projects: [
      {
        plugins: [resourceRegistry()],
        test: {
          ...shared,
          // Files that read every locale take seconds on a loaded machine.
          testTimeout: 30_000,
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      { test: { ...api, name: 'api', include: onOurs } },
      { test: { ...api, name: 'api on another PostgreSQL', ...external } },
    ],
  },
})
