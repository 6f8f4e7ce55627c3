import type { Locator } from '@playwright/test'
import { notifications } from '#contract/alerts/notifications.ts'
import { figureRules } from '#contract/platform/figure-rules.ts'
import { axe, expect, type Person, settled, signIn, tabTo, test, visit } from '#tests/fixtures/console.ts'

/** A rule that fires with its first check: an organization without translation sessions has fewer than five. */
const rule = (by: Person, name = 'Few sessions') =>
  by.call(figureRules.create, {
    body: {
      name,
      source: { name: 'operations', figure: 'total_sessions', filters: {} },
      condition: { kind: 'below', value: 5 },
      recipient_ids: [by.id],
    },
  })

/** Tries again until it works. A live update may have done so before. */
const retried = (drawer: Locator, worked: () => Promise<void>) =>
  expect(async () => {
    const retry = drawer.getByRole('button', { name: 'Try again' })
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await worked()
  }).toPass()

test('a figure rule that fires rings the bell, and its message opens the rule by keyboard', {
  tag: '@journey',
}, async ({ page, person, elsewhere }) => {
  const admin = await person('organization_admin')
  await admin.call(notifications.test, {})
  await signIn(page, admin)
  const bell = page.getByRole('button', { name: /otifications/ })
  await expect(bell).toHaveAccessibleName('Unread notifications: 1')
  await rule(admin)
  // Messages wait for others of the same time.
  await expect(bell).toHaveAccessibleName('Unread notifications: 2', { timeout: 60_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Unread notifications: 2' })).toBeAttached()

  const tablet = await elsewhere()
  await signIn(tablet, admin)
  const bellThere = tablet.getByRole('button', { name: /otifications/ })
  await expect(bellThere).toHaveAccessibleName('Unread notifications: 2')

  await tabTo(page, bell)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  const fired = drawer.getByRole('link', { name: /Figure rule “Few sessions” fires/ })
  await expect(fired).toBeFocused()
  await expect(drawer.getByRole('heading', { name: 'Today' })).toBeVisible()
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await expect(drawer.getByRole('article')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(drawer.getByRole('article')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Mark as unread' })).toBeFocused()
  await expect(bellThere).toHaveAccessibleName('Unread notifications: 1')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(fired).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Few sessions' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(bellThere).toHaveAccessibleName('Notifications')
})

test('all are marked as read at once, older ones are loaded, and a failure is shown with what is known', async ({
  page,
  person,
  complaints,
}) => {
  const admin = await person('organization_admin')
  for (let n = 0; n < 32; n += 1) await admin.call(notifications.test, {})
  await signIn(page, admin, '/settings')
  await page.getByRole('button', { name: 'Unread notifications: 32' }).click()
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  const entries = drawer.getByRole('article')
  await expect(entries).toHaveCount(30)
  await page.keyboard.press('End')
  await expect(entries.last()).toBeFocused()
  await drawer.getByRole('button', { name: 'Show older' }).click()
  await expect(entries).toHaveCount(32)
  await expect(drawer.getByRole('button', { name: 'Show older' })).toHaveCount(0)

  await page.route('**/notifications/acknowledge', route => route.abort())
  complaints.expect(/net::ERR_FAILED/)
  await drawer.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('Failed to mark the notifications')).toBeVisible()
  await expect(drawer.getByText('Unread', { exact: true })).toHaveCount(32)
  await page.unroute('**/notifications/acknowledge')
  await drawer.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(drawer.getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(entries.first()).toBeFocused()
  await expect(drawer.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)

  await page.route('**/notifications/history*', route => route.abort())
  await drawer.getByRole('button', { name: 'Mark as unread' }).first().click()
  await expect(drawer.getByText('Couldn’t refresh')).toBeVisible()
  await expect(entries).toHaveCount(32)
  await page.unroute('**/notifications/history*')
  await retried(drawer, async () =>
    expect(drawer.getByText('Unread', { exact: true })).toHaveCount(1, { timeout: 2_000 }),
  )
})

test('without any it says so, and one that cannot load offers to try again', async ({
  page,
  person,
  complaints,
}) => {
  await signIn(page, await person('caregiver'))
  await page.route('**/notifications/history*', route => route.fulfill({ status: 500 }))
  complaints.expect(/500/)
  await page.getByRole('button', { name: 'Notifications' }).click()
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await expect(drawer.getByText('Failed to load the notifications')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/notifications/history*')
  await retried(drawer, async () =>
    expect(drawer.getByText('No notifications')).toBeVisible({ timeout: 2_000 }),
  )
  await axe(page)
  await drawer.getByRole('link', { name: 'Notification settings' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('group', { name: 'Figure rules' }).getByLabel('By email')).toBeFocused()
})

test('a link in an e-mail leads to where mail and console are turned off, which stays', async ({
  page,
  person,
}) => {
  const admin = await person('organization_admin')
  await signIn(page, admin, '/settings#notifications')
  const rules = page.getByRole('group', { name: 'Figure rules' })
  const reports = page.getByRole('group', { name: 'Reports' })
  await expect(rules.getByLabel('By email')).toBeFocused()
  await rules.getByLabel('By email').uncheck()
  await rules.getByLabel('In the console').uncheck()
  await reports.getByLabel('By email').uncheck()
  await expect
    .poll(async () => admin.call(notifications.preferences, {}))
    .toEqual({ quiet_hours: null, muted: ['figure_rule', 'report'], hidden: ['figure_rule'] })
  await expect(page.getByText('Alarms and messages about shifts can’t be turned off here.')).toBeVisible()
  await axe(page)
  await page.reload()
  await expect(rules.getByLabel('By email')).not.toBeChecked()
  await expect(rules.getByLabel('In the console')).not.toBeChecked()
  await expect(reports.getByLabel('In the console')).toBeChecked()
  await visit(page, '/analytics')
  await settled(page)
})

for (const [language, theme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const)
  test(`the drawer and the settings fit a telephone, ${language}, ${theme}`, async ({ page, person }) => {
    const admin = await person('organization_admin')
    for (let n = 0; n < 3; n += 1) await admin.call(notifications.test, {})
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: theme })
    await signIn(page, admin, `/settings?lang=${language}`)
    await settled(page)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await axe(page)
    const count = language === 'ar' ? /[3٣]/ : /3/
    await page.getByRole('button', { name: count }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('article')).toHaveCount(3)
    await expect(drawer.getByRole('article').first()).toBeFocused()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await axe(page)
  })
