import type { Page } from '@playwright/test'
import { device, expect, type Person, settled, signIn, tabTo, test } from '#tests/fixtures/console.ts'

const many = 30
const numbers = Array.from({ length: many }, (_, index) => String(index + 1).padStart(2, '0'))

/** Registers hubs `Hub 01` … `Hub 30` and one pendant. */
async function fill(clerk: Person) {
  for (const number of numbers)
    await device(clerk, clerk.organizationId, { name: `Hub ${number}`, kind: 'hub' })
  await device(clerk, clerk.organizationId, { name: 'Pendant', kind: 'pendant' })
}

/** The names in the rows of the list, from the first to the last. */
const namesOn = (page: Page) =>
  page
    .getByRole('row')
    .getByRole('link', { name: /^(Hub|Pendant)/ })
    .allInnerTexts()

const secondPage = '/devices?kind=hub&_sort=-name&_page=2'

test('the address keeps the view: back, forward and reload restore it', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk, '/devices')
  await expect(page.getByText(`${many + 1} in total`)).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'Type' }).click()
  await page.getByRole('checkbox', { name: 'Hub', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`${many} matching`)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByRole('link', { name: 'Hub 30' })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(`26–30 of ${many}`)).toBeVisible()
  await expect(page).toHaveURL(secondPage)

  await page.getByRole('link', { name: 'Hub 05' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hub 05' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(secondPage)
  await expect(page.getByRole('link', { name: 'Hub 05' })).toBeVisible()
  expect(await namesOn(page)).toEqual(['Hub 05', 'Hub 04', 'Hub 03', 'Hub 02', 'Hub 01'])
  await page.goBack()
  await expect(page.getByText(`1–25 of ${many}`)).toBeVisible()
  await page.goForward()
  await expect(page.getByText(`26–30 of ${many}`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Hub 05' })).toBeVisible()
  await expect(page).toHaveURL(secondPage)
  expect(await namesOn(page)).toEqual(['Hub 05', 'Hub 04', 'Hub 03', 'Hub 02', 'Hub 01'])

  await test.step('the menu opens the list in its default view', async () => {
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Devices' })
      .click()
    await expect(page).toHaveURL('/devices')
    await expect(page.getByText(`${many + 1} in total`)).toBeVisible()
  })

  await test.step('a search without matches looks different from an empty list', async () => {
    await page.getByRole('searchbox').fill('no such device')
    await expect(page.getByText('No matches')).toBeVisible()
    await expect(page.getByText('No devices found')).toHaveCount(0)
    await page.getByRole('status').getByRole('button', { name: 'Clear Filters' }).click()
    await expect(page.getByText(`${many + 1} in total`)).toBeVisible()
  })
})

test('a record and a form survive a reload', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { id, name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'History' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('main').getByText(`by ${clerk.email}`)).toBeVisible()
  await page.goto(`/devices/${id}/edit`)
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.goto('/analytics')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good /)
})

