import { axe, choose, device, expect, settled, signIn, test } from '#tests/fixtures/console.ts'
import { unsubscribePath } from '#tests/fixtures/outbox.ts'

test('an admin sends a list on a schedule, tests it, and unsubscribes by the link in the e-mail', {
  tag: '@journey',
}, async ({ page, person, elsewhere }) => {
  test.slow()
  const admin = await person('organization_admin')
  await device(admin, admin.organizationId, { name: 'Attic', kind: 'hub' })
  await signIn(page, admin, '/devices?kind=hub')
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('link', { name: 'Send on a schedule' }).click()

  await expect(page.getByRole('heading', { name: 'New report' })).toBeVisible()
  await settled(page)
  await expect(page.getByRole('link', { name: 'List: Devices' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Thursday' }).check()
  await page.getByLabel('Recipients').click()
  await page.keyboard.type(admin.name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await axe(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(page.getByText(/^Every Monday and Thursday at 8:00.AM, .+; next: /)).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'List: Devices' }).click()
  await expect(page).toHaveURL(/\/devices\?kind=hub/)
  await page.goBack()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Send to me now' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(/\/report-deliveries\//)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await axe(page)

  const reader = await elsewhere()
  await reader.goto((await unsubscribePath(process.env.E2E_DATA_DIR ?? '', admin.email)) ?? '')
  await expect(reader.getByText('Stop receiving the report “Devices” by email?')).toBeVisible()
  await axe(reader)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText('You no longer receive the report “Devices”.')).toBeVisible()
  await page.goto('/reports')
  await expect(page.getByText(`${admin.name} (unsubscribed)`)).toBeVisible()
  await reader.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(reader.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})

test('figures are scheduled from their screen, without days of the week where none are needed', async ({
  page,
  person,
}) => {
  await signIn(page, await person('organization_admin'), '/usage-metrics?range=7d')
  await page.getByRole('link', { name: 'Send on a schedule' }).click()
  await expect(page.getByRole('heading', { name: 'New report' })).toBeVisible()
  await settled(page)
  await expect(page.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  await choose(page.getByRole('combobox', { name: 'Repeat' }), 'Monthly')
  await expect(page.getByRole('checkbox', { name: 'Monday' })).toBeHidden()
  await expect(page.getByText('Last day', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await axe(page)
})

test('whoever may not make reports is not offered any', async ({ page, person }) => {
  await signIn(page, await person('caregiver'), '/devices')
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send on a schedule' })).toHaveCount(0)
})

for (const [language, button] of Object.entries({ en: /^Export/, ar: /^تصدير/ }))
  test(`the export menu stays within a telephone, ${language}`, async ({ page, person }) => {
    const admin = await person('organization_admin')
    await device(admin, admin.organizationId, {})
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, admin, `/devices?lang=${language}`)
    await settled(page)
    await page.getByRole('button', { name: button }).click()
    const link = page.getByRole('dialog').locator('a[href="/reports/create"]')
    await expect(link).toBeVisible()
    const isWithin = () =>
      page.getByRole('dialog').evaluate(panel => {
        const { left, right } = panel.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
    await expect.poll(isWithin).toBe(true)
  })

test('a new report begins with the usual schedule, and its time is chosen without covering what follows', async ({
  page,
  person,
}) => {
  await signIn(page, await person('organization_admin'), '/reports/create')
  await settled(page)
  await expect(page.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  await expect(page.getByText('XLSX')).toBeVisible()
  const time = page.getByLabel('Time', { exact: true })
  await expect(time).toHaveValue('08:00')
  await time.click()
  const [hours, minutes] = [0, 1].map(at => page.locator('.ant-picker-time-panel-column').nth(at))
  await hours?.getByText('09', { exact: true }).click()
  await minutes?.getByText('30', { exact: true }).click()
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(0)
  await expect(time).toHaveValue('09:30')
})
