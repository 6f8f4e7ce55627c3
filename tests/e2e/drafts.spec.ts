import type { Page } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { device, expect, logIn, signIn, test } from '#tests/fixtures/console.ts'

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('draft:')))

const isKept = (page: Page) => expect.poll(() => draftsIn(page)).toHaveLength(1)

test('unsaved changes outlive a closed tab, and name what someone else changed since', async ({
  page,
  context,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id, name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Half-typed')
  await isKept(page)
  await page.close()

  const next = await context.newPage()
  next.on('dialog', dialog => dialog.accept())
  await next.goto(`/devices/${id}/edit`)
  const notice = next.getByRole('status').filter({ hasText: 'were restored' })
  await expect(notice).toContainText('Your unsaved changes from')
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')
  await expect(notice).not.toContainText('Changed by someone else')

  await clerk.call(devices.update, { params: { id }, body: { name: `${name} renamed` } })
  await next.reload()
  await expect(notice).toContainText('Changed by someone else since then: Name.')
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')
  await next.getByRole('button', { name: 'Discard changes' }).click()
  await expect(notice).toBeHidden()
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue(`${name} renamed`)
  expect(await draftsIn(next)).toEqual([])
  await next.reload()
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue(`${name} renamed`)
  await expect(notice).toBeHidden()
})

test('a new record is drafted until it is created, and after that its form is empty', async ({
  page,
  context,
  person,
}) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices/create')
  await page.getByLabel('Name', { exact: true }).fill('Drafted hub')
  await isKept(page)
  await page.close()

  const next = await context.newPage()
  await next.goto('/devices/create')
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue('Drafted hub')
  await next.getByRole('link', { name: 'Cancel' }).click()
  await next
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(next).toHaveURL('/devices')
  expect(await draftsIn(next)).toEqual([])
})

/** Removes the session as if it had ended, on a page of the site whose code does not call the API meanwhile. */
async function endSession(page: Page) {
  await page.goto('/api/health')
  await page.evaluate(() => localStorage.removeItem('jwt_token'))
}

test('a draft is unreadable in the browser’s storage, and not shown to the next person there', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const colleague = await person('organization_admin', { organizationId: clerk.organizationId })
  const { id, name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Confidential name')
  await isKept(page)
  expect(JSON.stringify(await draftsIn(page))).not.toContain('Confidential')

  page.on('dialog', dialog => dialog.accept())
  await endSession(page)
  await page.goto(`/devices/${id}/edit`)
  await logIn(page, colleague.username)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByText('Your unsaved changes')).toBeHidden()

  await endSession(page)
  await page.goto(`/devices/${id}/edit`)
  await logIn(page, clerk.username)
  await expect(page.getByText('Your unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Confidential name')
})
