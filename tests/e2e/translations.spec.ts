import type { Page } from '@playwright/test'
import { auth } from '#contract/identity/auth.ts'
import { translations } from '#contract/localisation/translations.ts'
import { axe, choose, expect, type Person, settled, signIn, tabTo, test } from '#tests/fixtures/console.ts'

/** Opens the console of somebody who reads Spanish. */
async function inSpanish(page: Page, person: Person, path: string) {
  await person.call(auth.updateMe, { body: { locale: 'es' } })
  await signIn(page, person, path)
  await settled(page)
}

const editor = (page: Page) => page.getByRole('dialog', { name: 'Traducir en pantalla' })

test('a button’s text is translated in place, approved, seen by others within 5 s, and rolled back', {
  tag: '@journey',
}, async ({ page, elsewhere, person }) => {
  const [translator, reviewer, reader] = [
    await person('translator'),
    await person('admin'),
    await person('operator'),
  ]
  const [desk, window] = [await elsewhere(), await elsewhere()]
  await inSpanish(window, reader, '/settings')
  await window.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await expect(window.getByRole('button', { name: 'Restablecer valores' })).toBeVisible()

  await inSpanish(page, translator, '/translations')
  await page.getByRole('button', { name: 'Traducir en pantalla' }).click()
  await expect(page.getByRole('complementary', { name: 'Traduciendo en pantalla' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('complementary', { name: 'Traduciendo en pantalla' })).toBeVisible()
  // The click opens the editor instead of resetting anything.
  await page.getByRole('button', { name: 'Restablecer valores' }).click()
  await expect(editor(page).getByText('revenue:settings.reset')).toBeVisible()
  await editor(page).getByLabel('Traducción').fill('Volver a los valores iniciales')
  await axe(page)
  await editor(page).getByRole('button', { name: 'Enviar a revisión' }).click()
  await expect(editor(page).getByText('En revisión')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Restablecer valores' })).toBeVisible()

  await inSpanish(desk, reviewer, '/translations?language=es&status=review&text=es:revenue:settings.reset')
  await desk.getByRole('button', { name: 'Aprobar y publicar' }).click()
  await expect(window.getByRole('button', { name: 'Volver a los valores iniciales' })).toBeVisible({
    timeout: 5_000,
  })
  await desk.getByRole('button', { name: 'Restaurar el texto integrado' }).click()
  await expect(window.getByRole('button', { name: 'Restablecer valores' })).toBeVisible({ timeout: 5_000 })
  expect(await window.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  const { history } = await reviewer.call(translations.show, { params: { id: 'es:revenue:settings.reset' } })
  expect(history.map(({ act }) => act)).toEqual(['roll_back', 'approve', 'submit', 'save'])
})

test('texts on a screen are reached and edited by keyboard alone, and the mode is left again', async ({
  page,
  person,
}) => {
  await inSpanish(page, await person('translator'), '/settings')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: 'Traducir en pantalla' })).toBeVisible()
  await page.keyboard.type('traducir en pantalla')
  await expect(page.getByRole('option', { name: 'Traducir en pantalla', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Traduciendo en pantalla' })
  await expect(panel).toBeVisible()
  await tabTo(page, panel.getByText('Textos de esta pantalla'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await panel.getByLabel('Buscar un texto').fill('common:language')
  const found = panel.getByRole('button', { name: /common:language/ })
  await tabTo(page, found)
  await page.keyboard.press('Enter')
  // The name of the language picker, which is seen by nobody and read out.
  await expect(editor(page).getByLabel('Traducción')).toHaveValue('Idioma')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  await panel.getByRole('button', { name: 'Dejar de traducir en pantalla' }).press('Enter')
  await expect(panel).toBeHidden()
  const marked = () => page.evaluate(() => /[\u2061-\u2064]/.test(document.body.innerHTML))
  await expect.poll(marked).toBe(false)
})

test('a text that would break a screen is reported while typing, and cannot be submitted', async ({
  page,
  person,
}) => {
  await signIn(page, await person('super_admin'), '/translations?language=es&namespace=emergency')
  await settled(page)
  await page.getByLabel('Search keys, English and translations').fill('banner.open')
  await page.getByRole('button', { name: /emergency:banner\.open\s/ }).click()
  await expect(page).toHaveURL(/text=es%3Aemergency%3Abanner\.open/)
  const many = page.getByLabel(/Plural form “many”/)
  await expect(page.getByText('for example 1,000,000')).toBeVisible()
  await many.fill('')
  await expect(page.getByText('The text is empty.')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit for review' })
  await expect(submit).toBeDisabled()
  await many.fill('<script>alert(1)</script>')
  await expect(page.getByText('The English text has no tag <script>.')).toBeVisible()
  await many.fill('{{n}} alertas')
  await expect(page.getByText('The English text has no placeholder {{n}}.')).toBeVisible()
  await many.fill(' de alertas abiertas\u202E')
  await expect(page.getByText('Direction override characters aren’t allowed: U+202E')).toBeVisible()
  await many.fill('de alertas abiertas')
  await many.press('Home')
  await page.getByRole('button', { name: '{{count}}', exact: true }).click()
  await expect(many).toHaveValue('{{count}}de alertas abiertas')
  await expect(page.getByText(/^Preview: 1.000.000de alertas abiertas/)).toBeVisible()
  await axe(page)

  // Whoever wrote a protected text does not approve it.
  await submit.click()
  await expect(
    page.getByText('You wrote this protected text, so someone else must approve it.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeDisabled()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason for rejecting').fill('A space is missing')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('blockquote')).toHaveText('A space is missing')
})

test('a file of texts is checked, then saved as drafts', async ({ page, person }) => {
  await signIn(page, await person('translator'), '/translations?language=es')
  await settled(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Export JSON' }).click()
  expect((await download).suggestedFilename()).toBe('voicedeck-es.json')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const content = JSON.stringify({ usage: { lead: 'Quién usa el servicio y cuánto.', strange: 'x' } })
  const dialog = page.getByRole('dialog', { name: 'Import texts into Spanish' })
  await dialog
    .getByLabel('File (JSON, CSV, XLIFF or PO)')
    .setInputFiles({ name: 'es.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await expect(dialog.getByRole('status')).toContainText('1 rejected')
  await expect(dialog.getByText('No text has this key')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Save 1 text' }).click()
  await expect(page.getByText('1 text saved')).toBeVisible()
  await choose(page.getByLabel('Status', { exact: true }), 'Draft')
  await expect(page.getByRole('button', { name: /usage:lead/ })).toBeVisible()
})

test('in translation mode, Alt+click and Enter operate the screen, and missing translations are marked', async ({
  page,
  person,
}) => {
  await inSpanish(page, await person('translator'), '/analytics')
  await expect(page.getByRole('main').getByRole('link', { name: 'Traducciones' })).toBeVisible()
  await page.goto('/translations')
  await page.getByRole('button', { name: 'Traducir en pantalla' }).click()
  const panel = page.getByRole('complementary', { name: 'Traduciendo en pantalla' })
  await expect(panel).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Navegación principal' })
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await menu.getByRole('link', { name: 'Ajustes' }).click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL('/settings')
  expect(downloads).toBe(0)
  await menu.getByRole('link', { name: 'Traducciones' }).press('Enter')
  await expect(page).toHaveURL('/translations')
  await expect(editor(page)).toBeHidden()
})
