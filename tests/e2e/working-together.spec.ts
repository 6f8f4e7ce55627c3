import type { Page } from '@playwright/test'
import { emergency } from '#contract/alerts/emergency.ts'
import { devices } from '#contract/devices/devices.ts'
import { translations } from '#contract/localisation/translations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { axe, device, expect, settled, signIn, test, unique, visit } from '#tests/fixtures/console.ts'

const others = (page: Page) => page.getByRole('button', { name: /^Who else has this open/ })
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const interval = (page: Page) => page.getByLabel('Report interval')

test('two people on one record see each other, and their changes are merged field by field', {
  tag: '@journey',
}, async ({ page, elsewhere, person }) => {
  const ana = await person('organization_admin', { name: 'Ana Ruiz' })
  const ben = await person('organization_admin', { name: 'Ben Ito', organizationId: ana.organizationId })
  const { id, name, report_interval_seconds } = await device(ana, ana.organizationId)
  const desk = await elsewhere()
  await signIn(desk, ben, `/devices/${id}`)
  await settled(desk)
  await expect(others(desk)).toHaveCount(0)

  await signIn(page, ana, `/devices/${id}/edit`)
  await expect(others(desk)).toHaveAccessibleName('Who else has this open: Ana Ruiz is editing')
  await expect(others(page)).toHaveAccessibleName('Who else has this open: Ben Ito has this open')
  await nameField(page).fill('Named by Ana')
  await others(desk).click()
  const panel = desk.getByRole('dialog', { name: 'Who else has this open' })
  await expect(panel).toContainText('Ana Ruiz is editing: Name')
  await desk.keyboard.press('Escape')

  await desk.getByRole('link', { name: 'Edit' }).click()
  await expect(desk.getByText('Ana Ruiz is editing', { exact: true }).last()).toBeVisible()
  await nameField(desk).fill('Named by Ben')
  await interval(desk).fill('600')
  await expect(page.getByText('Ben Ito is editing', { exact: true }).last()).toBeVisible()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Named by Ben' })).toBeVisible()

  // What Ana has not touched follows, what both changed asks, and nothing typed is lost.
  await expect(interval(page)).toHaveValue('600')
  const followed = page.getByRole('status').filter({ hasText: 'Changed by Ben Ito' })
  await expect(followed).toContainText(/Before:\s*\S/)
  const conflict = page.getByRole('status').filter({ hasText: 'Ben Ito changed this too' })
  await expect(conflict).toContainText('Named by Ben')
  await expect(nameField(page)).toHaveValue('Named by Ana')
  await axe(page)
  await nameField(page).focus()
  await page.keyboard.press('Alt+m')
  await expect(conflict).toBeHidden()
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Named by Ana' })).toBeVisible()
  expect(await ana.call(devices.show, { params: { id } })).toMatchObject({
    name: 'Named by Ana',
    report_interval_seconds: 600,
  })
  expect([name, report_interval_seconds]).not.toEqual(['Named by Ana', 600])

  await expect(desk.getByRole('heading', { level: 1, name: 'Named by Ana' })).toBeVisible()
  await expect(others(desk)).toBeVisible()
  await page.close()
  await expect(others(desk)).toHaveCount(0, { timeout: 10_000 })
})

test('the value of the other side can be taken by one key, and saving without a choice asks', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await settled(page)
  await nameField(page).fill('Mine')
  await clerk.call(devices.update, { params: { id }, body: { name: 'Theirs' } })
  const conflict = page.getByRole('status').filter({ hasText: 'changed this too' })
  await expect(conflict).toContainText('Theirs')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this too' })
  await expect(question.getByRole('radio', { name: 'Name: Yours' })).toBeChecked()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(nameField(page)).toHaveValue('Mine')
  await nameField(page).focus()
  await page.keyboard.press('Alt+t')
  await expect(nameField(page)).toHaveValue('Theirs')
  await expect(conflict).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible()
})

test('a version saved in the very moment of saving is merged, and asks only where both changed a field', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 412/)
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  const meanwhile = [{ report_interval_seconds: 900 }, { name: 'Theirs' }]
  await page.route(`**/api/devices/${id}`, async route => {
    const body = route.request().method() === 'GET' ? undefined : meanwhile.shift()
    if (body) await clerk.call(devices.update, { params: { id }, body })
    await route.continue()
  })
  await signIn(page, clerk, `/devices/${id}/edit`)
  await settled(page)
  await nameField(page).fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this too' })
  await expect(question.getByRole('row')).toHaveCount(2)
  await expect(question.getByRole('row', { name: /^Name/ })).toContainText('Theirs')
  await question.getByRole('button', { name: 'Save these versions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
  expect(await clerk.call(devices.show, { params: { id } })).toMatchObject({
    name: 'Mine',
    report_interval_seconds: 900,
  })
})

