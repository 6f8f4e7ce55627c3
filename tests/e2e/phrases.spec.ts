import { axe, device, expect, settled, signIn, tabTo, test, unique } from '#tests/fixtures/console.ts'

test('a sentence becomes filters, by keyboard; what is not understood is underlined and left out', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Pendant of the hall', kind: 'pendant' })
  await device(clerk, clerk.organizationId, { name: 'Hub of the hall', kind: 'hub' })
  await signIn(page, clerk, '/devices')
  await expect(page.getByText('2 in total')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Filter by sentence' }))
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter by sentence' })
  await expect(panel.getByLabel('Describe the records')).toBeFocused()
  await page.keyboard.type('never reported purple pendants with battery under')

  await test.step('the filters are shown before they apply', async () => {
    await expect(panel.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([
      'Reporting is Never reported',
      'Type is Pendant',
    ])
    await expect(panel.locator('mark')).toHaveText(['purple', 'battery', 'under'])
    await expect(panel.getByText('“purple” isn’t a field, an option, a time or a name here')).toBeVisible()
    await expect(panel.getByText('“battery” is incomplete')).toBeVisible()
  })

  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(page.getByText('1 matching')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pendant of the hall' })).toBeVisible()
  await expect(page).toHaveURL('/devices?state=unknown&kind=pendant')
})

test('a record is found by its exact name; of namesakes none is chosen', async ({
  page,
  person,
  organization,
}) => {
  const operator = await person('operator')
  // “Hub” is also an option of this list.
  const [name, shared] = [`${unique('Villa')} Hub`, `Villa ${unique('Twin')}`]
  const hub = unique('Their hub')
  const home = await organization(name)
  await organization(shared)
  await organization(shared)
  await device(await person('organization_admin', { organizationId: home }), home, {
    name: hub,
    kind: 'hub',
  })
  await signIn(page, operator, '/devices')
  await page.getByRole('button', { name: 'Filter by sentence' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter by sentence' })
  const sentence = panel.getByLabel('Describe the records')
  const filters = panel.getByRole('list', { name: 'Filters' }).getByRole('listitem')

  await sentence.fill(`hubs of ${shared}`)
  await expect(panel.getByText(`Several records are called “${shared}”`)).toBeVisible()
  await expect(filters).toHaveText(['Type is Hub'])

  await sentence.fill(`hubs of ${name.toUpperCase()}`)
  await expect(filters).toHaveText(['Type is Hub', `Organization is ${name}`])
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('link', { name: hub })).toBeVisible()
  await expect(page.getByText('1 matching')).toBeVisible()
})

test('the palette takes the same sentences, for every list that understands all of one', async ({
  page,
  person,
  organization,
}) => {
  const operator = await person('operator')
  const name = unique('Casa')
  const home = await organization(name)
  const clerk = await person('organization_admin', { organizationId: home })
  const tablet = unique('Tablet')
  await device(clerk, home, { name: tablet, kind: 'tablet' })
  await device(clerk, home, { name: unique('Pendant'), kind: 'pendant' })
  await signIn(page, operator, '/analytics')
  await settled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const lists = palette.getByRole('group', { name: 'Filtered lists' }).getByRole('option')
  const input = palette.getByRole('combobox')

  await input.fill(`unreported purple tablets of ${name}`)
  await expect(input).toHaveAttribute('aria-busy', 'false')
  await expect(lists).toHaveCount(0)

  await input.fill(`tablets of ${name}`)
  await expect(lists).toHaveText([`DevicesType is Tablet · Organization is ${name}`])
  await expect(lists).toHaveAttribute('aria-selected', 'true')
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/devices?kind=tablet&organization_id=${home}`)
  await expect(page.getByRole('link', { name: tablet })).toBeVisible()
  await expect(page.getByText('1 matching')).toBeVisible()
})

test('activity is found by the name of the person who acted', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const carer = await person('caregiver', { organizationId: clerk.organizationId, name: unique('Rosa') })
  await signIn(page, clerk, '/activity-logs')
  await page.getByRole('button', { name: 'Filter by sentence' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter by sentence' })
  await panel.getByLabel('Describe the records').fill(`activity of ${carer.name} today`)
  await expect(panel.getByRole('list', { name: 'Filters' })).toContainText(carer.name)
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/activity-logs\?.*user_id=\d+/)
})
