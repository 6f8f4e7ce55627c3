import type { Locator, Page } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { axe, device, expect, type Person, settled, signIn, test, visit } from '#tests/fixtures/console.ts'

const columns = 'name,serial,kind,report_interval_seconds,status'
const path = `/devices?_sort=name&_columns=${columns}`

/** The cell of a row, by the name that the row begins with, and of a column. */
const cell = (page: Page, name: string | RegExp, column: string) =>
  page.getByRole('row', { name }).locator(`td[data-column="${column}"]`)
async function pencil(of: Locator) {
  await of.hover()
  await of.locator('[data-pencil]').click()
}
const input = (of: Locator) => of.locator('[data-editor]').locator('input, textarea')

/** Three devices in a list of their own, in this order. */
async function three(clerk: Person) {
  const made = []
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    made.push(await device(clerk, clerk.organizationId, { name }))
  return made.map(({ id }) => id) as [string, string, string]
}

const show = (clerk: Person, id: string) => clerk.call(devices.show, { params: { id } })

/** Enters the cells of a row by keyboard. */
async function enterCells(page: Page, name: string) {
  await settled(page)
  await page.getByRole('row', { name }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.locator('td:focus')).toHaveCount(1)
}

test('cells are walked, edited, saved and undone by keyboard alone', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const [alpha, beta] = await three(clerk)
  await signIn(page, clerk, path)
  const press = (key: string) => page.keyboard.press(key)
  await enterCells(page, 'Alpha')
  await expect(cell(page, 'Alpha', 'name')).toBeFocused()
  await axe(page)

  await test.step('Enter edits, saves and goes down', async () => {
    await press('Enter')
    await expect(input(cell(page, 'Alpha', 'name'))).toBeFocused()
    await page.keyboard.type('Alpha one')
    await press('Enter')
    await press('Enter')
    await expect(cell(page, 'Alpha one', 'name')).toHaveText('Alpha one')
    await expect(input(cell(page, 'Beta', 'name'))).toBeFocused()
    await expect.poll(async () => (await show(clerk, alpha)).name).toBe('Alpha one')
    await axe(page)
    await press('Escape')
    await expect(cell(page, 'Beta', 'name')).toBeFocused()
  })

  await test.step('Tab saves and edits the next cell that can be', async () => {
    await press('F2')
    await page.keyboard.type('Beta two')
    await press('Tab')
    await expect(input(cell(page, 'Beta two', 'serial'))).toBeFocused()
    await press('Shift+Tab')
    await expect(input(cell(page, 'Beta two', 'name'))).toBeFocused()
    await press('Escape')
    await expect.poll(async () => (await show(clerk, beta)).name).toBe('Beta two')
  })

  await test.step('the toast undoes the last one', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await show(clerk, beta)).name).toBe('Beta')
    await expect(cell(page, 'Beta', 'name')).toHaveText('Beta')
  })

  await test.step('what is wrong is said in place, in the words of the contract', async () => {
    await enterCells(page, 'Gamma')
    await press('Enter')
    await press('Backspace')
    await press('Enter')
    await expect(cell(page, /./, 'name').getByRole('alert')).toContainText('Name is required')
    await press('Escape')
    await expect(cell(page, 'Gamma', 'name')).toHaveText('Gamma')
    await expect(cell(page, 'Gamma', 'name')).toBeFocused()
  })

  await test.step('Escape returns to the row, and its keys are as before', async () => {
    await press('Escape')
    await expect(page.getByRole('row', { name: 'Gamma' })).toBeFocused()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await press('k')
    await expect(page.getByRole('row', { name: 'Beta' })).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible()
  })
})

test('the button of a cell edits, a click opens at once, and what cannot be edited has none', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const [alpha] = await three(clerk)
  await signIn(page, clerk, path)
  await settled(page)
  const interval = cell(page, 'Alpha', 'report_interval_seconds')
  await pencil(interval)
  await expect(input(interval)).toBeFocused()
  await page.keyboard.type('600')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await show(clerk, alpha)).report_interval_seconds).toBe(600)
  await expect(interval).toHaveText('10 minutes')
  await expect(page).toHaveURL(path)

  // A choice is saved at once.
  const kind = cell(page, 'Alpha', 'kind')
  await pencil(kind)
  await page.locator('.ant-select-item-option:visible').getByText('Hub', { exact: true }).click()
  await expect.poll(async () => (await show(clerk, alpha)).kind).toBe('hub')
  await expect(kind).toHaveText('Hub')
  await expect(kind).toBeFocused()

  await cell(page, 'Alpha', 'status').hover()
  await expect(page.locator('[data-pencil]')).toHaveCount(0)
  await interval.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible()
})

test('two people edit one cell: both values are shown, and one key chooses', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 412/)
  const clerk = await person('organization_admin')
  const [alpha] = await three(clerk)
  await signIn(page, clerk, path)
  await enterCells(page, 'Alpha')
  await page.keyboard.press('Enter')
  const edited = page.locator('[data-editor="name"]')
  await expect(edited.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Mine')
  await clerk.call(devices.update, { params: { id: alpha }, body: { name: 'Theirs' } })
  await expect(edited.getByRole('status')).toContainText('Theirs')
  await page.keyboard.press('Enter')
  await expect(edited.getByRole('textbox')).toHaveValue('Mine')
  await axe(page)
  await page.keyboard.press('Alt+m')
  await expect.poll(async () => (await show(clerk, alpha)).name).toBe('Mine')
  await expect(edited).toHaveCount(0)

  // Another field that was saved in between is kept, without a question.
  const once = [{ kind: 'tablet' as const }]
  await page.route(`**/api/devices/${alpha}`, async route => {
    const body = route.request().method() === 'PUT' ? once.shift() : undefined
    if (body) await clerk.call(devices.update, { params: { id: alpha }, body })
    await route.continue()
  })
  await cell(page, 'Mine', 'name').focus()
  await page.keyboard.press('F2')
  await expect(edited.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Merged')
  await page.keyboard.press('Enter')
  await expect.poll(() => show(clerk, alpha)).toMatchObject({ name: 'Merged', kind: 'tablet' })
})

