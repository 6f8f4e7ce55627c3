import { readFile } from 'node:fs/promises'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { axe, choose, expect, signIn, test, unique } from '#tests/fixtures/console.ts'

test('an organization admin reviews people, keys and roles, and ends what is not needed', async ({
  page,
  person,
}) => {
  const admin = await person('organization_admin')
  const organizationId = admin.organizationId
  const [carer, relative] = [
    await person('caregiver', { organizationId, name: unique('Cora') }),
    await person('family_member', { organizationId, name: unique('Fred') }),
  ]
  const key = await admin.call(apiKeys.create, {
    body: { name: unique('Gateway'), scopes: ['devices:read'] },
  })
  await signIn(page, admin, '/access-review')
  const main = page.getByRole('main')
  await expect(main.getByText('No matching people')).toBeVisible()
  await choose(main.getByLabel('Show'), 'Without two-factor authentication')
  await expect(main.getByRole('row', { name: carer.name })).toBeVisible()
  await axe(page)

  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(relative.name)
  expect(file).toContain('Last sign-in')

  await main.getByRole('button', { name: `End sessions of ${carer.name}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([carer.name])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  for (const { name } of [carer, relative]) await main.getByLabel(`Select ${name}`, { exact: true }).check()
  await main.getByRole('button', { name: 'End sessions of 2 people' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('Sessions of 2 people ended')).toBeVisible()
  for (const ended of [carer, relative]) await expect(ended.call(auth.me)).rejects.toThrow()

  await main.getByRole('button', { name: 'API keys' }).click()
  await expect(main.getByText('No matching API keys')).toBeVisible()
  await choose(main.getByLabel('Show'), 'All')
  await main.getByRole('button', { name: `Revoke ${key.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('1 key revoked')).toBeVisible()
  await expect(main.getByText(key.name)).toBeHidden()

  await main.getByRole('button', { name: 'Roles' }).click()
  await choose(main.getByLabel('Role', { exact: true }), 'Family member')
  await expect(main.getByRole('row', { name: 'Devices and device events' })).toContainText(
    'People assigned to them',
  )
  await expect(main.getByRole('row', { name: 'API keys' })).toContainText('No access')
  await axe(page)

  const { logs } = await admin.call(activityLogs.list, { query: { action: ['sessions_revoked', 'delete'] } })
  expect(logs.map(({ resource_id }) => resource_id)).toEqual(
    expect.arrayContaining([carer.id, relative.id, key.id]),
  )
})

test('nobody but admins gets to the access review', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/access-review')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})
