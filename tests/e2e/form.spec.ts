import { devices } from '#contract/devices/devices.ts'
import { device, expect, signIn, test } from '#tests/fixtures/console.ts'

test('unsaved changes are not lost by following a link, the back button or the menu', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { id, name } = await person('caregiver', { organizationId: clerk.organizationId })
  await signIn(page, clerk, `/users/caregivers/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Half-typed')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const menu = page.getByRole('navigation', { name: 'Main navigation' })

  await menu.getByRole('link', { name: 'Devices' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')

  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(`/users/caregivers/${id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(`/users/caregivers/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('leaving needs no confirmation after undoing or saving changes', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { id, name } = await person('caregiver', { organizationId: clerk.organizationId })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await signIn(page, clerk, '/users/caregivers')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Other')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.goBack()
  await expect(page).toHaveURL(`/users/caregivers/${id}`)
  await expect(question).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Caregivers' })
    .click()
  await expect(page).toHaveURL('/users/caregivers')
  await expect(question).toHaveCount(0)
})

test('closing the tab with unsaved changes asks for confirmation', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Half-typed')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')
})

test('conflicting changes of two people are shown side by side, and either can be chosen for each field', {
  tag: '@journey',
}, async ({ page, person, complaints }) => {
  complaints.expect(/status of 412/)
  const clerk = await person('organization_admin')
  const { id, name } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByLabel('Name', { exact: true }).fill('My name')
  await page.getByLabel('Report interval').fill('600')
  // In the moment of saving: a change that arrives before is merged in the form.
  let isFirst = true
  await page.route(`**/api/devices/${id}`, async route => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false
      await clerk.call(devices.update, {
        params: { id },
        body: { name: 'Their name', report_interval_seconds: 120 },
      })
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()

  const conflict = page.getByRole('dialog', { name: 'Someone else changed this too' })
  const names = conflict.getByRole('row', { name: /^Name/ })
  await expect(names).toContainText('My name')
  await expect(names).toContainText('Their name')
  await conflict.getByRole('radio', { name: 'Name: Yours' }).check()
  await conflict.getByRole('radio', { name: 'Report interval: Theirs' }).check()
  await conflict.getByRole('button', { name: 'Save these versions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My name' })).toBeVisible()
  expect(await clerk.call(devices.show, { params: { id } })).toMatchObject({
    name: 'My name',
    report_interval_seconds: 120,
  })
})

test('a serial number already in use is reported at its field', async ({ page, person, complaints }) => {
  complaints.expect(/status of 409/)
  const clerk = await person('organization_admin')
  const { serial } = await device(clerk, clerk.organizationId)
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  const field = page.getByLabel('Serial number', { exact: true })
  await field.fill(serial)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Some fields need your attention.' })).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
})

test('a form without required values is not sent', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await signIn(page, clerk, '/devices/create')
  const calls: string[] = []
  page.on('request', request => request.url().endsWith(devices.create.path) && calls.push(request.url()))
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Serial number is required')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  expect(calls).toEqual([])
})
