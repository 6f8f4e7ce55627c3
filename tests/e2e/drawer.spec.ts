import { devices } from '#contract/devices/devices.ts'
import { axe, device, expect, signIn, test } from '#tests/fixtures/console.ts'

test('a short form opens over the list by keyboard, saves, and returns the focus', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Hub 1', kind: 'hub' })
  await device(clerk, clerk.organizationId, { name: 'Hub 2', kind: 'hub' })
  await device(clerk, clerk.organizationId, { name: 'Pendant', kind: 'pendant' })
  await signIn(page, clerk, '/devices?kind=hub')
  await expect(page.getByText('2 matching')).toBeVisible()
  const drawer = page.getByRole('dialog', { name: /^Edit: / })
  const name = drawer.getByLabel('Name', { exact: true })

  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(drawer).toHaveAccessibleName('Edit: Hub 1')
  await expect(page).toHaveURL(/\/devices\?kind=hub&_edit=/)
  await expect(drawer.getByText('1 of 2')).toBeVisible()
  await axe(page)

  // The focus stays within, wherever it is led.
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('[role=dialog], [data-sentinel]') !== null,
    )
    expect(inside).toBe(true)
  }

  await drawer.getByRole('combobox', { name: 'Type' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTitle('Wristband')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTitle('Wristband')).toBeHidden()
  await expect(drawer).toBeVisible()

  await name.fill('Hub 1b')
  await page.keyboard.press('Control+Enter')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/devices?kind=hub')
  await expect(page.getByRole('link', { name: 'Hub 1b' })).toBeVisible()
  await expect(page.getByText('2 matching')).toBeVisible()
  await expect(page.locator('tr:focus')).toContainText('Hub 1b')
})

test('back closes the drawer, a link opens it, and it steps to neighbouring records', async ({
  page,
  person,
  elsewhere,
}) => {
  const clerk = await person('organization_admin')
  for (const name of ['Hub 1', 'Hub 2', 'Hub 3']) await device(clerk, clerk.organizationId, { name })
  await signIn(page, clerk, '/devices')
  const drawer = page.getByRole('dialog', { name: /^Edit: / })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Edit Hub 1' }).click()
  await expect(drawer).toHaveAccessibleName('Edit: Hub 1')
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/devices')

  await page.getByRole('button', { name: 'Edit Hub 1' }).click()
  await drawer.getByRole('button', { name: 'Next record' }).click()
  await expect(drawer).toHaveAccessibleName('Edit: Hub 2')
  await drawer.getByLabel('Name', { exact: true }).fill('Half-typed')
  await drawer.getByRole('button', { name: 'Next record' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Half-typed')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/devices')

  await page.getByRole('button', { name: 'Edit Hub 3' }).click()
  await expect(drawer).toHaveAccessibleName('Edit: Hub 3')
  const other = await elsewhere()
  await signIn(other, clerk, new URL(page.url()).pathname + new URL(page.url()).search)
  const there = other.getByRole('dialog', { name: 'Edit: Hub 3' })
  await expect(there).toBeVisible()
  await there.getByRole('button', { name: 'Cancel' }).click()
  await expect(there).toBeHidden()
  await expect(other).toHaveURL('/devices')
  await expect(other.getByRole('link', { name: 'Hub 2' })).toBeVisible()
})

test('conflicting changes of two people are resolved in the drawer', async ({ page, person, complaints }) => {
  complaints.expect(/status of 412/)
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId, { name: 'Hub' })
  await signIn(page, clerk, `/devices/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit: Hub' })
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Hub')
  await clerk.call(devices.update, { params: { id }, body: { name: 'Their name' } })
  await drawer.getByLabel('Name', { exact: true }).fill('My name')
  await drawer.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this too' })
  await conflict.getByRole('radio', { name: 'Name: Yours' }).check()
  await conflict.getByRole('button', { name: 'Save these versions' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My name' })).toBeVisible()
  await expect(page).toHaveURL(`/devices/${id}`)
})

test('time filters use minutes in the person’s zone, and the chip shows it', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId)
  await signIn(page, clerk, '/devices')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Created' }).click()
  await page.getByRole('button', { name: 'is between' }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-03-08')
  await page.getByLabel('Start time').fill('09:15')
  await page.getByLabel('To', { exact: true }).fill('2026-03-08')
  await page.getByLabel('End time').fill('17:45')
  // Leaves the field, which closes its panel.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(
    /created_at_gte=2026-03-08T\d\d%3A15%3A00.000Z&created_at_lte=2026-03-08T\d\d%3A45%3A59.999Z/,
  )
  const chip = page.getByRole('button', { name: /^Created/ })
  await expect(chip).toContainText(/9:15.*5:45/)
  await chip.click()
  await expect(page.getByLabel('Start time')).toHaveValue('09:15')
  await expect(page.getByLabel('End time')).toHaveValue('17:45')
})