test('a lost network, another order and a live update keep what was typed', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const clerk = await person('organization_admin')
  const [alpha] = await three(clerk)
  await signIn(page, clerk, path)
  await enterCells(page, 'Alpha')
  let sent = 0
  await page.route(`**/api/devices/${alpha}`, async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    sent += 1
    await (sent === 1 ? route.abort() : route.continue())
  })
  await page.keyboard.press('Enter')
  const edited = page.locator('[data-editor="name"]')
  await expect(edited.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Kept')
  await page.keyboard.press('Enter')
  await expect(edited.getByRole('alert')).toContainText('Network error')
  await expect(edited.getByRole('textbox')).toHaveValue('Kept')
  // Neither another order nor a live update takes it away.
  await clerk.call(devices.update, { params: { id: alpha }, body: { kind: 'hub' } })
  await expect(cell(page, 'Alpha', 'kind').or(page.getByText('Hub'))).toContainText('Hub')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/-name/)
  await expect(edited.getByRole('textbox')).toHaveValue('Kept')
  await edited.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await show(clerk, alpha)).name).toBe('Kept')
  await expect(edited).toHaveCount(0)
  expect(sent).toBe(2)
})

test('a saved row that no longer matches stays until the list is refreshed', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await three(clerk)
  await signIn(page, clerk, `${path}&kind=pendant`)
  await settled(page)
  const kind = cell(page, 'Beta', 'kind')
  await pencil(kind)
  await page.locator('.ant-select-item-option:visible').getByText('Hub', { exact: true }).click()
  await expect(page.getByText('2 matching')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'no longer belong' })).toBeVisible()
  await expect(kind).toHaveText('Hub')
  await expect(page.locator('tr[data-kept]')).toHaveCount(1)
  await axe(page)
  await page.getByRole('status').getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row', { name: 'Beta' })).toHaveCount(0)
  await expect(page.getByRole('row', { name: 'Gamma' })).toBeVisible()
})

test('cells are selected and copied as they are displayed, and mirrored in Arabic', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await three(clerk)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, clerk, `/devices?_sort=name&_columns=name,kind,report_interval_seconds`)
  await enterCells(page, 'Alpha')
  await page.keyboard.press('Space')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(6)
  await axe(page)
  await page.keyboard.press('Control+c')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^Alpha\tPendant\t1 hour\nBeta\tPendant\t1 hour$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+End')
  await expect(cell(page, 'Gamma', 'report_interval_seconds')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(cell(page, 'Gamma', 'name')).toBeFocused()
  await page.keyboard.press('Control+c')
  await expect.poll(copied).toBe('Gamma')

  await clerk.call(auth.updateMe, { body: { locale: 'ar' } })
  await page.reload()
  await settled(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('row', { name: 'Alpha' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, 'Alpha', 'name')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, 'Alpha', 'kind')).toBeFocused()
  await axe(page)
})

test('what cannot be edited in place says why: the past, deleted rows, groups, rights and confirmed fields', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const [, , gamma] = await three(clerk)
  await signIn(page, clerk, `${path}&as_of=${encodeURIComponent(new Date().toISOString())}`)
  await enterCells(page, 'Alpha')
  await page.keyboard.press('F2')
  await expect(page.getByText('An earlier time can’t be edited.')).toBeVisible()
  await expect(cell(page, 'Alpha', 'name')).toHaveAttribute('aria-readonly', 'true')
  await expect(page.locator('[data-editor]')).toHaveCount(0)

  await clerk.call(devices.remove, { params: { id: gamma } })
  await visit(page, '/')
  await visit(page, '/devices?removed=true')
  await enterCells(page, 'Gamma')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted records can’t be edited. Restore the record first.')).toBeVisible()

  await visit(page, '/')
  await visit(page, '/devices?_group=kind')
  await settled(page)
  await page.getByRole('row', { name: /^Pendant/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('row', { name: 'Alpha' }).focus()
  await page.keyboard.press('F2')
  await expect(page.getByText(/^Rows can’t be edited in groups/)).toBeVisible()

  const analyst = await person('analyst')
  await signIn(page, analyst, `${path}&organization_id=${clerk.organizationId}`)
  await enterCells(page, 'Alpha')
  await page.keyboard.press('F2')
  await expect(page.getByText('Your role can’t change this: Name.')).toBeVisible()

  const admin = await person('super_admin')
  await signIn(page, admin, `/users/admins?organization_id=${clerk.organizationId}`)
  await enterCells(page, clerk.name)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await expect(page.getByText(/^Name can only be changed in the form: the change must be/)).toBeVisible()
  await page.getByRole('button', { name: 'Open the form' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
})

test('cards on a narrow screen have no cells to walk', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await three(clerk)
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, clerk, path)
  await settled(page)
  await page.getByRole('row', { name: 'Alpha' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await expect(page.getByRole('row', { name: 'Alpha' })).toBeFocused()
  await expect(page.getByRole('grid')).toHaveCount(0)
})
