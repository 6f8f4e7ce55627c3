import type { Page } from '@playwright/test'
import { axe, device, expect, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' })
const input = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function open(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
}

test('the palette opens screens, finds a misspelt record, and offers recent items first', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const name = `Zylinder ${unique('hub')}`
  const { id } = await device(clerk, clerk.organizationId, { name })
  await signIn(page, clerk)
  await settled(page)

  await open(page)
  await page.keyboard.type('devces')
  await expect(option(page, /^Devices/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/devices')
  await expect(palette(page)).toHaveCount(0)

  await open(page)
  await page.keyboard.type('zylnider')
  await expect(option(page, name)).toBeVisible()
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/devices/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/analytics')
  await settled(page)
  await open(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent.nth(0)).toContainText(name)
  await expect(recent.nth(1)).toContainText('Devices')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('the palette works with arrow keys, announces the selection, and runs actions', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk)
  await settled(page)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect(input(page)).toBeFocused()
  // What can be created comes a moment later, above the rest.
  await expect(option(page, 'Register device')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  const last = palette(page).getByRole('option').last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(input(page)).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.type('light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(button).toBeFocused()

  await open(page)
  await page.keyboard.type('register dev')
  await expect(option(page, 'Register device')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Register device' })).toBeVisible()

  await open(page)
  await page.keyboard.type('dark mode')
  await expect(palette(page).getByRole('option')).toHaveText(['Switch to dark theme'])
  await input(page).fill('log out')
  await expect(option(page, 'Sign out')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/login/)
})

const sought = [
  { language: 'en', typed: 'mute', found: 'Change notification settings', path: '/settings#notifications' },
  { language: 'es', typed: 'llave de acceso', found: 'Configurar la autenticación de dos factores' },
  { language: 'fr', typed: 'fuseau', found: 'Changer de fuseau horaire', path: '/settings' },
  { language: 'de', typed: 'zugriffstoken', found: 'API-Schlüssel verwalten', path: '/api-keys' },
  { language: 'ja', typed: '2fa', found: '二要素認証を設定' },
  { language: 'ar', typed: 'مفتاح المرور', found: 'إعداد المصادقة الثنائية' },
]

test('the palette leads to each of one’s settings by keyboard, in every language', async ({
  page,
  person,
}) => {
  await signIn(page, await person('organization_admin'))
  for (const { language, typed, found, path = '/security/2fa' } of sought) {
    await page.goto(`/analytics?lang=${language}`)
    await settled(page)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(typed)
    const option = dialog.getByRole('option').filter({ hasText: found })
    await expect(option).toBeVisible()
    await expect(async () => {
      if ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
      await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
  }
})

test('the key for a new record works on any screen, and on a list creates what it lists', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk)
  await settled(page)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New record' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expect(dialog.getByRole('option', { name: 'Register device' })).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Sign out' })).toHaveCount(0)
  await page.keyboard.type('devce')
  await expect(dialog.getByRole('option')).toHaveText(['Register device'])
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/devices/create')

  await page.goto('/users/elderly')
  await settled(page)
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/users/elderly/create')
})

test('the palette contains nothing that the caller may not open', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { name } = await device(clerk, clerk.organizationId, { name: unique('Quarz') })
  await signIn(page, await person('translator'))
  await settled(page)
  await open(page)
  await expect(option(page, 'Copy link to this screen')).toBeVisible()
  await expect(option(page, /Register|New |Devices/)).toHaveCount(0)
  await page.keyboard.type(name)
  await expect(palette(page).getByText(`No results for “${name}”`)).toBeVisible()
})

test('a failed search is not an empty result', async ({ page, person, complaints }) => {
  complaints.expect(/status of 500/)
  await signIn(page, await person('operator'))
  await settled(page)
  await page.route('/api/search**', route => route.fulfill({ status: 500 }))
  await open(page)
  await page.keyboard.type('quarz')
  await expect(palette(page).getByRole('alert')).toContainText('Couldn’t search records')
  await expect(palette(page).getByText(/^No results/)).toHaveCount(0)
})

const looks = [
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const

// Without DEEP both themes and both widths, but not each with each.
for (const { theme, width } of looks.slice(0, process.env.DEEP ? 4 : 2)) {
  test(`the palette and the shortcuts are accessible, ${theme}, ${width} px`, async ({ page, person }) => {
    const clerk = await person('organization_admin')
    await device(clerk, clerk.organizationId, { name: 'Hallway' })
    await page.addInitScript(theme => localStorage.setItem('theme', theme), theme)
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, clerk)
    await settled(page)
    await page
      .getByRole('button', { name: /^Search/ })
      .filter({ visible: true })
      .click()
    await expect(input(page)).toBeFocused()
    await expect(option(page, 'Register device')).toBeVisible()
    await axe(page)
    await page.keyboard.type('hallway')
    await expect(option(page, /^Hallway/)).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await axe(page)
  })
}

test('shortcuts open screens, and do nothing while typing or in a dialog', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk)
  await settled(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Activity Logs')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL('/analytics')

  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/devices')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await settled(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('c?gn')
  await expect(page.getByRole('searchbox')).toHaveValue('c?gn')
  await expect(page).toHaveURL('/devices?q=c%3Fgn')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
