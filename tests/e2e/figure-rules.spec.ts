import { figureRules } from '#contract/platform/figure-rules.ts'
import {
  axe,
  choose,
  chooseAction,
  expect,
  type Person,
  settled,
  signIn,
  test,
} from '#tests/fixtures/console.ts'

/** A rule that fires with its first check: an organization without translation sessions has fewer than five. */
const rule = (by: Person, id: string) =>
  by.call(figureRules.create, {
    body: {
      name: 'Few sessions',
      source: { name: 'operations', figure: 'total_sessions', filters: {} },
      condition: { kind: 'below', value: 5 },
      recipient_ids: [id],
    },
  })

test('an admin watches a figure from its panel, sees it fire, mutes it, and reads its history', {
  tag: '@journey',
}, async ({ page, person }) => {
  const admin = await person('organization_admin')
  await signIn(page, admin, '/operations?figure=total_sessions,mode:medical')
  await page.getByRole('link', { name: 'Watch this figure' }).click()

  await expect(page.getByRole('heading', { name: 'New figure rule' })).toBeVisible()
  await settled(page)
  await expect(page.getByText(/^Filters: .+ = medical$/)).toBeVisible()
  await expect(
    page.getByText('Times it would have fired in the last 30 days, with one value a day: 0', {
      exact: false,
    }),
  ).toBeVisible()
  await choose(page.getByRole('combobox', { name: 'The rule fires if the figure' }), 'is below a value')
  await page.getByLabel('Threshold', { exact: true }).fill('5')
  await expect(
    page.getByText('Times it would have fired in the last 30 days, with one value a day: 1', {
      exact: false,
    }),
  ).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Translation sessions' })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Firing', { exact: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await settled(page)
  await expect(page.getByText('below 5 · More is better')).toBeVisible()
  await axe(page)

  await chooseAction(page, 'Mute')
  const dialog = page.getByRole('dialog', { name: 'Mute the rule' })
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(dialog.getByText('Required').first()).toBeVisible()
  const until = dialog.getByLabel('Until')
  await until.fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).concat(' 12:00'))
  await until.press('Enter')
  await dialog.getByLabel('Reason').fill('Known outage')
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByText('Rule muted')).toBeVisible()
  await expect(page.getByText('Muted', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Known outage').first()).toBeVisible()

  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Figure Rule Events \d/ }).click()
  await expect(main.getByText('Firing', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Known outage').first()).toBeVisible()
  await axe(page)
  await main.getByRole('button', { name: /^Figure Rule Messages \d/ }).click()
  await expect(main.getByText('Notifications', { exact: true }).first()).toBeVisible()
  await main.getByRole('button', { name: /^Figure Rule Events \d/ }).click()
  await page.getByRole('link', { name: 'Open the figure' }).first().click()
  await expect(page.getByRole('heading', { name: 'Translation sessions', exact: true })).toBeVisible()
  await expect(page.getByText(/Filters: .+ = /)).toBeVisible()
})

test('a form without a threshold names the field, and whoever may not watch figures is not offered it', async ({
  page,
  person,
}) => {
  const admin = await person('organization_admin')
  await signIn(page, admin, '/figure-rules')
  await expect(page.getByText('No figure rules')).toBeVisible()
  await page.getByRole('link', { name: 'New figure rule' }).first().click()
  await settled(page)
  await expect(page.getByText('Choose a figure and a threshold')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await axe(page)
  await signIn(page, await person('caregiver'), '/figure-rules')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Figure Rules')
})

for (const language of ['en', 'ar'])
  test(`a rule fits a telephone, ${language}`, async ({ page, person }) => {
    const admin = await person('organization_admin')
    const { id } = await rule(admin, admin.id)
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, admin, `/figure-rules/${id}?lang=${language}`)
    await settled(page)
    await axe(page)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.goto(`/figure-rules/${id}/edit?lang=${language}`)
    await settled(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
