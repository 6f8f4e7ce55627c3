import { assignments } from '#contract/people/assignments.ts'
import { caregivers } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import { expect, settled, signIn, test, unique } from '#tests/fixtures/console.ts'

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
