import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { axe, choose, expect, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

test('medication times are entered in the person’s time zone, which is shown next to them', {
  tag: '@journey',
}, async ({ page, person, api }) => {
  const { id } = await api.call(organizations.create, {
    body: { name: unique('Kita'), kind: 'care_provider', region: 'Asia Pacific', time_zone: 'Asia/Tokyo' },
  })
  const clerk = await person('organization_admin', { organizationId: id })
  const { id: hana } = await clerk.call(elderly.create, { body: { name: unique('Hana') } })
  const current = () => clerk.call(elderly.show, { params: { id: hana } })

  await signIn(page, clerk, `/users/elderly/${hana}/edit`)
  await settled(page)
  await expect(page.getByText('Times in Asia/Tokyo')).toBeVisible()

  await test.step('by keyboard', async () => {
    await page.getByRole('button', { name: 'Add medication' }).press('Enter')
    const first = page.getByRole('group', { name: 'Medication 1' })
    await expect(first.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Ramipril')
    await page.keyboard.press('Tab')
    await page.keyboard.type('5 mg')
    await page.keyboard.press('Tab')
    await page.keyboard.type('8')
    await page.keyboard.press('Enter')
    await page.keyboard.type('20.30')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(first).toContainText('08:00')
    await expect(first).toContainText('20:30')
  })
  await axe(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Hana/ })).toBeVisible()
  await expect(page.getByText('Ramipril 5 mg 08:00 · 20:30 (Asia/Tokyo)')).toBeVisible()
  expect(await current()).toMatchObject({
    time_zone: 'Asia/Tokyo',
    medications: [{ name: 'Ramipril', dose: '5 mg', times: ['08:00', '20:30'] }],
  })

  await test.step('the zone follows the person’s', async () => {
    await page.goto(`/users/elderly/${hana}/edit`)
    await settled(page)
    await choose(page.getByRole('combobox', { name: 'Time zone' }), 'Berlin (Europe)')
    await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
  })

  await test.step('what is no time is refused by name', async () => {
    const times = page.getByRole('group', { name: 'Medication 1' }).getByRole('combobox', { name: 'Times' })
    await times.fill('noon')
    await times.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Item 1, Times:')).toBeVisible()
    expect(await current()).toMatchObject({ time_zone: 'Asia/Tokyo' })
  })

  await test.step('a removed one is gone', async () => {
    await page.getByRole('button', { name: 'Remove medication 1 Ramipril' }).click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(current).toMatchObject({ time_zone: 'Europe/Berlin', medications: [] })
  })
})
