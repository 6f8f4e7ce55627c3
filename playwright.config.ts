import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumPath } from './scripts/chromium.mjs'
import { compileCache } from './tests/fixtures/compile-cache.ts'

/** The first admin of the installation that the tests run against. */
export const admin = { username: 'root', password: 'correct horse battery' }

// The workers read this file again and must find the same port and folder.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000))
process.env.E2E_DATA_DIR ??= join(tmpdir(), `voicedeck-e2e-${process.pid}`)
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

/** These wait for sounds and builds, one test after the other. */
const slow = /(services|tutorial|voice-turn)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  // One more than the cores that we count on: some tests wait for clocks, sounds and servers.
  workers: 3,
  fullyParallel: true,
  // A second try keeps one unsteady test from hiding what the others say; the summary names it all the same.
  retries: Number(process.env.E2E_RETRIES ?? 0),
  forbidOnly: Boolean(process.env.CI),
  // Far above what they take, for machines that also do other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  webServer: {
    command: 'exec node tests/fixtures/serve.ts',
    url: `${origin}/api/health/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      NODE_COMPILE_CACHE: compileCache,
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO: '0',
      RATE_LIMIT_FACTOR: '0',
      // A page on a port that is known only then shows the feed of device events.
      ALLOWED_ORIGINS: '*',
      // Receivers of webhooks and identity providers of the tests are on this machine.
      ALLOW_PRIVATE_WEBHOOKS: '1',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      ADMIN_EMAIL: 'root@example.org',
    },
  },
  // The slow ones begin first, so that the others fill the workers while they wait.
  projects: [
    { name: 'slow', testMatch: slow },
    { name: 'others', testIgnore: slow },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a quarter of the time; `--trace on` shows what led to a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      // Playwright adds --no-sandbox, which root needs, by itself.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
})
