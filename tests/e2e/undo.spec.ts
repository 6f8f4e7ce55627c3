import { setTimeout as pause } from 'node:timers/promises'
import { devices } from '#contract/devices/devices.ts'
import { auth } from '#contract/identity/auth.ts'
import { bulk } from '#contract/kit/bulk.ts'
import {
  axe,
  device,
  expect,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
  visit,
} from '#tests/fixtures/console.ts'

/** Retires devices in one bulk job of another admin. */
async function retire(clerk: Person, names: readonly string[]) {
  const made = []
  for (const name of names) made.push(await device(clerk, clerk.organizationId, { name, kind: 'hub' }))
  const body = { query: { kind: ['hub'] }, count: names.length, patch: { status: 'retired' } } as const
  const { id } = await clerk.call(devices.updateMany, { body })
  while ((await clerk.call(bulk.show, { params: { id } })).state === 'running') await pause(50)
  return made
}

test('a bulk change of someone else is undone from the activity log, by keyboard, and back', {
  tag: '@journey',
}, async ({ page, person }) => {
  test.slow()
  const clerk = await person('organization_admin')
  const admin = await person('organization_admin', { organizationId: clerk.organizationId })
  const [first] = await retire(clerk, ['Hub 1', 'Hub 2', 'Hub 3'])
  await clerk.call(devices.setStatus, { params: { id: first?.id as string }, body: { status: 'faulty' } })

  await signIn(page, admin, '/activity-logs?action=bulk_update')
  await page
    .getByRole('row', { name: /Bulk change/ })
    .getByRole('button')
    .first()
    .click()
  const undo = page.getByRole('button', { name: 'Undo…' })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Undo this action?' })
  await expect(dialog).toContainText('2 records return to what they were.')
  await expect(dialog).toContainText('1 record is left alone:')
  const left = dialog.locator('dd')
  await expect(left).toContainText('Hub 1: Status')
  await expect(left).toContainText(clerk.email)
  await axe(page)

  await test.step('the preview fits a phone, in both themes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const theme of ['dark', 'light']) {
      await page.evaluate(newValue => {
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
      }, theme)
      await axe(page)
      if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/undo-390-${theme}.png` })
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const theme of ['light', 'dark']) {
      await page.evaluate(newValue => {
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
      }, theme)
      if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/undo-1440-${theme}.png` })
    }
  })

  await tabTo(page, dialog.getByRole('button', { name: 'Undo 2' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const jobs = page.getByRole('region', { name: 'Bulk changes' })
  await expect(jobs).toContainText('Reverted 2 · Devices')
  await expect(jobs).toContainText('1 skipped')
  await jobs.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Results by row' })
  await expect(report.getByRole('row', { name: /Hub 1/ })).toContainText('(Status)')
  await report.getByRole('button', { name: 'Close' }).click()
  const states = (await admin.call(devices.list, { query: { _sort: 'name' } })).devices
  expect(states.map(({ status }) => status)).toEqual(['faulty', 'registered', 'registered'])

  await test.step('the action names its undo, the undo its action', async () => {
    const link = page.getByRole('link', { name: new RegExp(`Undone by .${admin.email}`) })
    await expect(link).toBeVisible()
    await expect(page.getByText('(2 of 3 records)')).toBeVisible()
    if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/undo-log.png` })
    await link.click()
    await settled(page)
    await page
      .getByRole('row', { name: /Undo bulk change/ })
      .getByRole('button')
      .first()
      .click()
    await expect(
      page.getByRole('link', { name: new RegExp(`Undoes: Bulk change by .${clerk.email}`) }),
    ).toBeVisible()
    await axe(page)
  })

  await test.step('and is undone itself', async () => {
    await page.getByRole('button', { name: 'Undo…' }).first().click()
    await expect(dialog).toContainText('2 records return to what they were.')
    await dialog.getByRole('button', { name: 'Undo 2' }).click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => (await admin.call(devices.list, { query: { status: ['retired'], _end: 1 } })).total)
      .toBe(2)
  })
})

test('an import is undone where it ended, and what was changed since stays', async ({ page, person }) => {
  test.slow()
  const admin = await person('organization_admin')
  await signIn(page, admin, '/devices/import')
  const serial = admin.username
  await page.locator('input[type=file]').setInputFiles({
    name: 'hubs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'name,serial,kind,organization_id',
        ...[1, 2].map(n => `Hub ${n},${serial}-${n},hub,${admin.organizationId}`),
      ].join('\n'),
    ),
  })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Create 2 records' }).click()
  await page.getByRole('button', { name: 'Undo…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this action?' })
  await expect(dialog).toContainText('2 records are deleted.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const { devices: made } = await admin.call(devices.list, { query: { _sort: 'name' } })
  await admin.call(devices.update, { params: { id: made[0]?.id as string }, body: { name: 'Mine now' } })
  await page.getByRole('button', { name: 'Undo…' }).click()
  await expect(dialog).toContainText('1 record is deleted.')
  await expect(dialog.locator('dd')).toContainText('Mine now: Name')
  await axe(page)
  await dialog.getByRole('button', { name: 'Undo 1' }).click()
  await expect(page.getByText(new RegExp(`Undone by .${admin.email}`))).toBeVisible()
  await visit(page, '/devices')
  await expect(page.getByRole('row', { name: /Mine now/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Hub 2/ })).toBeHidden()
})

test('the preview and its links are in the reader’s language, from right to left', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const [first] = await retire(clerk, ['Hub 1', 'Hub 2'])
  await clerk.call(devices.setStatus, { params: { id: first?.id as string }, body: { status: 'faulty' } })
  await clerk.call(auth.updateMe, { body: { locale: 'ar' } })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, clerk, '/activity-logs?action=bulk_update')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('row', { name: /تغيير/ }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'تراجع…' }).click()
  const dialog = page.getByRole('dialog', { name: 'التراجع عن هذا الإجراء؟' })
  await expect(dialog).toContainText('يعود سجل واحد إلى ما كان عليه.')
  await expect(dialog.locator('dd')).toContainText('Hub 1')
  await axe(page)
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/undo-390-ar.png` })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
