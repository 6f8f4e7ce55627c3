import type { Locator } from '@playwright/test'
import { assignments } from '#contract/people/assignments.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { axe, chosen, expect, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

test('an organization is set up from its own page, which every form returns to', async ({ page, person }) => {
  await signIn(page, await person('super_admin'), '/users/organizations/create')
  const name = unique('Amselhof')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Type').click()
  await page.getByTitle('Care provider').click()
  await page.getByLabel('Region').click()
  await page.getByTitle('Asia Pacific').click()
  await page.getByLabel('Time zone').fill('toky')
  await page.getByTitle('Tokyo (Asia)').click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Asia/Tokyo')).toBeVisible()
  const home = page.url()

  const tabs = page.getByRole('navigation', { name })
  await tabs.getByRole('button', { name: /^Elderly Users/ }).click()
  await page.getByRole('link', { name: 'New elderly user' }).click()
  const rosa = unique('Rosa')
  await page.getByLabel('Name', { exact: true }).fill(rosa)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(`${home}?tab=elderly`)
  await expect(page.getByRole('link', { name: rosa })).toBeVisible()

  await tabs.getByRole('button', { name: /^Invitations/ }).click()
  await page.getByRole('link', { name: 'Invite user' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${home}?tab=invites`)
  await tabs.getByRole('button', { name: /^Assignments/ }).click()
  await page.getByRole('link', { name: 'New assignment' }).click()
  await page.getByLabel('Relationship').fill('Dau')
  await page.getByTitle('Daughter').click()
  await expect(page.getByLabel('Relationship')).toHaveValue('Daughter')
})

test('an organization is set up in one flow of at most 25 clicks, which can be left and resumed', {
  tag: '@journey',
}, async ({ page, person }) => {
  await signIn(page, await person('super_admin'), '/users/organizations')
  await settled(page)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const type = async (label: string | RegExp, text: string, nth = 0) => {
    const input = page.getByLabel(label, { exact: true }).nth(nth)
    await click(input)
    await page.keyboard.type(text)
  }
  const option = (title: string) => page.locator('.ant-select-item-option:visible').filter({ hasText: title })
  const name = unique('Finkenhof')
  const mail = (who: string) => `${unique(who)}@example.org`

  await click(page.getByRole('link', { name: 'Guided setup' }))
  await type('Name', name)
  await click(page.getByLabel('Type'))
  await click(option('Care provider'))
  await click(page.getByLabel('Region'))
  await click(option('Asia Pacific'))
  // It is preset to the browser's zone.
  await click(chosen(page.getByLabel('Time zone')))
  await page.keyboard.type('toky')
  await click(option('Tokyo (Asia)'))
  await axe(page)
  await click(page.getByRole('button', { name: 'Save and continue' }))

  await expect(page.getByText(`For ${name}.`)).toBeVisible()
  const [rosa, jonas] = [unique('Rosa'), unique('Jonas')]
  await type('Name', rosa, 0)
  await type('Name', jonas, 1)
  await type('Email', mail('jonas'), 0)
  await type('Name', unique('Mia'), 2)
  await type('Email', mail('mia'), 1)
  await axe(page)
  await click(page.getByRole('button', { name: 'Save and continue' }))

  await test.step('left here and resumed from the organization, at the first step without records', async () => {
    const before = clicks
    await expect(page.getByLabel('Serial number')).toBeVisible()
    await click(page.getByRole('link', { name: 'Continue later' }))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await click(page.getByRole('link', { name: 'Open guided setup' }))
    await expect(page.getByLabel('Serial number')).toBeVisible()
    clicks = before
  })
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Pendant · ${rosa}`)
  await type('Serial number', unique('SN'))
  await click(page.getByRole('button', { name: 'Save and continue' }))
  const secret = page.getByRole('dialog')
  await expect(secret.getByRole('code')).toContainText('vdd_')
  await click(secret.getByRole('button', { name: 'I’ve saved it' }))

  await expect(page.getByTitle(jonas)).toBeVisible()
  await click(page.getByLabel('Relationship'))
  await click(option('Daughter'))
  await axe(page)
  await click(page.getByRole('button', { name: 'Save and continue' }))

  await expect(page.getByRole('button', { name: 'Save and finish' })).toBeVisible()
  await type('Email', mail('nora'))
  await click(page.getByRole('button', { name: 'Save and finish' }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(25)
  const tabs = page.getByRole('navigation', { name })
  for (const list of [
    'Elderly Users',
    'Caregivers',
    'Family Members',
    'Devices',
    'Assignments',
    'Invitations',
  ])
    await expect(tabs.getByRole('button', { name: new RegExp(`^${list}\\W*1$`) })).toBeVisible()
})

test('every step of the setup can be skipped, and a person who was refused can be corrected', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/409|422/)
  const clerk = await person('organization_admin')
  await signIn(page, clerk, `/users/organizations/${clerk.organizationId}/setup`)
  await page.getByLabel('Name', { exact: true }).nth(0).fill('Rosa Fink')
  await page.getByLabel('Name', { exact: true }).nth(1).fill('Jonas Fink')
  const email = page.getByLabel('Email', { exact: true }).nth(0)
  // Somebody else has this address: the first person is created, the second is not.
  await email.fill(clerk.email)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('Rosa Fink was created.')).toBeVisible()
  await email.fill(`${unique('jonas')}@example.org`)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByLabel('Serial number')).toBeVisible()
  for (const next of ['assignment', 'invite']) {
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`step=${next}$`))
  }
  await page.getByRole('link', { name: 'Skip and finish' }).click()
  await expect(page).toHaveURL(`/users/organizations/${clerk.organizationId}`)
  const { total } = await clerk.call(elderly.list, { query: { name: 'Rosa Fink' } })
  expect(total).toBe(1)
})

test('an assignment is named after its two people, and shows consent in words', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const rosa = await clerk.call(elderly.create, { body: { name: 'Rosa Amsel' } })
  const username = unique('jonas')
  const jonas = await clerk.call(caregivers.create, {
    body: { name: 'Jonas Fink', username, email: `${username}@example.org` },
  })
  const { id } = await clerk.call(assignments.create, {
    body: {
      elderly_id: rosa.id,
      caregiver_id: jonas.id,
      relationship: 'Key worker',
      consent: { location: true, transcripts: false },
    },
  })
  await signIn(page, clerk, `/assignments/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Amsel · Jonas Fink')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Jonas Fink' })).toBeVisible()
  await expect(main.getByText('Location', { exact: true })).toBeVisible()
  await expect(main).not.toContainText(jonas.id)
  await expect(main).not.toContainText('{')
})

test('the log is filtered by people’s names', async ({ page, person }) => {
  const boss = await person('super_admin')
  const doer = await person('admin', { name: unique('Ines') })
  await doer.call(organizations.create, {
    body: { name: unique('Haus'), kind: 'household', region: 'Europe' },
  })
  await signIn(page, boss, '/activity-logs')
  await settled(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'User ID' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill(doer.name)
  await page.getByRole('checkbox', { name: doer.name }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('search')).toContainText(`is ${doer.name}`)
  await expect(page.getByRole('row').filter({ hasText: doer.email }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: boss.email })).toHaveCount(0)
})
