import { readFile } from 'node:fs/promises'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { caregivers } from '#contract/people/carers.ts'
import { organizations } from '#contract/people/organizations.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { axe, choose, expect, signIn, test, unique } from '#tests/fixtures/console.ts'

test('an organization admin reviews people, keys and roles, and ends what is not needed', {
  tag: '@journey',
}, async ({ page, person }) => {
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
  await choose(main.getByLabel('Show', { exact: true }), 'Without two-factor authentication')
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
  await choose(main.getByLabel('Show', { exact: true }), 'All')
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

test('staff narrow the review to an organization and turn its pages; on a phone rows are cards', async ({
  page,
  person,
  api,
}) => {
  test.slow()
  const admin = await person('organization_admin', { name: unique('Ada') })
  const organization_id = admin.organizationId
  const carers = Array.from({ length: 51 }, () => unique('carer'))
  for (const username of carers)
    await api.call(caregivers.create, {
      body: { name: username, username, email: `${username}@example.org`, organization_id },
    })
  const { name } = await admin.call(organizations.show, { params: { id: organization_id } })
  await signIn(page, await person('super_admin'), '/access-review')
  const main = page.getByRole('main')
  await choose(main.getByLabel('Show', { exact: true }), 'All')
  await main.getByRole('button', { name: 'All organizations' }).click()
  await page.getByRole('searchbox', { name: 'Find an organization' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(main.getByText('52 found, 50 shown')).toBeVisible()
  const pages = main.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–50 of 52')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('51–52 of 52')
  await expect(main.getByText('52 found, 2 shown')).toBeVisible()
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await expect(pages).toContainText('1–50 of 52')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main.getByRole('row').nth(2)).toBeVisible()
  const hidden = await page.evaluate(() => {
    const table = document.querySelector('table')
    return (table?.parentElement?.scrollWidth ?? 0) - (table?.parentElement?.clientWidth ?? 0)
  })
  expect(hidden).toBe(0)
  await axe(page)
  await choose(main.getByLabel('Show', { exact: true }), 'Without two-factor authentication')
  await expect(pages).toContainText('1–50')
})

test('nobody but admins gets to the access review', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/access-review')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})
