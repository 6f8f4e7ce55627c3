/** What is clicked while something is still loading happens all the same. */
import type { Page } from '@playwright/test'
import { alerts } from '#contract/alerts/alerts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { auth } from '#contract/identity/auth.ts'
import { translations } from '#contract/localisation/translations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { device, expect, type Person, settled, signIn, test, unique, visit } from '#tests/fixtures/console.ts'

/** Holds the responses to some requests back; returns a function that lets them through. */
async function hold(page: Page, url: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** @returns the ids of the alerts */
async function raiseAlerts(clerk: Person, count: number) {
  const ids: string[] = []
  for (let raised = 0; raised < count; raised += 1) {
    const { id } = await clerk.call(elderly.create, { body: { name: unique('Rosa') } })
    const alert = await clerk.call(emergency.trigger, {
      query: { user_id: id },
      body: { emergency_type: 'fall' },
    })
    ids.push(alert.id)
  }
  return ids
}

test('two changes of the alert queue in one moment are both made', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await raiseAlerts(clerk, 2)
  await signIn(page, clerk, '/emergency/queue')
  await expect(page).toHaveURL(/alert=/)
  const first = new URL(page.url()).searchParams.get('alert')
  const group = page.getByRole('button', { name: 'Group by person' })
  // Both before the screen is rendered again.
  await group.evaluate((button: HTMLButtonElement) => {
    button.click()
    dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  })
  await expect(group).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/grouped=true/)
  await expect.poll(() => new URL(page.url()).searchParams.get('alert')).not.toBe(first)
})

test('a second alert is acknowledged while the first acknowledgement is still under way', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const isWatching = page.waitForResponse('**/api/alerts/queue')
  await signIn(page, clerk, '/devices')
  await isWatching
  const answer = await hold(page, /\/api\/alerts\/[^/]+\/acknowledge/)
  const ids = await raiseAlerts(clerk, 2)
  for (const id of ids) {
    const toast = page.locator(`[data-toast="alert-${id}"]`)
    await toast.getByRole('button', { name: 'Acknowledge' }).click()
  }
  answer()
  for (const id of ids)
    await expect
      .poll(async () => (await clerk.call(alerts.show, { params: { id } })).acknowledged_by)
      .toBe(clerk.id)
})

test('alerts that arrive do not undo the click on a link', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await raiseAlerts(clerk, 1)
  const sendAlerts = await hold(page, '**/api/alerts/queue')
  await signIn(page, clerk, '/emergency/queue')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alert Queue')
  const sendCode = await hold(page, '**/assets/settings-*.js')
  await page.getByRole('link', { name: 'Settings' }).click()
  sendAlerts()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  sendCode()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
})

test('a secret that was kept leads to its record, which is still loading', async ({ page, person }) => {
  const url = `https://example.org/${unique('hook')}`
  await signIn(page, await person('organization_admin'), '/webhook-endpoints/create')
  await settled(page)
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByLabel('Event types').click()
  await page.keyboard.type('Device reg')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const sendRow = await hold(page, /\/api\/webhook-endpoints\/[^/]+$/)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await secret.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  sendRow()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url)
})

test('a date field opens its calendar once that is loaded', async ({ page, person }) => {
  // The names of months, which are loaded with the calendar.
  const sendCode = await hold(page, '**/assets/de-*.js')
  await signIn(page, await person('organization_admin'), '/users/elderly/create?lang=de')
  const field = page.getByLabel('Geburtsdatum')
  await field.click()
  await expect(field).toHaveAttribute('aria-busy', 'true')
  sendCode()
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-picker-dropdown')).toBeHidden()
})

test('an open calendar stays open when the language of the reader arrives', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await clerk.call(auth.updateMe, { body: { locale: 'de' } })
  const sendTexts = await hold(page, '**/assets/*-de-*.js')
  await signIn(page, clerk, '/users/elderly/create')
  await settled(page)
  await page.locator('.ant-picker input').first().click()
  const firstDay = page.locator('.ant-picker-content th').first()
  await expect(firstDay).toHaveText('Su')
  sendTexts()
  await expect(firstDay).toHaveText('Mo')
  await expect(page.locator('.ant-picker input').first()).toBeFocused()
})

test('a list follows its keys from the moment that its rows are shown', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId)
  // As fast as it can be: before the browser has painted the rows.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('tbody tr[tabindex="0"]')) return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await signIn(page, clerk, '/devices')
  await expect(page.locator('tbody tr[tabindex="0"]')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('1 selected')
})

test('a text is rolled back as soon as it is published, while its screen is still refreshed', async ({
  page,
  person,
}) => {
  const id = 'es:on-call:calendar.title'
  const [translator, reviewer] = [await person('translator'), await person('admin')]
  const params = { id }
  const { version } = await translator.call(translations.show, { params })
  const saved = await translator.call(translations.save, {
    params,
    body: { version, forms: { text: 'Calendario de guardias' } },
  })
  await translator.call(translations.submit, { params, body: { version: saved.version } })
  await signIn(page, reviewer, `/translations?language=es&status=review&text=${id}`)
  await settled(page)
  const refresh = await hold(page, /\/api\/translations\/coverage/)
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await page.getByRole('button', { name: 'Restore the built-in text' }).click()
  refresh()
  await expect
    .poll(async () => (await reviewer.call(translations.show, { params })).history[0]?.act)
    .toBe('roll_back')
})

test('the browser goes back while the screen of a reload still loads', async ({ page, person }) => {
  await signIn(page, await person('super_admin'), '/settings')
  await settled(page)
  await visit(page, '/devices')
  await settled(page)
  const answer = await hold(page, /\/api\/devices(\?|$)/)
  await page.reload()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  answer()
})
