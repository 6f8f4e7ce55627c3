import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { translations } from '#contract/localisation/translations.ts'
import { axe, choose, expect, hasTitle, settled, signIn, test } from '#tests/fixtures/console.ts'

const editing = (id: string) => `/translations?language=${id.slice(0, 2)}&text=${encodeURIComponent(id)}`

test('findings are marked while typing, fixed by a key and dismissed with a reason', {
  tag: '@journey',
}, async ({ page, person }) => {
  const translator = await person('translator')
  // “This verification link is invalid or has expired”
  const id = 'fr:auth:verify.expired'
  await signIn(page, translator, editing(id))
  await settled(page)
  const field = page.getByLabel('Translation', { exact: true })
  await field.fill('Ce  lien est expiré.')
  const findings = page.getByRole('list', { name: 'Findings' })
  const spaces = findings.getByRole('listitem').filter({ hasText: 'There are two spaces in a row.' })
  await expect(spaces).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText('  ')
  await axe(page)

  // The finding at the cursor is fixed first.
  await field.press('Control+Home')
  for (let moved = 0; moved < 3; moved += 1) await field.press('ArrowRight')
  await field.press('Alt+Enter')
  await expect(field).toHaveValue('Ce lien est expiré.')
  await expect(spaces).toBeHidden()

  const stop = findings.getByRole('listitem').filter({ hasText: 'ends with “.”' })
  await stop.getByRole('button', { name: /^Show/ }).press('Enter')
  await expect(field).toBeFocused()
  expect(await field.evaluate((input: HTMLTextAreaElement) => input.value.slice(input.selectionStart))).toBe(
    '.',
  )

  await stop.getByRole('button', { name: /^Dismiss/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Dismiss “Full stop at the end” for this text' })
  await dialog.getByLabel('Why it is right as it is').fill('A sentence of its own')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Finding dismissed')).toBeVisible()
  await expect(stop).toBeHidden()
  const folded = page.getByText('1 dismissed')
  await folded.press('Enter')
  await expect(page.getByText(`${translator.name}: A sentence of its own`)).toBeVisible()
  await expect(field).toHaveValue('Ce lien est expiré.')
  await axe(page)

  // Another text brings it back.
  await field.press('Control+Home')
  await page.keyboard.type('Ah, ')
  await expect(stop).toBeVisible()
  await expect(folded).toBeHidden()
})

test('a reviewer makes a check block, and texts with its findings are listed but not approved', async ({
  page,
  elsewhere,
  person,
}) => {
  const [admin, translator] = [await person('admin'), await person('translator')]
  const id = 'de:auth:reset.expired'
  const { version } = await translator.call(translations.show, { params: { id } })
  const forms = { text: 'Der  Link ist abgelaufen' }
  const saved = await translator.call(translations.save, { params: { id }, body: { version, forms } })
  await translator.call(translations.submit, { params: { id }, body: { version: saved.version } })

  await signIn(page, admin, '/translations?language=de&namespace=auth')
  await hasTitle(page, 'Translations')
  await page.getByRole('button', { name: 'Quality checks' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Quality checks' })
  await choose(drawer.getByLabel('Applies to'), 'German')
  await choose(drawer.getByLabel('Double space'), 'Blocks publishing')
  await expect(page.getByText('Check saved')).toBeVisible()
  await expect(drawer.getByText('Always block: Missing plural form')).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')

  await choose(page.getByLabel('Findings'), 'Double space (1)')
  await expect(page.getByRole('button', { name: /auth:reset.expired/ })).toContainText('There are two spaces')
  await page.getByRole('checkbox', { name: 'Select auth:reset.expired' }).press('Space')
  const bar = page.getByRole('region', { name: 'Review selected texts' })
  await bar.getByRole('button', { name: 'Approve and publish' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'wasn’t reviewed' })).toContainText(
    'There are two spaces in a row.',
  )

  // Translators cannot dismiss what blocks.
  const desk = await elsewhere()
  await signIn(desk, translator, editing(id))
  await settled(desk)
  const finding = desk.getByRole('listitem').filter({ hasText: 'There are two spaces in a row.' })
  await expect(finding.getByRole('button', { name: /^Fix/ })).toBeVisible()
  await expect(finding.getByRole('button', { name: /^Dismiss/ })).toBeHidden()
  await admin.call(textCheckCalls.configure, {
    params: { check: 'double_space' },
    body: { language: 'de', level: null },
  })
  await expect(finding.getByRole('button', { name: /^Dismiss/ })).toBeVisible()
})
