import type { Page } from '@playwright/test'
import { auth } from '#contract/identity/auth.ts'
import { expect, settled, signIn, test } from '#tests/fixtures/console.ts'

/** The zones at both sides of the date line: at any moment, their days differ. */
const east = 'Pacific/Kiritimati'
const west = 'Pacific/Pago_Pago'

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format()

/** Puts the browser into a zone, whatever that of the machine. */
async function inZone(page: Page, timezoneId: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId })
}

/** The day that a calendar marks as today. A test that runs over midnight accepts both days. */
async function expectToday(page: Page, timeZone: string) {
  const before = dayIn(timeZone)
  const marked = await page.locator('.ant-picker-cell-today').first().getAttribute('title')
  expect([before, dayIn(timeZone)]).toContain(marked)
}

test('a calendar marks the day it is in the zone of the person who reads it', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  await clerk.call(auth.updateMe, { body: { time_zone: west } })
  await inZone(page, east)
  await signIn(page, clerk, '/users/elderly/create')
  await settled(page)
  await page.getByLabel('Date of birth').click()
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  await expectToday(page, west)
})

test('the days of a report are those of the workspace, also when chosen as a month', async ({
  page,
  person,
}) => {
  const ana = await person('analyst')
  const { organization } = await ana.call(auth.me)
  // One of the two has another day than the workspace.
  const elsewhere = [east, west].find(zone => dayIn(zone) !== dayIn(organization.time_zone)) ?? east
  await inZone(page, elsewhere)
  await signIn(page, ana, '/usage-metrics')
  await settled(page)
  await page.getByRole('button', { name: 'Custom range' }).click()
  const range = page.getByRole('dialog', { name: 'Custom range' })
  await range.getByLabel('First day').click()
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  await expectToday(page, organization.time_zone)
  await page.getByText('This month').click()
  await range.getByRole('button', { name: 'Apply' }).click()
  const today = dayIn(organization.time_zone)
  await expect(page).toHaveURL(new RegExp(`from=${today.slice(0, 8)}01&to=${today}`))
})

const firstDays = { en: 'Su', de: 'Mo', ja: '日' } as const

for (const [locale, first] of Object.entries(firstDays)) {
  test(`the week begins as readers of ${locale} expect`, async ({ page, person }) => {
    const clerk = await person('organization_admin')
    await clerk.call(auth.updateMe, { body: { locale: locale as keyof typeof firstDays } })
    await signIn(page, clerk, '/users/elderly/create')
    await settled(page)
    await page.locator('.ant-picker input').first().click()
    await expect(page.locator('.ant-picker-content th').first()).toHaveText(first)
  })
}

test('the week begins on Saturday in Arabic, at the right', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await clerk.call(auth.updateMe, { body: { locale: 'ar' } })
  await signIn(page, clerk, '/users/elderly/create')
  await settled(page)
  await page.locator('.ant-picker input').first().click()
  const days = page.locator('.ant-picker-content th')
  await expect(days.first()).toHaveText('السبت')
  const [saturday, sunday] = [await days.first().boundingBox(), await days.nth(1).boundingBox()]
  expect(saturday?.x).toBeGreaterThan(sunday?.x ?? Number.POSITIVE_INFINITY)
})
