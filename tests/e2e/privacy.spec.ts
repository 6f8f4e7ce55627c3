import { readFile } from 'node:fs/promises'
import { elderly } from '#contract/people/elderly.ts'
import { expect, origin, signIn, test, unique } from '#tests/fixtures/console.ts'
import { client } from '#tests/fixtures/http.ts'

test('a person’s data is downloaded, and the person erased after typing their name', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const name = unique('Rosa')
  const { id } = await client(origin, clerk.token).call(elderly.create, { body: { name } })
  await signIn(page, clerk, `/users/elderly/${id}`)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  const file = await waiting
  expect(await readFile(await file.path(), 'utf8')).toContain(name)

  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` })
  await dialog.getByLabel('Type the name to confirm').fill('somebody')
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(dialog.getByText('The name doesn’t match')).toBeVisible()
  await dialog.getByLabel('Type the name to confirm').fill(name)
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page).toHaveURL('/users/elderly')
  await expect(page.getByText(`${name} was erased`)).toBeVisible()
  await expect(page.getByRole('row', { name })).toHaveCount(0)
})

test('everyone may download their own data', async ({ page, person }) => {
  await signIn(page, await person('caregiver'), '/security/2fa')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  await waiting
})

test('the system status shows adapters, health and retention', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/system-status')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System Status')
  await expect(page.getByRole('term').filter({ hasText: 'Chat model' })).toBeVisible()
  await expect(page.getByText('Not configured').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Transcripts 730 days/ })).toBeVisible()
})