test('a form says that its record was deleted, and keeps what was typed', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 404/)
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId)
  await signIn(page, clerk, `/devices/${id}/edit`)
  await settled(page)
  await nameField(page).fill('Typed with care')
  await clerk.call(devices.remove, { params: { id } })
  await expect(page.getByRole('alert').filter({ hasText: 'This record was deleted' })).toBeVisible()
  await expect(nameField(page)).toHaveValue('Typed with care')
})

test('customers see the staff of the service as support, without names', async ({
  page,
  elsewhere,
  person,
}) => {
  const owner = await person('organization_admin')
  const operator = await person('operator', { name: 'Olga Secret' })
  const { id } = await device(owner, owner.organizationId)
  const desk = await elsewhere()
  await signIn(desk, operator, `/devices/${id}`)
  await settled(desk)
  await signIn(page, owner, `/devices/${id}`)
  await expect(others(page)).toHaveAccessibleName('Who else has this open: Support has this open')
  await expect(others(desk)).toHaveAccessibleName(new RegExp(owner.name))
  await expect(page.locator('body')).not.toContainText('Olga')
})

test('two translators on one text see each other, and neither loses what they typed', async ({
  page,
  elsewhere,
  person,
}) => {
  const [ana, ben] = [
    await person('translator', { name: 'Ana Ruiz' }),
    await person('translator', { name: 'Ben Ito' }),
  ]
  const id = 'de:usage:lead'
  const path = `/translations?language=de&text=${encodeURIComponent(id)}`
  const desk = await elsewhere()
  await signIn(page, ana, path)
  await signIn(desk, ben, path)
  await settled(page)
  await settled(desk)
  const [mine, theirs] = [unique('Von Ana'), unique('Von Ben')]
  const field = (at: Page) => at.getByLabel('Translation', { exact: true })
  await field(page).fill(mine)
  await expect(desk.getByText('Ana Ruiz is editing', { exact: true }).last()).toBeVisible()
  await field(desk).fill(theirs)
  await desk.getByRole('button', { name: 'Save draft' }).click()

  const conflict = page.getByRole('status').filter({ hasText: 'Ben Ito has saved another translation' })
  await expect(conflict).toContainText(theirs)
  await expect(field(page)).toHaveValue(mine)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Ben Ito changed this too' })).toBeVisible()
  await conflict.getByRole('button', { name: 'Translation: Keep yours' }).click()
  await expect(conflict).toBeHidden()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect
    .poll(async () => (await ana.call(translations.show, { params: { id } })).forms)
    .toMatchObject({ text: mine })
  // Ben, who types nothing, has Ana's text.
  await expect(field(desk)).toHaveValue(mine)
  await visit(page, '/translations?language=fr')
  await expect(others(desk)).toHaveCount(0)
})

test('operators see who else has an alert open', async ({ page, elsewhere, person }) => {
  const owner = await person('organization_admin')
  const elder = await owner.call(elderly.create, { body: { name: unique('Rosa') } })
  const [ana, ben] = [await person('operator', { name: 'Ana Ruiz' }), await person('operator')]
  const { id: raised } = await owner.call(emergency.trigger, {
    query: { user_id: elder.id },
    body: { emergency_type: 'fall' },
  })
  const desk = await elsewhere()
  await signIn(page, ben, `/emergency/alerts/${raised}`)
  await signIn(desk, ana, `/emergency/alerts/${raised}`)
  await expect(others(page)).toHaveAccessibleName(/Ana Ruiz has this open/)
  await desk.close()
  await expect(others(page)).toHaveCount(0)
})

for (const { language, width } of [
  { language: 'ar', width: 390 },
  { language: 'en', width: 390 },
  { language: 'de', width: 1440 },
])
  for (const theme of ['light', 'dark'] as const)
    test(`a conflict is readable and accessible: ${language}, ${width} px, ${theme}`, async ({
      page,
      elsewhere,
      person,
    }, info) => {
      const ana = await person('organization_admin', { name: 'Ana Ruiz' })
      const ben = await person('organization_admin', { name: 'Ben Ito', organizationId: ana.organizationId })
      const { id } = await device(ana, ana.organizationId)
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(theme => localStorage.setItem('theme', theme), theme)
      const desk = await elsewhere()
      await signIn(desk, ben, `/devices/${id}/edit`)
      await signIn(page, ana, `/devices/${id}/edit?lang=${language}`)
      await settled(page)
      await page.locator('#name').fill('My own name for it')
      await nameField(desk).fill('Their name for it')
      await interval(desk).fill('1200')
      await desk.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('[data-conflict="name"]')).toBeVisible()
      await expect(page.locator('#report_interval_seconds')).toHaveValue('1200')
      await expect(page.locator('button[aria-haspopup="dialog"]').filter({ hasText: 'BI' })).toBeVisible()
      await axe(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.screenshot({
        path: info.outputPath(`conflict-${language}-${width}-${theme}.png`),
        fullPage: true,
      })
    })
