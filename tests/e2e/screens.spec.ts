import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#tests/fixtures/console.ts'
import { described, ofCustomers, open, overview } from '#tests/fixtures/routes.ts'

async function hasTitle(page: Page, title: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(typeof title === 'string' ? `${title} · Voicedeck` : title)
}

/** The name of a text, shown in place of the text. */
const isKey = (text: string) => /^[\w-]+(\.[\w-]+)+$/.test(text)

test('every described route has its title, and its entry in the menu is marked', async ({ page, person }) => {
  test.slow()
  await signIn(page, await person('super_admin'))
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const marked = menu.locator('a[aria-current]')
  for (const [path, title] of described) {
    await page.goto(path)
    await hasTitle(page, title)
    await expect(marked, path).toHaveText(title)
    await expect(marked, path).toBeVisible()
    const keys = (await menu.getByRole('link', { includeHidden: true }).allTextContents()).filter(isKey)
    expect(keys, `texts of the menu that were not there at ${path}`).toEqual([])
  }
  const [path, title] = overview
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle('Overview · Voicedeck')
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
  test.slow()
  for (const [path, title] of open) {
    await page.goto(path)
    await hasTitle(page, title)
  }
  for (const [path] of [...described, overview, ...ofCustomers]) {
    await page.goto(path)
    await expect(page).toHaveURL(path === '/' ? '/login' : `/login?to=${encodeURIComponent(path)}`)
  }
})
