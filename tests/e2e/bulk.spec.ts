import { readFile } from 'node:fs/promises'
import { devices } from '#contract/devices/devices.ts'
import {
  axe,
  choose,
  device,
  expect,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
} from '#tests/fixtures/console.ts'

const many = 30

async function fill(clerk: Person) {
  const names = Array.from({ length: many }, (_, index) => `Hub ${String(index + 1).padStart(2, '0')}`)
  await Promise.all(names.map(name => device(clerk, clerk.organizationId, { name, kind: 'hub' })))
}

/** How many of one's devices the API counts. */
const countOf = async (clerk: Person, query: object) =>
  (await clerk.call(devices.list, { query: { ...query, _end: 1 } })).total

test('every matching row gets another status, also beyond the page, and undo reverts it', async ({
  page,
  person,
}) => {
  test.slow()
  const clerk = await person('organization_admin')
  await fill(clerk)
  await device(clerk, clerk.organizationId, { name: 'Pendant' })
  await signIn(page, clerk, '/devices?kind=hub')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByRole('status')).toHaveText('25 selected')
  await bar.getByRole('button', { name: `Select all ${many} matching` }).click()
  await expect(bar.getByRole('status')).toHaveText(`All ${many} matching rows are selected`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select Hub 30' })).toBeChecked()
  await axe(page)

  await bar.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Devices' })
  await expect(dialog).toContainText(`${many} rows will be changed`)
  // Nothing to change yet.
  await expect(dialog.getByRole('button', { name: `Change ${many}` })).toBeDisabled()
  await choose(dialog.getByLabel('New value'), 'Retired')
  await axe(page)
  await dialog.getByRole('button', { name: `Change ${many}` }).click()
  await expect(dialog).toBeHidden()
  const jobs = page.getByRole('region', { name: 'Bulk changes' })
  await expect(jobs).toContainText(`Changed ${many} · Devices`)
  await expect(page.getByRole('row', { name: /Hub 30/ })).toContainText('Retired')
  expect(await countOf(clerk, { status: 'retired' })).toBe(many)
  await axe(page)

  await test.step('the outcome is not shown on other screens, but can still be undone there', async () => {
    for (const path of ['/analytics', '/devices/coverage']) {
      await page.goto(path)
      await settled(page)
      await expect(jobs).toBeHidden()
    }
    await page.goto('/devices')
    await jobs.getByRole('button', { name: 'Undo…' }).click()
    const undoing = page.getByRole('dialog', { name: 'Undo this action?' })
    await expect(undoing).toContainText(`${many} records return to what they were.`)
    await undoing.getByRole('button', { name: `Undo ${many}` }).click()
    await expect(jobs).toContainText(`Reverted ${many} · Devices`)
    await expect(jobs).not.toContainText('Changed')
    expect(await countOf(clerk, { status: 'retired' })).toBe(0)
    expect(await countOf(clerk, { status: 'registered' })).toBe(many + 1)
    await jobs.getByRole('button', { name: 'Dismiss' }).click()
    await expect(jobs).toBeHidden()
    await page.reload()
    await settled(page)
    await expect(jobs).toBeHidden()
  })
})

test('rows are selected by keyboard alone; when they are fewer by then, nothing is deleted', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  const clerk = await person('organization_admin')
  for (const name of ['Hub 1', 'Hub 2', 'Hub 3', 'Hub 4']) {
    await device(clerk, clerk.organizationId, { name, kind: 'hub' })
  }
  await signIn(page, clerk, '/devices')
  await expect(page.getByText('4 in total')).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const press = (key: string) => page.keyboard.press(key)
  await press('j')
  await press('x')
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await press('Shift+ArrowDown')
  await press('Shift+ArrowDown')
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await press('x')
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await press('x')
  await tabTo(page, bar.getByRole('button', { name: 'Delete' }), 'Shift+Tab')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Devices?' })
  await expect(dialog).toContainText('3 rows will be deleted')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete 3' }))

  // Somebody else is faster with one of them: then the number is no longer what was confirmed.
  const { devices: rows } = await clerk.call(devices.list, { query: { name: 'Hub 2' } })
  await clerk.call(devices.remove, { params: { id: rows[0]?.id as string } })
  await press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('2 rows match now, not 3. Nothing was changed.')
  expect(await countOf(clerk, {})).toBe(3)
  await press('Escape')
  await expect(dialog).toBeHidden()
})

test('a row refused by the resource’s rules is named in the report and its file', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin', { name: 'Kim Clerk' })
  await person('organization_admin', { organizationId: clerk.organizationId, name: 'Lou Other' })
  await signIn(page, clerk, '/users/admins')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Admin Users' })
  await choose(dialog.getByLabel('New value'), 'Suspended')
  // Said before, not after: one cannot suspend oneself.
  const preview = dialog.getByRole('status')
  await expect(preview).toContainText('1 row would be skipped:')
  await expect(preview.getByRole('listitem')).toHaveText(
    /You can’t remove, suspend or demote yourself: Kim Clerk/,
  )
  await expect(dialog).toContainText('1 row will be changed')
  await axe(page)
  await dialog.getByRole('button', { name: 'Change 1' }).click()
  const jobs = page.getByRole('region', { name: 'Bulk changes' })
  await expect(jobs).toContainText('Changed 1 · Admin Users')
  await expect(jobs).toContainText('1 skipped')
  await jobs.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Results by row' })
  await expect(report.getByRole('row', { name: /Kim Clerk/ })).toContainText(
    'You can’t remove, suspend or demote yourself',
  )
  await expect(report.getByRole('row', { name: /Lou Other/ })).toHaveCount(0)
  await axe(page)
  const downloading = page.waitForEvent('download')
  await report.getByRole('button', { name: 'Download CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('Kim Clerk,skipped,refused,"You can’t remove, suspend or demote yourself"')
  expect(file.trimEnd().split('\r\n')).toHaveLength(2)
})

test('a change that would change nothing is said to, and cannot be started', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  for (const name of ['Hub 1', 'Hub 2']) await device(clerk, clerk.organizationId, { name, kind: 'hub' })
  await signIn(page, clerk, '/devices')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Devices' })
  await choose(dialog.getByLabel('New value'), 'Registered')
  await expect(dialog).toContainText('No row would be changed.')
  await expect(dialog.getByRole('status')).toContainText(/already has this value: Hub [12], Hub [12]/)
  await expect(dialog.getByRole('button', { name: 'Change 0' })).toBeDisabled()
})

test('without permission to change, there is no row selection', async ({ page, person }) => {
  const analyst = await person('analyst')
  await signIn(page, analyst, '/devices')
  await settled(page)
  await expect(page.getByRole('checkbox', { name: 'Select this page' })).toHaveCount(0)
})
