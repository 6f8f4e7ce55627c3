import type { Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { screens } from '#kit/screens.ts'
import { axe, device, expect, type Person, settled, signIn, test } from '#tests/fixtures/console.ts'
import { unbuilt } from '../../src/pages/not-built/unbuilt.ts'

/** Every route of the product's description with its title, and its entry of the menu where that reads otherwise. */
const described: readonly [path: string, title: string | RegExp, entry?: string | null][] = [
  ['/', 'Home'],
  ['/operations', 'Operational Analytics'],
  ['/settings', 'Settings'],
  ['/sessions/active', 'Active Sessions'],
  ['/conversations', 'Session History'],
  ['/language-config', 'Language Configuration'],
  ['/language-configuration', 'Language Configuration'],
  ['/users/travelers', 'Clients'],
  ['/users/admins', 'Admin Users'],
  ['/emergency', 'Emergency Management'],
  ['/safety-incidents', 'Safety Incidents'],
  ['/conversation-analytics', 'Conversation Analytics'],
  ['/usage-metrics', 'Usage Metrics'],
  ['/subscription-management', 'Subscription Management'],
  ['/revenue-analytics', 'Revenue Analytics'],
  ['/security/2fa', 'Two-Factor Authentication'],
  ['/activity-logs', 'Activity Logs'],
  ['/rate-limit-monitoring', 'Rate Limit Monitoring'],
  ['/analytics', /^Good (morning|afternoon|evening), /, null],
]

/** The routes of the description that only a customer's admin may see; none has an entry of its own. */
const ofCustomers = [
  ['/subscription', 'Manage Subscription'],
  ['/subscription/success', 'Subscription Confirmed'],
  ['/subscription/cancel', 'Checkout Cancelled'],
] as const

const open: readonly [path: string, title: string][] = [
  ['/login', 'Sign in to Voicedeck'],
  ['/register', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password', 'Link not valid'],
  ['/verify-email', 'Link not valid'],
  ['/terms-of-service', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Policy'],
]

async function hasTitle(page: Page, title: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(typeof title === 'string' ? `${title} · Voicedeck` : title)
}

test('every described route has its title, and its entry in the menu is marked', async ({ page, person }) => {
  await signIn(page, await person('super_admin'))
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  for (const [path, title, entry = title] of described) {
    await page.goto(path)
    await hasTitle(page, title)
    const marked = menu.getByRole('link', { includeHidden: true }).and(page.locator('[aria-current]'))
    if (entry === null) await expect(marked, path).toHaveCount(0)
    else await expect(marked, path).toHaveText(entry)
  }
  await page.goto('/demo')
  await expect(page).toHaveURL('/')
  await page.goto('/no/such/screen')
  await hasTitle(page, 'Page not found')
})

test('a customer’s own subscription has its screens', async ({ page, person }) => {
  await signIn(page, await person('organization_admin'))
  for (const [path, title] of ofCustomers) {
    await page.goto(path)
    await hasTitle(page, title)
  }
})

test('the public routes are open to everyone, and the others lead to the login', async ({ page }) => {
  for (const [path, title] of open) {
    await page.goto(path)
    await hasTitle(page, title)
  }
  for (const [path] of [...described, ...ofCustomers]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
  }
})

/** Nothing on the page is wider than the window, so that it scrolls one way only. */
async function fits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await settled(page)
  const wide = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(wide.page, `at ${width} pixels`).toBeLessThanOrEqual(wide.window)
}

/** As a toggle in another tab does it: at once, without a reload. */
const paint = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate(newValue => {
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
  }, theme)

/** Axe in both themes, wide and narrow, and no sideways scrolling there nor at 200 % zoom of a laptop. */
async function stands(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path)
    for (const width of [1440, 390]) {
      await fits(page, width)
      await paint(page, 'dark')
      await axe(page)
      // The theme changes colours and nothing else.
      await paint(page, 'light')
      await axe(page, ['color-contrast'])
    }
    await fits(page, 720)
  })
}

/** What is not built yet looks alike everywhere; one of them stands for all. */
const [, ...alike] = unbuilt.map((name): string => screens[name].path)
const built = (paths: readonly (readonly [path: string, ...unknown[]])[]) =>
  paths.map(([path]) => path).filter(path => !alike.includes(path) && path !== '/language-configuration')

/** Paths in groups, each a test of its own, so that they run side by side. */
const groups: readonly [name: string, role: Role | null, paths: readonly string[]][] = [
  ['public', null, built(open)],
  ['of the service', 'super_admin', [...built(described), '/no/such/screen']],
  ['of customers', 'organization_admin', [...built(ofCustomers), '/devices', '/']],
]

for (const [name, role, paths] of groups) {
  test(`the screens ${name} stand every width and theme, and axe finds nothing`, async ({ page, person }) => {
    test.slow()
    if (role) await signIn(page, await person(role))
    for (const path of paths) await stands(page, path)
  })
}

test('the screens of devices stand every width and theme, and axe finds nothing', async ({
  page,
  person,
}) => {
  test.slow()
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, await person('super_admin'))
  for (const screen of ['', '/create', `/${id}`, `/${id}?tab=history`, `/${id}/edit`]) {
    await stands(page, `/devices${screen}`)
  }
})

for (const [resource, idOf] of [
  ['organizations', ({ organizationId }) => organizationId],
  ['admins', ({ id }) => id],
] as const satisfies [string, (clerk: Person) => string][]) {
  test(`the screens of ${resource} stand every width and theme, and axe finds nothing`, async ({
    page,
    person,
  }) => {
    test.slow()
    const id = idOf(await person('organization_admin'))
    await signIn(page, await person('super_admin'))
    for (const screen of ['', '/create', `/${id}`, `/${id}/edit`]) {
      await stands(page, `/users/${resource}${screen}`)
    }
  })
}
