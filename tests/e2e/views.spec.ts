import type { Page } from '@playwright/test'
import { axe, device, expect, type Person, settled, signIn, tabTo, test } from '#tests/fixtures/console.ts'

/** A hub, a pendant and a tablet. */
async function fill(clerk: Person) {
  for (const [name, kind] of [
    ['Attic', 'hub'],
    ['Bath', 'pendant'],
    ['Cellar', 'tablet'],
  ] as const)
    await device(clerk, clerk.organizationId, { name, kind })
}

const rows = (page: Page) => page.getByRole('row').getByRole('link', { name: /^(Attic|Bath|Cellar)$/ })
/** The headings of the columns; the one that chooses rows has none. */
const columns = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).filter(text => text.trim())
const panel = (page: Page) => page.getByRole('dialog', { name: 'Add advanced filter' })

/** In the panel of groups: adds a condition, by the keyboard alone. */
async function addCondition(page: Page, add: 'first' | 'last', field: string, choice: string) {
  const { keyboard } = page
  await tabTo(page, panel(page).getByRole('button', { name: 'Add condition' })[add](), 'Tab')
  await keyboard.press('Enter')
  await tabTo(page, panel(page).getByRole('button', { name: field, exact: true }))
  await keyboard.press('Enter')
  await tabTo(page, panel(page).getByRole('checkbox', { name: choice }))
  await keyboard.press('Space')
  await keyboard.press('Enter')
}

test('groups are built by keyboard, and a link shows them to another person', async ({
  page,
  person,
  elsewhere,
}) => {
  test.slow()
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  await expect(rows(page)).toHaveText(['Attic', 'Bath', 'Cellar'])
  await tabTo(page, page.getByRole('button', { name: 'Advanced filter' }))
  await page.keyboard.press('Enter')
  await addCondition(page, 'last', 'Type', 'Hub')
  await tabTo(page, panel(page).getByRole('button', { name: /Add group$/ }))
  await page.keyboard.press('Enter')
  await addCondition(page, 'first', 'Type', 'Pendant')
  await addCondition(page, 'first', 'Status', 'Registered')
  await axe(page)
  await tabTo(page, panel(page).getByRole('button', { name: 'Apply' }))
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText(['Attic', 'Bath'])
  await expect(page.getByText('Type is Hub or (Type is Pendant and Status is Registered)')).toBeVisible()

  const other = await elsewhere()
  await signIn(other, clerk, page.url())
  await expect(rows(other)).toHaveText(['Attic', 'Bath'])
  await other.getByRole('button', { name: 'Remove advanced filter' }).click()
  await expect(rows(other)).toHaveText(['Attic', 'Bath', 'Cellar'])
  await expect(other).toHaveURL('/devices')
})

test('columns are reordered by keyboard and by dragging, and keep their order everywhere', async ({
  page,
  person,
  elsewhere,
}) => {
  test.slow()
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  await settled(page)
  expect((await columns(page)).slice(0, 3).map(name => name.trim())).toEqual([
    expect.stringContaining('Name'),
    expect.stringContaining('Type'),
    expect.stringContaining('Status'),
  ])
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  const nextSave = () =>
    page.waitForResponse(
      response => response.request().method() === 'PUT' && response.url().endsWith('/api/lists/devices'),
    )
  await tabTo(page, menu.getByRole('button', { name: 'Move Status' }))
  const toTop = nextSave()
  await page.keyboard.press('Home')
  await expect(menu.getByRole('status')).toHaveText('Status moved to position 1 of 7')
  await expect(menu.getByRole('button', { name: 'Move Status' })).toBeFocused()
  await toTop
  const down = nextSave()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('status')).toHaveText('Status moved to position 2 of 7')
  await down
  const shown = menu.getByRole('list', { name: 'Visible columns, in order' }).getByRole('listitem')
  const dragged = nextSave()
  await shown.filter({ hasText: 'Last seen' }).dragTo(shown.first())
  await dragged
  // The box follows the address, a moment after the click.
  const organization = menu.getByRole('checkbox', { name: 'Organization' })
  const hidden = nextSave()
  await organization.click()
  await hidden
  await expect(organization).not.toBeChecked()
  // Rows are dimmed while they are fetched.
  await settled(page)
  await axe(page)
  await page.keyboard.press('Escape')
  const order = ['Last seen', 'Name', 'Status', 'Type', 'Battery', 'Person']
  const expected = order.map(name => expect.stringContaining(name))
  await expect.poll(() => columns(page)).toEqual(expected)

  await page.goto('/devices')
  await settled(page)
  expect(await columns(page)).toEqual(expected)

  const other = await elsewhere()
  await signIn(other, clerk, '/devices')
  await expect.poll(() => columns(other)).toEqual(expected)
  await other.getByRole('button', { name: 'Columns' }).click()
  await other.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(async () => (await columns(other)).length).toBe(7)
})

