import { readFile } from 'node:fs/promises'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { translations } from '#contract/localisation/translations.ts'
import { axe, choose, expect, hasTitle, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

test('a similar text is taken over by keyboard, with its placeholders', async ({ page, person }) => {
  const translator = await person('translator')
  const id = 'fr:common:cancel'
  const { suggestions } = await translator.call(translations.memory, { params: { id } })
  const [first] = suggestions
  await signIn(page, translator, `/translations?language=fr&text=${encodeURIComponent(id)}`)
  await settled(page)
  const memory = page.getByRole('region', { name: 'Similar texts' })
  await expect(memory.getByRole('listitem')).toHaveCount(suggestions.length)
  await expect(memory.getByRole('listitem').first()).toContainText(`${first?.likeness}%`)
  const field = page.getByLabel('Translation', { exact: true })
  await field.fill('x')
  await field.press('Control+1')
  await expect(field).toHaveValue(Object.values(first?.forms ?? {})[0] ?? '')
  await expect(field).toBeFocused()
  await axe(page)
})

test('a glossary term is added, marked in the source, checked while typing and inserted', async ({
  page,
  elsewhere,
  person,
}) => {
  const [admin, translator] = [await person('admin'), await person('translator')]
  // Of the text "Active people, activity and devices".
  const allowed = unique('individuo')
  await signIn(page, admin, '/glossary')
  await hasTitle(page, 'Glossary')
  await page
    .getByRole('button', { name: 'New term' })
    .or(page.getByRole('link', { name: 'New term' }))
    .click()
  await hasTitle(page, 'New term')
  await page.getByLabel('Term', { exact: true }).fill('people')
  await choose(page.locator('#language'), 'Spanish')
  await page.getByLabel('Translations', { exact: true }).fill(allowed)
  await page.getByLabel('Forbidden translations').fill('gente')
  await page.getByRole('button', { name: 'Create' }).click()
  await hasTitle(page, 'people')

  const desk = await elsewhere()
  await signIn(desk, translator, '/translations?language=es&text=es%3Ausage%3Alead')
  await settled(desk)
  await expect(desk.locator('mark')).toHaveText('people')
  const field = desk.getByLabel('Translation', { exact: true })
  await field.fill('Mucha gente')
  await expect(desk.getByText('don’t translate “people” as “gente”')).toBeVisible()
  await expect(desk.getByText(`translate “people” as “${allowed}”`)).toBeVisible()
  await field.fill('Personas y ')
  await desk.getByRole('button', { name: `Insert “${allowed}” for “people”` }).click()
  await expect(field).toHaveValue(`Personas y ${allowed}`)
  await expect(desk.getByText(`translate “people” as “${allowed}”`)).toBeHidden()
  await axe(desk)
  const { terms } = await admin.call(glossaryTerms.list, { query: { allowed } })
  for (const { id } of terms) await admin.call(glossaryTerms.remove, { params: { id } })
})

test('a translated XLIFF file is previewed, and its complete texts wait for review', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/422/)
  const translator = await person('translator')
  await signIn(page, translator, '/translations?language=de&namespace=usage')
  await settled(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export XLIFF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('voicedeck-de-usage.xlf')
  const exported = await readFile(await file.path(), 'utf8')
  const { forms } = await translator.call(translations.show, { params: { id: 'de:usage:lead' } })
  const before = Object.values(forms)[0] ?? ''
  const content = exported.replace(`<target>${before}</target>`, '<target>Wer den Dienst nutzt</target>')
  expect(content).not.toBe(exported)

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import texts into German' })
  const upload = (content: string) =>
    dialog
      .getByLabel('File (JSON, CSV, XLIFF or PO)')
      .setInputFiles({ name: 'de.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(content) })
  await upload(content.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff'))
  await expect(dialog.getByRole('alert')).toContainText('document types and entities')
  await upload(content)
  const changed = dialog.getByRole('list', { name: 'Changed' }).getByRole('listitem')
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText('de:usage:lead line')
  await expect(changed).toContainText('For review')
  await expect(changed.locator('ins').first()).toContainText('Wer')
  await axe(page)
  await dialog.getByRole('button', { name: 'Save 1 text' }).click()
  await expect(page.getByText('1 text saved')).toBeVisible()
  const { status } = await translator.call(translations.show, { params: { id: 'de:usage:lead' } })
  expect(status).toBe('review')
})

test('texts are selected by keyboard and sent back with a reason, which their author reads', async ({
  page,
  elsewhere,
  person,
}) => {
  const [translator, admin] = [await person('translator'), await person('admin')]
  const ids = ['fr:operations:lead', 'fr:operations:inProgress']
  for (const id of ids) {
    const { version } = await translator.call(translations.show, { params: { id } })
    const saved = await translator.call(translations.save, {
      params: { id },
      body: { version, forms: { text: 'Un texte' } },
    })
    await translator.call(translations.submit, { params: { id }, body: { version: saved.version } })
  }
  await signIn(page, admin, '/translations?language=fr&namespace=operations&status=review')
  await settled(page)
  const first = page.getByRole('checkbox', { name: 'Select operations:lead' })
  await first.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await axe(page)
  const bar = page.getByRole('region', { name: 'Review selected texts' })
  await bar.getByRole('button', { name: 'Send back…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send back to the authors' })
  await dialog.getByLabel('Reason for rejecting').fill('Too vague')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 texts reviewed')).toBeVisible()
  await expect(first).toBeHidden()

  const desk = await elsewhere()
  await signIn(desk, translator, `/translations?language=fr&text=${encodeURIComponent('fr:operations:lead')}`)
  await settled(desk)
  await expect(desk.getByText(`${admin.name} sent this back: Too vague`)).toBeVisible()
})
