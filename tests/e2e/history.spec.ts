import { readFile } from 'node:fs/promises'
import { devices } from '#contract/devices/devices.ts'
import { organizations } from '#contract/people/organizations.ts'
import { axe, device, expect, settled, signIn, test } from '#tests/fixtures/console.ts'

test('a record’s history restores an earlier version', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  const clerk = await person('organization_admin')
  const { id, name } = await device(clerk, clerk.organizationId)
  const rename = (name: string) => clerk.call(devices.update, { params: { id }, body: { name } })
  await rename('Kitchen')
  await rename('Hall')
  await signIn(page, clerk, `/devices/${id}?tab=history`)

  const acts = page
    .getByRole('list')
    .filter({ has: page.getByText('Request ID') })
    .getByRole('listitem')
  await expect(acts).toHaveCount(3)
  await expect(acts.nth(0).getByRole('row', { name: 'Name' })).toHaveText('NameKitchenHall')
  await expect(acts.nth(0)).toContainText(`by ${clerk.email}`)
  await expect(acts.nth(0).getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await axe(page)

  await test.step('the previous version, with a preview', async () => {
    await acts.nth(1).getByRole('button', { name: 'Restore this version' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' })
    await expect(dialog.getByRole('row', { name: 'Name' })).toHaveText('NameHallKitchen')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('“Kitchen” was restored')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen')
    await expect(acts).toHaveCount(4)
    await expect(acts.nth(0)).toContainText('Restore')
    await expect(acts.nth(0).getByRole('row', { name: 'Name' })).toHaveText('NameHallKitchen')
  })

  await test.step('the first version, undoing everything after it', async () => {
    await acts.nth(3).getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(acts).toHaveCount(5)
  })

  await test.step('but not over a change made meanwhile', async () => {
    complaints.expect(/412/)
    await acts.nth(1).getByRole('button', { name: 'Restore this version' }).click()
    await page.route(`**/api/devices/${id}`, async route => {
      if (route.request().method() === 'PUT') await rename('Attic')
      await route.continue()
    })
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText(/Someone else changed/)).toBeVisible()
    await expect.poll(async () => (await clerk.call(devices.show, { params: { id } })).name).toBe('Attic')
  })
})

test('with read permission only, a record shows its history without restore', async ({
  page,
  person,
  organization,
  api,
}) => {
  const id = await organization()
  await api.call(organizations.update, { params: { id }, body: { name: 'Haven' } })
  const path = `/users/organizations/${id}?tab=history`
  await signIn(page, await person('operator'), path)
  await expect(page.getByText('Request ID')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await signIn(page, await person('analyst'), path)
  await settled(page)
  await expect(page.getByRole('button', { name: 'History' })).toHaveCount(0)
})

test('related records are listed with a record, and counted', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  for (const name of ['Hub B', 'Hub A']) await device(clerk, clerk.organizationId, { name })
  await signIn(page, clerk, `/users/organizations/${clerk.organizationId}`)
  const tabs = page.getByRole('navigation').filter({ has: page.getByRole('button', { name: 'History' }) })
  await expect(tabs.getByRole('button', { name: 'Admin Users 1' })).toBeVisible()
  await tabs.getByRole('button', { name: 'Devices 2' }).click()
  const list = page.getByRole('region', { name: 'Devices' })
  await expect(list.getByRole('link', { name: /^Hub/ })).toHaveText(['Hub A', 'Hub B'])
  await expect(list.getByRole('columnheader', { name: 'Organization' })).toHaveCount(0)
  await axe(page)
  await list.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(list.getByRole('link', { name: /^Hub/ })).toHaveText(['Hub B', 'Hub A'])
  await page.reload()
  await list.getByRole('link', { name: 'Open as list' }).click()
  await expect(page).toHaveURL(`/devices?organization_id=${clerk.organizationId}`)
  await expect(page.getByText('2 matching')).toBeVisible()
})

test('the activity log is verified on its screen, and its file downloaded', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/activity-logs')
  await page.getByRole('button', { name: 'Verify integrity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the activity log' })
  await dialog.getByRole('button', { name: 'Start verification' }).click()
  await expect(dialog.getByRole('heading', { name: 'Log verified' })).toBeVisible()
  await expect(dialog.getByText(/^\d+:[0-9a-f]{64}$/)).toBeVisible()
  await axe(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download file' }).click()
  const file = await (await saving).path()
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)).toMatch(/^\{"end":/)
})
