import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#tests/fixtures/console.ts'

/** Loads a page with an empty cache, and measures what that took until its heading was there and in all. */
async function load(page: Page, path: string, heading: string | RegExp) {
  const finished: string[] = []
  page.on('requestfinished', request => finished.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const seen = { shift: 0, violations: [] as string[], headings: [] as [text: string, at: number][] }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent
      if (text && text !== seen.headings.at(-1)?.[0]) seen.headings.push([text, performance.now()])
    }).observe(document, { subtree: true, childList: true, characterData: true })
    document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) =>
      seen.violations.push(`${blockedURI} in ${sourceFile}`),
    )
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
  await page.waitForLoadState('networkidle').catch(() => {})
  const { shift, violations, headings, files } = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { shift: number; violations: string[]; headings: [text: string, at: number][] }
    }
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return { ...seen, files: entries.map(({ name, responseEnd }) => ({ name, responseEnd })) }
  })
  const shown = headings.find(([text]) =>
    typeof heading === 'string' ? text === heading : heading.test(text),
  )
  // By the browser’s clock: under load, the test would see the heading late.
  const before = files.filter(({ responseEnd }) => responseEnd <= (shown?.[1] ?? Number.POSITIVE_INFINITY))
  // A violation costs time: the browser finds out where in the code it was caused.
  expect(violations).toEqual([])
  return { finished, before: before.map(({ name }) => name), shift }
}

test('the sign-in screen takes few requests and has no layout shift', { tag: '@journey' }, async ({
  page,
}) => {
  const { finished, before, shift } = await load(page, '/login', 'Sign in to Voicedeck')
  expect(before.length).toBeLessThanOrEqual(11)
  expect(finished.length).toBeLessThanOrEqual(15)
  expect(shift).toBeLessThan(0.001)
  expect(finished.filter(path => /console-|list-|form-/.test(path))).toEqual([])
})

test('a list takes few requests, none for a form before its rows, and requests the current user once', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  const { finished, before, shift } = await load(page, '/devices', 'Devices')
  expect(before.length).toBeLessThanOrEqual(24)
  // Each path once: changes that other tests make meanwhile repeat reads.
  expect(new Set(finished).size).toBeLessThanOrEqual(40)
  expect(shift).toBeLessThan(0.001)
  expect(finished.filter(path => path === '/api/auth/me')).toHaveLength(1)
  // Later, the drawer's form is loaded ahead of the first click.
  expect(before.filter(path => /form-/.test(path))).toEqual([])
})

/** Without DEEP each theme and each width once: the theme changes colours only. */
const looks = (['dark', 'light'] as const)
  .flatMap(theme => [1440, 390].map(width => ({ theme, width })))
  .filter(({ theme, width }) => process.env.DEEP || (theme === 'dark') === (width === 1440))

for (const { theme, width } of looks)
  test(`nothing moves while a screen loads: ${theme}, ${width} pixels`, async ({ page, person }) => {
    test.slow()
    const admin = await person('super_admin')
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(theme => localStorage.setItem('theme', theme), theme)
    const shifts: Record<string, number> = {}
    const note = async (path: string, heading: string | RegExp) => {
      shifts[path] = (await load(page, path, heading)).shift
    }
    await note('/login', 'Sign in to Voicedeck')
    await signIn(page, admin, '/analytics')
    await note('/', 'Home')
    await note('/analytics', /^Good (morning|afternoon|evening), /)
    await note('/users/admins', 'Admin Users')
    await note(`/users/admins/${admin.id}`, admin.name)
    // A font that arrives late makes a few buttons wider by a pixel or two.
    expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.005)).toEqual([])
  })

test.describe('a browser that is not a bot', () => {
  test.use({ userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/152.0' })

  test('a page reports its speed once, when it is left, without saying whose page it was', async ({
    page,
    person,
  }) => {
    const admin = await person('super_admin')
    await signIn(page, admin, `/users/admins/${admin.id}`)
    const loaded = page.waitForResponse(response => /web-vitals-/.test(response.url()))
    await page.reload()
    await (await loaded).finished()
    await expect(page.getByRole('heading', { level: 1, name: admin.name })).toBeVisible()
    await page.evaluate(() => new Promise<void>(resolve => requestIdleCallback(() => resolve())))
    const reports: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/web-vitals')) reports.push(request.url())
    })
    const answer = page.waitForResponse(response => response.url().endsWith('/api/web-vitals'))
    const hide = (state: string) =>
      page.evaluate(state => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    await hide('hidden')
    expect((await answer).status()).toBe(204)
    await hide('visible')
    await hide('hidden')
    expect(reports).toHaveLength(1)
    const metrics = await (await page.request.get('/metrics')).text()
    expect(metrics).toMatch(
      /voicedeck_web_largest_contentful_paint_seconds_count\{route="\/users\/admins\/:id"\} \d/,
    )
  })
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
