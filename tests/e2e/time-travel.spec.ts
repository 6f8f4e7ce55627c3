import { readFile } from 'node:fs/promises'
import { devices } from '#contract/devices/devices.ts'
import {
  axe,
  chooseTime,
  device,
  expect,
  type Person,
  signIn,
  test,
  unique,
  visit,
} from '#tests/fixtures/console.ts'

/** An instant that everything before has happened by, and everything after comes after. */
async function moment(): Promise<string> {
  const now = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(now)
  return new Date(now).toISOString()
}

const rename = (person: Person, id: string, name: string) =>
  person.call(devices.update, { params: { id }, body: { name } })

test('a record is shown as it was, compared and restored', async ({ page, person, complaints }) => {
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId, { name: 'Hall' })
  const first = await moment()
  await rename(clerk, id, 'Kitchen')
  const second = await moment()
  await rename(clerk, id, 'Attic')
  await signIn(page, clerk, `/devices/${id}`)

  await test.step('the menu asks for a time; before the log there is nothing', async () => {
    complaints.expect(/422/)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'View as of…' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as of an earlier time' })
    await expect(dialog).toBeVisible()
    await axe(page)
    await chooseTime(page, '2020-01-31 10:15')
    await expect(page).toHaveURL(/as_of=2020-01-31T10%3A15%3A00\.000Z/)
    await expect(page.getByText('The activity log begins at')).toBeVisible()
  })

  await test.step('a link shows the past, read-only', async () => {
    await visit(page, `/devices/${id}?as_of=${second}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen')
    await expect(page.getByText('This is the past, so nothing can be changed here.')).toBeVisible()
    await expect(page.getByText(/^Not in the activity log:.*Battery/)).toBeVisible()
    await expect(page.locator('dl').getByText('Unknown').first()).toBeVisible()
    for (const name of ['Edit', 'Actions'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('row', { name: 'Name' })).toHaveText('NameKitchenAttic')
    await axe(page)
  })

  await test.step('two instants are compared, and the address keeps both', async () => {
    await visit(page, `/devices/${id}?as_of=${second}&compared=${first}`)
    await expect(page.getByRole('row', { name: 'Name' })).toHaveText('NameHallKitchen')
    await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Compare with now' }).click()
    await expect(page.getByRole('row', { name: 'Name' })).toHaveText('NameKitchenAttic')
    await expect(page).not.toHaveURL(/compared/)
  })

  await test.step('and the version is restored, with a preview', async () => {
    await page.getByRole('button', { name: 'Restore this version' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' })
    await expect(dialog.getByRole('row', { name: 'Name' })).toHaveText('NameAtticKitchen')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('“Kitchen” was restored')).toBeVisible()
    await expect(page.getByText('No differences')).toBeVisible()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(page).toHaveURL(`/devices/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen')
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Request ID' }).first()).toContainText(
      'Restore',
    )
  })

  await test.step('but not a time before it was created', async () => {
    complaints.expect(/404/)
    const other = await device(clerk, clerk.organizationId)
    await visit(page, `/devices/${other.id}?as_of=${first}`)
    await expect(page.getByText('Not there at this time')).toBeVisible()
  })
})

test('a list is shown as it was: deleted rows come back, later ones vanish', async ({
  page,
  person,
  complaints,
}) => {
  const clerk = await person('organization_admin')
  const [hall, gone] = [unique('Hall'), unique('Gone')]
  const { id } = await device(clerk, clerk.organizationId, { name: hall })
  const removed = await device(clerk, clerk.organizationId, { name: gone })
  const then = await moment()
  await rename(clerk, id, 'Later name')
  await clerk.call(devices.remove, { params: { id: removed.id } })
  await device(clerk, clerk.organizationId, { name: unique('New') })
  await signIn(page, clerk, '/devices')
  const rows = page.getByRole('region', { name: 'Devices' }).locator('td a[href^="/devices/"]')
  await expect(rows.filter({ hasText: 'Later name' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'View as of…' })).toBeVisible()

  await visit(page, `/devices?as_of=${then}`)
  await expect(rows).toHaveText([gone, hall])
  await expect(page.getByText('This list shows the past')).toBeVisible()
  await expect(page.getByText('2 in total')).toBeVisible()
  await expect(page.getByText('Unknown').first()).toBeVisible()
  for (const name of ['Export or import', 'Show deleted', 'View as of…'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'New device' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await axe(page)

  await test.step('filters apply to the values of then, and keep the time', async () => {
    await page.getByRole('searchbox').fill(hall)
    await expect(rows).toHaveText([hall])
    await expect(page).toHaveURL(/as_of=/)
    await page.reload()
    await expect(rows).toHaveText([hall])
  })

  await test.step('a field that the log does not know is refused by name', async () => {
    complaints.expect(/422/)
    await visit(page, `/devices?as_of=${then}&status=online`)
    await expect(page.getByText('Status: The activity log has no earlier values of this field')).toBeVisible()
  })

  await test.step('a row leads to its past, and the way back to now', async () => {
    complaints.expect(/404/)
    await visit(page, `/devices?as_of=${then}&_edit=${id}`)
    await expect(rows).toHaveText([gone, hall])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await rows.filter({ hasText: gone }).click()
    await expect(page).toHaveURL(new RegExp(`/devices/${removed.id}\\?as_of=`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(gone)
    await expect(page.getByText('It has been deleted since then.')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Change time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(page).toHaveURL('/devices')
    await expect(rows.filter({ hasText: gone })).toHaveCount(0)
  })
})

test('a list of the past is exported as it was', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const { id } = await device(clerk, clerk.organizationId, { name: 'Hall' })
  const then = await moment()
  await rename(clerk, id, 'Attic')
  await signIn(page, clerk, `/devices?as_of=${then}`)
  await expect(page.getByRole('row', { name: /Hall/ })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await expect(menu.getByText(/^As of .*: the file says so/)).toBeVisible()
  await menu.getByText('CSV').click()
  await axe(page)
  const downloading = page.waitForEvent('download')
  await menu.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  const stamp = then.slice(0, 16).replace('T', ' ').replace(':', '')
  expect(file.suggestedFilename()).toBe(`Devices ${stamp}Z.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('As of')
  expect(text).toContain('Hall')
  expect(text).not.toContain('Attic')
})