test('a view is saved, shared, opened by another person, made the default and deleted', {
  tag: '@journey',
}, async ({ page, person, organization, elsewhere }) => {
  const organizationId = await organization()
  const [ana, ben] = [
    await person('organization_admin', { organizationId }),
    await person('organization_admin', { organizationId }),
  ]
  await fill(ana)
  await signIn(page, ana, '/devices?kind=hub')
  await expect(rows(page)).toHaveText(['Attic'])
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Save this view as').fill('Hubs')
  await page.getByLabel('Share with my organization').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('“Hubs” was saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saved views: Hubs' })).toBeVisible()

  await test.step('another person opens it, and makes it their default', async () => {
    const other = await elsewhere()
    await signIn(other, ben, '/devices')
    await expect(rows(other)).toHaveText(['Attic', 'Bath', 'Cellar'])
    await other.getByRole('button', { name: 'Saved views' }).click()
    await expect(other.getByText(`by ${ana.name}`)).toBeVisible()
    await other.getByRole('button', { name: 'Actions for “Hubs”' }).click()
    await expect(other.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await axe(other)
    const preferred = other.waitForResponse(answer => answer.request().method() === 'PUT')
    await other.getByRole('button', { name: 'Set as default' }).click()
    await preferred
    await other.getByRole('link', { name: 'Hubs' }).click()
    await expect(rows(other)).toHaveText(['Attic'])
    await other.goto('/analytics')
    await other.goto('/devices')
    await expect(rows(other)).toHaveText(['Attic'])
    await expect(other).toHaveURL('/devices?kind=hub')
    await other.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(rows(other)).toHaveText(['Attic', 'Bath', 'Cellar'])
  })

  await page.getByRole('button', { name: 'Saved views: Hubs' }).click()
  await page.getByRole('button', { name: 'Actions for “Hubs”' }).click()
  await page.getByLabel('New name').fill('All hubs')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: 'All hubs shared' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No saved views yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Saved views: All hubs' })).toBeVisible()
})

test('devices are filtered by reporting state, and a saved view of it stays relative to now', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  await expect(rows(page)).toHaveText(['Attic', 'Bath', 'Cellar'])
  const { keyboard } = page
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Reporting', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Silent' }).check()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/devices?state=silent')
  await expect(rows(page)).toHaveCount(0)
  await axe(page)

  await page.goto('/devices?last_seen_at_before=2h')
  await expect(page.getByRole('button', { name: 'Last seen more than 2 hours ago' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Save this view as').fill('Silent')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Saved views: Silent' })).toBeVisible()
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const asked = page.waitForRequest(request => request.url().includes('last_seen_at_lte'))
  await page.getByRole('link', { name: 'Silent' }).click()
  // The relative time goes to the server, which resolves it when it reads the query.
  expect(new URL((await asked).url()).searchParams.get('last_seen_at_lte')).toBe('-2h')
  await expect(page).toHaveURL(/last_seen_at_before=2h/)
})
