import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#tests/fixtures/console.ts'

/** Loads a page anew with an empty cache, and tells what that took until its heading was there and in all. */
async function load(page: Page, path: string, heading: string) {
  const finished: string[] = []
  page.on('requestfinished', request => finished.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  const beforeContent = finished.length
  await page.waitForLoadState('networkidle').catch(() => {})
  const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
  return { finished, beforeContent, shift }
}

test('the sign-in screen takes few requests and has no layout shift', async ({ page }) => {
  const { finished, beforeContent, shift } = await load(page, '/login', 'Sign in to Voicedeck')
  expect(beforeContent).toBeLessThanOrEqual(12)
  expect(finished.length).toBeLessThanOrEqual(15)
  expect(shift).toBeLessThan(0.001)
  expect(finished.filter(path => /console-|list-|form-/.test(path))).toEqual([])
})

test('a list takes few requests, none for a form, and requests the current user once', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  const { finished, beforeContent, shift } = await load(page, '/devices', 'Devices')
  expect(beforeContent).toBeLessThanOrEqual(25)
  expect(finished.length).toBeLessThanOrEqual(40)
  expect(shift).toBeLessThan(0.001)
  expect(finished.filter(path => path === '/api/auth/me')).toHaveLength(1)
  expect(finished.filter(path => /form-/.test(path))).toEqual([])
})

test('assets are precompressed, cached permanently and have no document headers', async ({ request }) => {
  const page = await request.get('/login')
  const policy = page.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  const [, asset] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  const script = await request.get(asset as string, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect(script.headers()).not.toHaveProperty('content-security-policy')
  expect(script.headers()).not.toHaveProperty('permissions-policy')
})
