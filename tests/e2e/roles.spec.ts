import type { Page } from '@playwright/test'
import { device, expect, settled, signIn, test } from '#tests/fixtures/console.ts'

/** The paths of the calls that a page makes from now on. */
function callsOf(page: Page) {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

/** Notes every link and button with one of the names that is on the page for however short a time. */
async function glimpses(page: Page, names: string[]): Promise<() => Promise<string[]>> {
  await page.addInitScript(names => {
    const seen = new Set<string>()
    Object.assign(window, { glimpsed: seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('a, button')) {
        const text = textContent.trim()
        if (names.includes(text)) seen.add(text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, names)
  return () => page.evaluate(() => [...(window as unknown as { glimpsed: Set<string> }).glimpsed])
}

test('a translator’s menu contains what the role may see, and other addresses send no request', {
  tag: '@journey',
}, async ({ page, person }) => {
  const translator = await person('translator')
  await signIn(page, translator)
  await settled(page)
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(menu.getByRole('button', { name: 'System' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'User Management' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Devices', includeHidden: true })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Home', includeHidden: true })).toHaveCount(0)

  // Leaves the landing page, whose later parts may still be loading.
  await page.goto('about:blank')
  const calls = callsOf(page)
  for (const path of ['/devices', '/devices/create', '/users/admins', '/activity-logs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
    await expect(page.getByText('Your role (Translator) doesn’t include this screen.')).toBeVisible()
  }
  // Who is there, and what the texts say by now.
  const ofEveryScreen = /^\/api\/(auth\/(me|stream-ticket)|live\/changes|translations\/published\/en)$/
  expect(calls.filter(call => !ofEveryScreen.test(call))).toEqual([])
})

test('with read permission only, no button for writing appears, not even for a moment', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id, name } = await device(clerk, clerk.organizationId)
  const analyst = await person('analyst')
  const glimpsed = await glimpses(page, ['Register device', 'Edit', 'Delete', 'New admin user'])
  await signIn(page, analyst, `/devices?q=${name}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Serial number')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('button', { name: 'Copy ID' })).toBeVisible()
  expect(await glimpsed()).toEqual([])
  await page.goto(`/devices/${id}/edit`)
  await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
  await page.goto('/users/admins')
  await settled(page)
  expect(await glimpsed()).toEqual([])
})

test('with write permission those buttons appear: the test above looks for the right names', async ({
  page,
  person,
}) => {
  const glimpsed = await glimpses(page, ['Register device', 'Edit', 'Delete'])
  const clerk = await person('organization_admin')
  const { name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, '/devices')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('button', { name: 'Copy ID' })).toBeVisible()
  expect((await glimpsed()).sort()).toEqual(['Delete', 'Edit', 'Register device'])
})

test('a caregiver sees the devices of the people assigned to them, and cannot change them', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId)
  const caregiver = await person('caregiver', { organizationId: clerk.organizationId })
  const glimpsed = await glimpses(page, ['Register device'])
  await signIn(page, caregiver, '/devices')
  await expect(page.getByText('No devices found')).toBeVisible()
  expect(await glimpsed()).toEqual([])
  await page.goto('/devices/create')
  await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
})

test('another customer’s record looks as if it did not exist', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 404/)
  const [one, other] = [await person('organization_admin'), await person('organization_admin')]
  const { id } = await device(one, one.organizationId)
  await signIn(page, other, `/devices/${id}`)
  await expect(page.getByRole('heading', { name: 'Not found, or you don’t have access' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page.getByText('No devices found')).toBeVisible()
})
