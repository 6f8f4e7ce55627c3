import { defineConfig } from 'vitest/config'

const shared = { setupFiles: ['tests/setup.ts'], sequence: { groupOrder: 0 } }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.ts'], pool: 'threads' },
      },
      {
        // Each file opens a database of its own, which on a loaded machine takes seconds.
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          pool: 'forks',
          globalSetup: ['tests/fixtures/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
