import { choose, expect, signIn, test } from '#tests/fixtures/console.ts'

test('the theme is dark at first, is stored, and applies to the first paint', { tag: '@journey' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const painted: (string | undefined)[] = []
    Object.assign(window, { painted })
    const look = () => {
      if (document.body) painted.push(document.documentElement.dataset.theme)
      if (painted.length < 30) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const painted = () =>
    page.evaluate(() => [...new Set((window as unknown as { painted: (string | undefined)[] }).painted)])
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  expect(await painted()).toEqual(['dark'])
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  expect(await painted()).toEqual(['light'])
})

test('a second tab adopts the theme', async ({ context, page }) => {
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/terms-of-service')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(other.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('Spanish applies to the shell, the list, the form and the page’s language, and is stored', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices')
  await choose(page.getByLabel('Language').first(), 'Español')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toContainText(
    'Gestión de usuarios',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Dispositivos' })).toBeVisible()
  await expect(page.getByText('No se encontraron dispositivos')).toBeVisible()
  await expect(page).toHaveTitle('Dispositivos · Voicedeck')
  await page.getByRole('link', { name: 'Registrar dispositivo' }).click()
  await expect(page.getByLabel('Número de serie')).toBeVisible()
  await page.getByRole('button', { name: 'Crear' }).click()
  await expect(page.getByText('Nombre es obligatorio')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Número de serie')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})