test('searching, sorting, paging, opening, editing and saving work by keyboard alone', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await fill(clerk)
  await signIn(page, clerk)
  await settled(page)
  const press = (key: string) => page.keyboard.press(key)
  const menu = page.getByRole('navigation', { name: 'Main navigation' })

  await tabTo(page, menu.getByRole('button', { name: 'User Management' }))
  await press('Enter')
  await tabTo(page, menu.getByRole('link', { name: 'Devices' }))
  await press('Enter')
  await expect(page.getByText(`${many + 1} in total`)).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Add filter' }))
  await press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter by' })
  await tabTo(page, panel.getByRole('button', { name: 'Type' }))
  await press('Enter')
  await tabTo(page, panel.getByRole('checkbox', { name: 'Hub' }))
  await press('Space')
  await tabTo(page, panel.getByRole('button', { name: 'Apply' }))
  await press('Enter')
  await expect(page.getByText(`${many} matching`)).toBeVisible()
  await expect(panel).toBeHidden()

  await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'))
  await press('Enter')
  await expect(page.getByRole('link', { name: 'Hub 30' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Next page' }))
  await press('Enter')
  await expect(page.getByText(`26–30 of ${many}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hub 05' })).toBeVisible()

  await press('j')
  await press('Home')
  await press('ArrowDown')
  await press('j')
  await press('k')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Hub 04' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Edit' }))
  await press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await press('Control+a')
  await page.keyboard.type('Hub four')
  await press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Hub four' })).toBeVisible()
  await expect(page.getByText('was saved')).toBeVisible()
})

/**
 * Fails requests until “Try again” is pressed: the list also loads again by itself, when the live stream tells of a
 * change, and must not have recovered before.
 */
async function failUntilRetried(page: Page, url: string) {
  const noteRetry = () =>
    addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('button')?.textContent !== 'Try again') return
        // biome-ignore lint/suspicious/noDocumentCookie: the request that follows at once must carry it
        document.cookie = 'retried=1'
      },
      { capture: true },
    )
  await page.addInitScript(noteRetry)
  await page.evaluate(noteRetry)
  await page.route(url, async route => {
    const { cookie = '' } = await route.request().allHeaders()
    return cookie.includes('retried') ? route.fallback() : route.fulfill({ status: 500 })
  })
}

test('a list that failed to load never looks empty', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 500/)
  const clerk = await person('organization_admin')
  await failUntilRetried(page, '/api/devices**')
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('alert')).toContainText('Failed to load devices')
  await expect(page.getByText('No devices found')).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No devices found')).toBeVisible()
  await expect(page.getByText('Failed to load devices')).toHaveCount(0)
})

test('rows that could not be refreshed show their age', async ({ page, person, complaints }) => {
  complaints.expect(/status of 500/)
  const clerk = await person('organization_admin')
  const { name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, '/devices')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await failUntilRetried(page, '/api/devices**')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/^Data from \d\d?:\d\d/)).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Data from/)).toHaveCount(0)
})

test('columns are resized and pinned, by mouse and by keyboard, and stay so', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Pendant' })
  await page.setViewportSize({ width: 900, height: 800 })
  await signIn(page, clerk, '/devices')
  await settled(page)
  const header = page.getByRole('columnheader', { name: 'Name' })
  const widthOf = async () => Math.round((await header.boundingBox())?.width ?? 0)
  const before = await widthOf()

  await test.step('dragging the end of a header', async () => {
    const box = await header.boundingBox()
    if (!box) throw new Error('The header is not on the screen')
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 77, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(widthOf).toBe(before + 80)
    await expect(page).toHaveURL(new RegExp(`_widths=.*name%3A${before + 80}`))
  })

  const menu = page.getByRole('dialog', { name: 'Columns' })
  await test.step('arrow keys in the menu of columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Move Name' }).press('ArrowLeft')
    await expect.poll(widthOf).toBe(before + 64)
    await expect(menu.getByRole('status')).toHaveText(`Name is ${before + 64} pixels wide`)
    await menu.getByRole('button', { name: 'Keep Name in view' }).press('Enter')
    await expect(menu.getByRole('button', { name: 'Keep Name in view' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('Escape')
  })

  await test.step('a pinned column stays while the others scroll', async () => {
    await page.locator('table').evaluate(table => table.parentElement?.scrollTo({ left: 400 }))
    const { x: left = 0 } = (await page.locator('table').locator('xpath=..').boundingBox()) ?? {}
    expect(Math.abs(((await header.boundingBox())?.x ?? 0) - left)).toBeLessThan(2)
  })

  await test.step('both outlast the address, and are reset together', async () => {
    await page.goto('/devices')
    await settled(page)
    expect(await widthOf()).toBe(before + 64)
    await expect(header).toHaveAttribute('data-pinned', 'left')
    await page.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(widthOf).toBe(before)
    await expect(header).not.toHaveAttribute('data-pinned')
  })
})

test('a tooltip says what a button does, by pointer and by keyboard', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices')
  await settled(page)
  const button = page.getByRole('button', { name: 'Columns' })
  const tooltip = page.getByRole('tooltip')
  await button.hover()
  await expect(tooltip).toHaveText('Columns')
  await tooltip.hover()
  await expect(tooltip).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(tooltip).toBeHidden()
  await tabTo(page, button)
  await expect(tooltip).toHaveText('Columns')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
})
