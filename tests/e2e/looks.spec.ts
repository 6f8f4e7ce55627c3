import { conversations } from '#contract/conversations/conversations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { axe, device, expect, origin, settled, signIn, test, unique, visit } from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { client } from '#tests/fixtures/http.ts'
import { lists as allLists } from '#tests/fixtures/routes.ts'

const lists = [
  '/devices',
  '/users/admins',
  '/users/elderly',
  '/users/caregivers',
  '/users/family',
  '/users/organizations',
  '/assignments',
  '/invites',
  '/contacts',
  '/activity-logs',
  '/api-keys',
]

test('lists show their last column at laptop widths, and label Views and Export', async ({
  page,
  person,
}) => {
  test.slow()
  const clerk = await person('organization_admin')
  await settle(clerk)
  await signIn(page, await person('super_admin'), '/settings')
  for (const path of lists) {
    await visit(page, path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await settled(page)
    await expect(page.getByRole('button', { name: 'Saved views' })).toHaveText('Views')
    await expect(page.getByRole('button', { name: /^Export/ })).toHaveText('Export')
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const hidden = await page.evaluate(() => {
        const scroller = document.querySelector('table')?.parentElement
        return (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0)
      })
      expect.soft(hidden, `${path} at ${width} pixels`).toBe(0)
    }
  }
})

for (const language of ['en', 'de', 'fr', 'es'])
  test(`on a laptop’s screen every list shows its usual columns, and its tools in one line, in ${language}`, async ({
    page,
    person,
  }) => {
    await signIn(page, await person('super_admin'), `/settings?lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    // Lists that wait for their rows have the widths of those with rows, and need none.
    await page.route(
      ({ searchParams }) => searchParams.has('_start'),
      () => {},
    )
    for (const path of allLists) {
      await visit(page, path)
      await expect(page.locator('table th[data-column]').first()).toBeVisible()
      const [width, space] = await page
        .getByRole('table', { includeHidden: true })
        .evaluate(table => [table.scrollWidth, table.parentElement?.clientWidth ?? 0] as const)
      expect.soft(width, `${path} in ${language}`).toBeLessThanOrEqual(space)
      const toolbar = await page.locator('search').evaluate(bar => bar.parentElement?.clientHeight)
      expect.soft(toolbar, `tools of ${path} in ${language}`).toBeLessThan(56)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

test('on a telephone the order of a list is not cut, and a record has its tools in one line', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { name } = await device(clerk, clerk.organizationId)
  await device(clerk, clerk.organizationId)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, clerk, '/devices?lang=de')
  await settled(page)
  const order = page.locator('[class*="picker"]').getByText('aufsteigend')
  await expect(order).toBeVisible()
  expect(await order.evaluate(text => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const tools = [/Aktualisieren/, /Nächster/, /Weitere Aktionen/]
  const buttons = tools.map(tool => page.getByRole('main').getByRole('button', { name: tool }).first())
  const controls = [...buttons, page.getByRole('main').getByRole('link', { name: 'Bearbeiten' })]
  for (const control of controls) await expect(control).toBeVisible()
  const lines = await Promise.all(controls.map(async control => (await control.boundingBox())?.y))
  expect(new Set(lines.map(y => Math.round((y ?? 0) / 8))).size).toBe(1)
})

test('a value that is cut in its cell has its whole text as a title', async ({ page, person }) => {
  const name = unique('A device whose name is far too long for its column '.repeat(2).trim())
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name })
  await signIn(page, clerk, '/devices')
  const cell = page.locator('td[data-column="name"]')
  await cell.hover()
  await expect(cell).toHaveAttribute('title', name)
  await page.locator('td[data-column="kind"]').hover()
  await expect(page.locator('td[data-column="kind"]')).not.toHaveAttribute('title')
})

test('one group of the menu is open at a time', async ({ page, person }) => {
  await signIn(page, await person('super_admin'), '/')
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const open = menu.locator('button[aria-expanded="true"]')
  await expect(open).toHaveText(['Translation Sessions'])
  await menu.getByRole('button', { name: 'User Management' }).click()
  await expect(open).toHaveText(['User Management'])
  await menu.getByRole('link', { name: 'Devices' }).click()
  await page.goto('/emergency')
  await expect(open).toHaveText(['Emergency & Safety'])
  await menu.getByRole('button', { name: 'Emergency & Safety' }).click()
  await expect(open).toHaveCount(0)
  await menu.getByRole('button', { name: 'Translation Sessions' }).click()
  await expect(menu.getByRole('link', { name: 'Translation Sessions' })).toHaveCount(0)
})

test('a person’s page has one primary action, its other actions in a menu, and erasure separate from deletion', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id } = await client(origin, clerk.token).call(elderly.create, { body: { name: unique('Rosa') } })
  await signIn(page, clerk, `/users/elderly/${id}`)
  await settled(page)
  await expect(page.getByRole('main')).not.toContainText(id.slice(-6))
  await page.getByRole('button', { name: 'More actions' }).click()
  const menu = page.getByRole('dialog', { name: 'More actions' })
  await expect(menu.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Erase…' })).toHaveCount(0)
  await axe(page)
  await menu.getByRole('button', { name: 'Copy ID' }).click()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  const data = page.getByRole('region', { name: 'Personal data' })
  await expect(data.getByRole('button', { name: 'Erase…' })).toBeVisible()
})

test('safety incidents have distinct landmarks in both themes', async ({ page, person }) => {
  const staff = await person('super_admin')
  const by = client(origin, staff.token)
  const clerk = await person('organization_admin')
  const { user_id } = await client(origin, clerk.token).call(elderly.create, {
    body: { name: unique('Rosa') },
  })
  const { session } = await by.call(conversations.start, { body: { user_id } })
  await by.call(conversations.message, {
    params: { id: session.session_id },
    body: { message: 'I want to kill myself tonight', voice_input: false },
  })
  await signIn(page, staff, '/safety-incidents')
  await expect(page.getByRole('table', { includeHidden: true }).getByRole('row').nth(1)).toBeAttached()
  await settled(page)
  await axe(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await axe(page)
})

test('home has the same name in the menu, as title and in the settings', async ({ page, person }) => {
  await signIn(page, await person('super_admin'), '/settings')
  await expect(page.getByRole('heading', { level: 2, name: 'Home' })).toBeVisible()
  await expect(page.getByText('Global Dashboard')).toHaveCount(0)
})
