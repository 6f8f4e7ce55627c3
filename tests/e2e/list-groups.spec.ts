import { axe, device, expect, type Person, settled, signIn, test } from '#tests/fixtures/console.ts'

/** Three hubs and two pendants, one of them called `Lost`. */
async function fill(clerk: Person) {
  for (const name of ['Hub A', 'Hub B', 'Hub C'])
    await device(clerk, clerk.organizationId, { name, kind: 'hub' })
  for (const name of ['Lost', 'Pendant']) await device(clerk, clerk.organizationId, { name, kind: 'pendant' })
}

test('each choice of a filter shows how many rows it gives', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  const open = async () => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'Type' }).click()
  }
  const hub = page.getByRole('checkbox', { name: 'Hub', exact: true })
  const pendant = page.getByRole('checkbox', { name: 'Pendant', exact: true })
  const tablet = page.getByRole('checkbox', { name: 'Tablet', exact: true })

  await test.step('under no other filter', async () => {
    await open()
    await expect(hub).toHaveAccessibleDescription('3 rows')
    await expect(pendant).toHaveAccessibleDescription('2 rows')
    await expect(tablet).toHaveAccessibleDescription('0 rows')
    await axe(page)
    await hub.check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('3 matching')).toBeVisible()
  })

  await test.step('the filter itself does not count, another one does', async () => {
    await page.getByRole('button', { name: 'Type', exact: false }).filter({ hasText: 'Hub' }).click()
    await expect(pendant).toHaveAccessibleDescription('2 rows')
    await page.keyboard.press('Escape')
    await page.goto('/devices?name_like=Lost')
    await open()
    await expect(pendant).toHaveAccessibleDescription('1 row')
    await expect(hub).toHaveAccessibleDescription('0 rows')
  })
})

test('choices can be used while their numbers load, and when they cannot be loaded', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 500/)
  const clerk = await person('organization_admin')
  await fill(clerk)
  await page.route('/api/groups/devices**', route => route.fulfill({ status: 500 }))
  await signIn(page, clerk, '/devices')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'Type' }).click()
  await page.getByRole('checkbox', { name: 'Hub', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('3 matching')).toBeVisible()
})

test('rows are grouped, opened, summed up and kept in the address', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  await page.getByRole('button', { name: 'Group rows' }).click()
  await page
    .getByRole('dialog', { name: 'Group rows' })
    .getByRole('button', { name: 'Type', exact: true })
    .click()
  const grid = page.getByRole('treegrid')
  const hubs = grid.getByRole('row', { name: /^Hub 3 rows/ })
  const pendants = grid.getByRole('row', { name: /^Pendant 2 rows/ })
  await expect(page).toHaveURL(/_group=kind/)
  await expect(hubs).toHaveAttribute('aria-expanded', 'false')
  await expect(hubs).toHaveAttribute('aria-level', '1')
  await expect(hubs).toHaveAttribute('aria-setsize', '2')
  await expect(grid.getByRole('link', { name: 'Hub A' })).toHaveCount(0)

  await test.step('by pointer', async () => {
    await hubs.click()
    await expect(hubs).toHaveAttribute('aria-expanded', 'true')
    await expect(grid.getByRole('link', { name: /^Hub/ })).toHaveText(['Hub A', 'Hub B', 'Hub C'])
    await axe(page)
    await hubs.click()
    await expect(grid.getByRole('link', { name: 'Hub A' })).toHaveCount(0)
  })

  await test.step('by keyboard', async () => {
    await pendants.focus()
    await page.keyboard.press('ArrowRight')
    await expect(grid.getByRole('link', { name: 'Lost' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(grid.getByRole('row', { name: /^Lost/ })).toBeFocused()
    await page.keyboard.press('End')
    await expect(grid.getByRole('row', { name: /^Pendant (?!2 rows)/ })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(pendants).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(pendants).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Home')
    await expect(hubs).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('link', { name: 'Hub A' })).toBeVisible()
  })

  await test.step('others’ new rows appear in an open group', async () => {
    await device(clerk, clerk.organizationId, { name: 'Hub D', kind: 'hub' })
    await expect(grid.getByRole('link', { name: 'Hub D' })).toBeVisible()
    await expect(grid.getByRole('row', { name: /^Hub 4 rows/ })).toBeVisible()
  })

  await test.step('a link opens the same view, and a row its record', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Grouped by Type' })).toBeVisible()
    await grid.getByRole('row', { name: /^Hub 4 rows/ }).click()
    await grid.getByRole('link', { name: 'Hub B' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hub B' })).toBeVisible()
    await page.goBack()
    await expect(grid).toBeVisible()
    await page.getByRole('button', { name: 'Grouped by Type' }).click()
    await page.getByRole('button', { name: 'No grouping' }).click()
    await expect(grid).toHaveCount(0)
    await expect(page).not.toHaveURL(/_group/)
  })
})

test('rows without a value have a group of their own, and an unknown grouping is ignored', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices?_group=last_seen_at:week')
  const grid = page.getByRole('treegrid')
  const none = grid.getByRole('row', { name: /^Without: Last seen 5 rows/ })
  await none.click()
  await expect(grid.locator('tr[aria-level="2"]')).toHaveCount(5)
  await page.goto('/devices?_group=colour')
  await settled(page)
  await expect(page.getByRole('link', { name: 'Lost' })).toBeVisible()
  await expect(grid).toHaveCount(0)
})

test('groups that cannot be loaded say so', async ({ page, person, complaints }) => {
  complaints.expect(/status of 500/)
  const clerk = await person('organization_admin')
  await fill(clerk)
  let isBroken = true
  await page.route('/api/groups/devices**', route =>
    isBroken ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await signIn(page, clerk, '/devices?_group=kind')
  await expect(page.getByRole('alert')).toContainText('Failed to load the groups')
  isBroken = false
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('treegrid').getByRole('row', { name: /^Hub 3 rows/ })).toBeVisible()
})

test('rows are reached ten at a time and selected by keyboard, and the keys are shown', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const names = Array.from({ length: 14 }, (_, at) => `Hub ${String(at + 1).padStart(2, '0')}`)
  for (const name of names) await device(clerk, clerk.organizationId, { name, kind: 'hub' })
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('link', { name: 'Hub 14' })).toBeVisible()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const box = (name: string) => row(name).getByRole('checkbox')
  await page.keyboard.press('j')
  await expect(row('Hub 01')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(row('Hub 11')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(row('Hub 14')).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(row('Hub 04')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box('Hub 04')).toBeChecked()
  await expect(row('Hub 04')).toBeInViewport()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(box('Hub 05')).toBeChecked()
  await expect(box('Hub 06')).not.toBeChecked()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const what of ['Ten rows down', 'Select a range of rows', 'Close the group'])
    await expect(help.getByText(what)).toBeVisible()
})
