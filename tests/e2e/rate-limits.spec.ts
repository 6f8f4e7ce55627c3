import { rateLimits } from '#contract/platform/rate-limits.ts'
import { expect, signIn, test } from '#tests/fixtures/console.ts'

const status = {
  endpoints: [
    {
      endpoint: 'credentials',
      limit: 120,
      current_requests: 118,
      remaining_requests: 2,
      reset_time: '2026-01-01T12:01:00.000Z',
      callers: 3,
      status: 'critical',
    },
  ],
}
const violations = {
  violations: [
    {
      id: '0198ffff-ffff-7fff-8fff-ffffffffffff',
      timestamp: '2026-01-01T12:00:00.000Z',
      endpoint: 'POST /api/auth/login',
      ip_address: '192.0.2.7',
      user_id: null,
      limit: 120,
    },
  ],
  last_day: 7,
}

test('disabled rate limits are reported', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/rate-limit-monitoring')
  await expect(page.getByText('Rate limits are turned off (RATE_LIMIT_FACTOR is 0).')).toBeVisible()
})

test('usage and violations are shown, and refreshed every 30 seconds while enabled', {
  tag: '@journey',
}, async ({ page, person }) => {
  let readings = 0
  await page.route(`**${rateLimits.status.path}`, route => {
    readings += 1
    return route.fulfill({ json: status })
  })
  await page.route(`**${rateLimits.violations.path}?limit=50`, route => route.fulfill({ json: violations }))
  await page.clock.install()
  await signIn(page, await person('operator'), '/rate-limit-monitoring')
  const usage = page.getByRole('meter', { name: 'Usage of Passwords and codes' })
  await expect(usage).toHaveAttribute('value', '118')
  await expect(page.getByText('Critical')).toBeVisible()
  await expect(page.getByRole('row', { name: /POST \/api\/auth\/login 192\.0\.2\.7/ })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['1', '0', '1', '7'])

  const before = readings
  await page.clock.runFor(31_000)
  await expect.poll(() => readings).toBe(before + 1)
  await page.getByLabel('Refresh every 30 seconds').uncheck()
  await page.clock.runFor(65_000)
  expect(readings).toBe(before + 1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => readings).toBe(before + 2)
})

test('a failed refresh keeps the last data and shows its time', async ({ page, person, complaints }) => {
  complaints.expect(/status of 500/)
  let failing = false
  await page.route(`**${rateLimits.status.path}`, route =>
    failing ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: status }),
  )
  await page.route(`**${rateLimits.violations.path}?limit=50`, route => route.fulfill({ json: violations }))
  await signIn(page, await person('operator'), '/rate-limit-monitoring')
  await expect(page.getByRole('meter')).toBeVisible()
  failing = true
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Failed to load monitoring data')
  await expect(banner).toContainText('Failed to load rate limit data')
  await expect(banner).toContainText(/Data from \d/)
  await expect(page.getByRole('meter')).toBeVisible()
})
